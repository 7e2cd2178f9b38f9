import pronouns from '../data/pronouns.json' with { type: 'json' };
import { isFunctionWord, type Reading } from './reading.ts';
import { lookUpPronoun, type PronounClass, type PronounRole } from './pronoun-table.ts';
import { drop, flag, type Slip } from '../finding.ts';

interface Mention {
  readonly person: PronounClass;
  readonly role: PronounRole;
  readonly form: string;
}

const objectBefore = new Set(pronouns.objectBefore.split(' '));
const genders = { he: new Set(pronouns.male.split(' ')), she: new Set(pronouns.female.split(' ')) };

/** The personal pronouns of a text with their roles. */
function mentions(reading: Reading): Mention[] {
  const { tokens } = reading;
  return tokens.flatMap((token, at) => {
    const found = token.kind === 'word' ? lookUpPronoun(token.word) : undefined;
    if (!found) return [];
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    let { role } = found;
    if (token.word === 'her' && after?.kind === 'word' && !isFunctionWord(after.word)) role = 'possessive';
    if (token.word === 'us' && before?.word === 'let') role = 'subject';
    if ((token.word === 'you' || token.word === 'it') && before && objectBefore.has(before.word) && !isAuxiliary(after?.word))
      role = 'object';
    return [{ person: found.person, role, form: token.form }];
  });
}

const auxiliaries = new Set('am is are was were be do does did have has had can could will would shall should may might must'.split(' '));
const isAuxiliary = (word: string | undefined): boolean => word !== undefined && auxiliaries.has(word);

const people: ReadonlySet<PronounClass> = new Set(['I', 'we', 'you', 'he', 'she', 'they']);
const speakers: ReadonlySet<PronounClass> = new Set(['I', 'we', 'you']);

/** Two people joined by “and” beside a pronoun are what a plural pronoun stands for. */
const joined = (reading: Reading): boolean =>
  reading.tokens.some(
    (token, at) =>
      token.word === 'and' &&
      [reading.tokens[at - 1], reading.tokens[at + 1], reading.tokens[at + 2]].some((near) => near && lookUpPronoun(near.word)),
  );

/** Orders, requests and suggestions speak to someone without naming them, so a “you” may appear. */
const addresses = (reading: Reading): boolean =>
  /\?\s*["”']?\s*$/u.test(reading.text) ||
  reading.words[0] === 'please' ||
  !reading.words.slice(0, 6).some((word) => lookUpPronoun(word)?.role === 'subject');

/** Pairs of classes that a right rewrite may exchange. */
function exchangeable(lost: PronounClass, gained: PronounClass, source: Reading, rewrite: Reading): boolean {
  const pair = `${lost} ${gained}`;
  if (pair === 'I we' || pair === 'we I') return joined(source) || joined(rewrite);
  if (pair === 'he they' || pair === 'she they' || pair === 'they he' || pair === 'they she') return joined(source) || joined(rewrite);
  return false;
}

/** A pronoun of a person or number that the source does not speak of, in place of one that it does, or out of nothing. */
function replaced(source: Reading, rewrite: Reading, before: readonly Mention[], after: readonly Mention[]): Slip[] {
  const missing = (from: readonly Mention[], other: readonly Mention[]): Mention[] =>
    from.filter((one) => people.has(one.person) && !other.some((two) => two.person === one.person));
  const [lost, gained] = [missing(before, after), missing(after, before)];
  const unexplained = gained.filter(
    (one) =>
      !lost.some((other) => exchangeable(other.person, one.person, source, rewrite)) &&
      !(one.person === 'you' && one.role !== 'object' && addresses(source)),
  );
  if (unexplained.length === 0) return lost.some((one) => speakers.has(one.person)) && gained.length === 0 ? weakened(lost) : [];
  if (lost.length > 0) return [drop('pronoun', lost.map((one) => one.form), unexplained.map((one) => one.form))];
  return unexplained.flatMap((one) => {
    if (one.person === 'I' && hedged(rewrite)) return [flag('pronoun', [], [one.form])];
    if (one.person === 'he' || one.person === 'she') return genderClash(source, one) ? [drop('pronoun', [], [one.form])] : [];
    if (one.person === 'they') return [];
    return [
      (one.person === 'you' || one.person === 'we' || one.role === 'possessive' || one.role === 'object' ? flag : drop)(
        'pronoun',
        [],
        [one.form],
      ),
    ];
  });
}

const opinions = new Set('think guess believe suppose mean say am sure bet imagine hope fear wonder know'.split(' '));

/** Every “I” of the text opens an opinion (I think, I'm sure), which states what the text states. */
const hedged = (reading: Reading): boolean =>
  reading.tokens.every((token, at) => lookUpPronoun(token.word)?.person !== 'I' || opinions.has(reading.tokens[at + 1]?.word ?? ''));

/** “he” for someone the text calls only by women's words, and the other way round. */
function genderClash(source: Reading, one: Mention): boolean {
  const [own, other] = one.person === 'he' ? [genders.he, genders.she] : [genders.she, genders.he];
  return !source.words.some((word) => own.has(word)) && source.words.some((word) => other.has(word));
}

/**
 * it → they or the other way round, he or she → it, where the text had only the one: one thing became several, or
 * several one, or a person a thing.
 */
function recounted(before: readonly Mention[], after: readonly Mention[]): Slip[] {
  const form = (list: readonly Mention[], person: PronounClass): string | undefined => list.find((one) => one.person === person)?.form;
  for (const [own, other] of [['it', 'they'], ['they', 'it'], ['he', 'it'], ['she', 'it']] as const) {
    const [lost, gained] = [form(before, own), form(after, other)];
    if (lost !== undefined && gained !== undefined && form(before, other) === undefined && form(after, own) === undefined)
      return [drop('pronoun', [lost], [gained])];
  }
  return [];
}

/** I, we or you left out altogether: often a passive, so only worth a look. */
function weakened(lost: readonly Mention[]): Slip[] {
  const parties = lost.filter((one) => speakers.has(one.person) && one.role !== 'possessive' && one.role !== 'reflexive');
  return parties.length > 0 ? [flag('pronoun', parties.map((one) => one.form), [])] : [];
}

const passives = new Set('am is are was were be been being get gets got'.split(' '));
const hearing = new Set('hear hears heard receive received learn learned learnt borrow borrowed'.split(' '));

/**
 * Whether the first subject pronoun of this class stands right before a passive, or before a verb whose subject is at
 * the receiving end.
 */
function undergoes(reading: Reading, person: PronounClass): boolean {
  const at = reading.tokens.findIndex(
    (token) => lookUpPronoun(token.word)?.person === person && lookUpPronoun(token.word)?.role === 'subject',
  );
  return at >= 0 && reading.tokens.slice(at + 1, at + 4).some((next) => passives.has(next.word) || hearing.has(next.word));
}

/** “by him”, “from her”: whoever follows has the part that a subject has elsewhere. */
const namesAgent = (reading: Reading): boolean =>
  reading.tokens.some(
    (token, at) =>
      (token.word === 'by' || token.word === 'from') && people.has(lookUpPronoun(reading.tokens[at + 1]?.word ?? '')?.person ?? 'it'),
  );

/** he told her → she told him: two people change parts without a passive or another verb that explains it. */
function exchanged(source: Reading, rewrite: Reading, before: readonly Mention[], after: readonly Mention[]): Slip[] {
  const inRole = (list: readonly Mention[], role: PronounRole): Set<PronounClass> =>
    new Set(list.filter((one) => one.role === role && people.has(one.person)).map((one) => one.person));
  const [agents, targets, newAgents, newTargets] = [
    inRole(before, 'subject'),
    inRole(before, 'object'),
    inRole(after, 'subject'),
    inRole(after, 'object'),
  ];
  const turned = namesAgent(source) !== namesAgent(rewrite);
  for (const one of targets) {
    if (agents.has(one) || newTargets.has(one) || !newAgents.has(one)) continue;
    const other = [...newTargets].find((target) => target !== one && !targets.has(target));
    if (other && !turned && !undergoes(rewrite, one)) return [drop('role', [other], [one])];
  }
  return [...inherited(rewrite, before, after), ...owners(before, after)];
}

/** She refused his questions → He refused questions: somebody is gone, and somebody else of the text has their part. */
function inherited(rewrite: Reading, before: readonly Mention[], after: readonly Mention[]): Slip[] {
  const party = (one: Mention): boolean => people.has(one.person) && one.role !== 'possessive';
  const part = (one: Mention): PronounRole => (one.role === 'reflexive' ? 'object' : one.role);
  for (const lost of before.filter((one) => party(one) && !after.some((other) => other.person === one.person))) {
    const heir = after.find(
      (one) =>
        party(one) &&
        part(one) === part(lost) &&
        !before.some((other) => other.person === one.person && party(other) && part(other) === part(one)),
    );
    if (heir && !before.some((one) => one.person === heir.person && party(one)) && !undergoes(rewrite, heir.person))
      return [drop('role', [lost.form], [heir.form])];
  }
  return [];
}

/** her brother → his brother, when both people are still there. */
function owners(before: readonly Mention[], after: readonly Mention[]): Slip[] {
  const possessive = (list: readonly Mention[]): Mention[] => list.filter((one) => one.role === 'possessive' && people.has(one.person));
  const [mine, theirs] = [possessive(before), possessive(after)];
  const [lost, gained] = [
    mine.find((one) => !theirs.some((other) => other.person === one.person)),
    theirs.find((one) => !mine.some((other) => other.person === one.person)),
  ];
  const stillThere = lost && (before.some((one) => one.person === gained?.person) || after.some((one) => one.person === lost.person));
  return lost && gained && stillThere ? [drop('role', [lost.form], [gained.form])] : [];
}

/** Fewer mentions of a man and more of a woman, or the other way round: “She hid his ball” is not “She hid her ball”. */
function regendered(before: readonly Mention[], after: readonly Mention[]): Slip[] {
  const of = (mentioned: readonly Mention[], person: PronounClass): Mention[] => mentioned.filter((one) => one.person === person);
  for (const [lost, gained] of [['he', 'she'], ['she', 'he']] as const) {
    const [less, more] = [of(before, lost).length > of(after, lost).length, of(after, gained).length > of(before, gained).length];
    if (less && more) return [drop('pronoun', [of(before, lost)[0]?.form ?? lost], [of(after, gained).at(-1)?.form ?? gained])];
  }
  return [];
}

/**
 * Who speaks, who is spoken to and who is spoken of must stay, and so must their parts (seeds: “send me” → “send you”,
 * “he told her” → “they told her”).
 */
export function pronounSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [mentions(source), mentions(rewrite)];
  const slips = [...replaced(source, rewrite, before, after), ...recounted(before, after), ...regendered(before, after)];
  return slips.some((slip) => slip.severity === 'drop') ? slips : [...slips, ...exchanged(source, rewrite, before, after)];
}
