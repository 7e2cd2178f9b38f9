import { isFunctionWord, type Reading, type Token } from './reading.ts';
import { lookUpPronoun, type PronounClass } from './pronoun-table.ts';
import { drop, type Slip } from '../finding.ts';
import { isPastForm, isUnchangedForm } from './stem.ts';

/** Someone who does or undergoes what a verb says: a pronoun's class, or the stem of a noun. */
interface Party {
  readonly key: string;
  readonly person: PronounClass | undefined;
  readonly form: string;
}

/** The parties around one word, over all its occurrences. */
interface Frame {
  readonly agents: Party[];
  readonly patients: Party[];
}

/** Forms of be, and of get where it stands for it: what a passive is made with. */
export const beForms = new Set('am is are was were be been being get gets got'.split(' '));
/** What may stand between a subject and its verb. */
const between = new Set(
  'am is are was were be been being has have had having do does did will would shall should can could may might must ought to not never also just always still ever only even really got'.split(
    ' ',
  ),
);
const isPastLike = (word: string): boolean =>
  /[a-z]ed$/u.test(word) || isPastForm(word) || isUnchangedForm(word) || /(?:en|wn|ught|ld|nt|ost)$/u.test(word);

function partyOf(token: Token): Party | undefined {
  const pronoun = lookUpPronoun(token.word);
  if (pronoun)
    return pronoun.person === 'it' || pronoun.role === 'possessive'
      ? undefined
      : { key: `<${pronoun.person}>`, person: pronoun.person, form: token.form };
  return token.kind === 'word' && !isFunctionWord(token.word) && !token.possessive
    ? { key: token.stem, person: undefined, form: token.form }
    : undefined;
}

/**
 * Who stands before each content word, with nothing but auxiliaries and the like between (its agent), and which pronoun
 * right after it (its patient). Before a passive stands the patient. Rough, without a parser; marks end the search.
 */
function frames(reading: Reading): Map<string, Frame> {
  const { tokens } = reading;
  const found = new Map<string, Frame>();
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' || isFunctionWord(token.word)) continue;
    const frame = found.get(token.stem) ?? { agents: [], patients: [] };
    found.set(token.stem, frame);
    let [before, passive, infinitive] = [at - 1, false, false];
    for (; before >= Math.max(0, at - 5); before--) {
      const word = tokens[before]?.word ?? '';
      if (!between.has(word) && !/..ly$/u.test(word)) break;
      passive ||= beForms.has(word) && isPastLike(token.word);
      infinitive ||= word === 'to';
    }
    const [left, right] = [tokens[before], tokens[at + 1]];
    const agent = left && left.kind === 'word' && lookUpPronoun(left.word)?.role !== 'object' ? partyOf(left) : undefined;
    if (agent && (agent.person || !infinitive)) (passive ? frame.patients : frame.agents).push(agent);
    const patient = right && lookUpPronoun(right.word) ? partyOf(right) : undefined;
    if (patient && lookUpPronoun(patient.form.toLowerCase())?.role !== 'subject') frame.patients.push(patient);
  }
  return found;
}

const speakers: ReadonlySet<PronounClass | undefined> = new Set(['I', 'we', 'you']);

/** Two lists of parties of one part: what each has that the other lacks, when they share nobody. */
function mismatch(before: readonly Party[], after: readonly Party[]): [Party, Party] | undefined {
  const [lost, gained] = [before[0], after[0]];
  return lost && gained && !before.some((one) => after.some((other) => other.key === one.key)) ? [lost, gained] : undefined;
}

/**
 * Compares, verb by verb, who does it and to whom. A slip when one person's pronoun stands where another's stood, when
 * a speaker or listener took a noun's place, or when the verb's subject is now somebody who came after it.
 */
export function frameSlips(source: Reading, rewrite: Reading): Slip[] {
  const [before, after] = [frames(source), frames(rewrite)];
  for (const [stem, frame] of before) {
    const other = after.get(stem);
    if (!other) continue;
    const doer = other.agents.find((party) => frame.agents.length === 0 && frame.patients.some((one) => one.key === party.key));
    if (doer && lostPassive(source, rewrite, stem)) return [drop('role', [], [doer.form])];
    for (const [part, changed] of [
      ['agents', mismatch(frame.agents, other.agents)],
      ['patients', mismatch(frame.patients, other.patients)],
    ] as const) {
      if (!changed) continue;
      const [lost, gained] = changed;
      if (lost.person && gained.person) return [drop('role', [lost.form], [gained.form])];
      if (!lost.person && gained.person && speakers.has(gained.person) && part === 'agents')
        return [drop('role', [lost.form], [gained.form])];
      if (part === 'agents' && exchangedPlaces(source, rewrite, stem, lost, gained))
        return [drop('role', [lost.form], [gained.form])];
      if (!lost.person && !gained.person && part === 'agents' && tookPlace(source, rewrite, stem, lost, gained))
        return [drop('role', [lost.form], [gained.form])];
    }
  }
  return [];
}

/** Whether a party is named behind the verb, as an object or after a preposition. */
function isBehind(reading: Reading, verb: string, party: Party): boolean {
  const at = reading.tokens.findIndex((token) => token.stem === verb);
  return reading.tokens
    .slice(at + 1)
    .some((token) =>
      party.person
        ? lookUpPronoun(token.word)?.person === party.person && lookUpPronoun(token.word)?.role !== 'possessive'
        : token.stem === party.key,
    );
}

/** Two parties that stood on the two sides of the verb and have changed sides, without a passive. */
const exchangedPlaces = (source: Reading, rewrite: Reading, verb: string, lost: Party, gained: Party): boolean =>
  isBehind(source, verb, gained) && isBehind(rewrite, verb, lost) && source.words.includes('by') === rewrite.words.includes('by');

/** hit by a wave → hit a wave: no “by” any more, and an object right behind the verb. */
function lostPassive(source: Reading, rewrite: Reading, verb: string): boolean {
  const at = rewrite.tokens.findIndex((token) => token.stem === verb);
  const next = rewrite.tokens[at + 1];
  return (
    source.words.includes('by') &&
    !rewrite.words.includes('by') &&
    next?.kind === 'word' &&
    (['a', 'an', 'the'].includes(next.word) || !isFunctionWord(next.word))
  );
}

/** The new subject followed the verb in the source, and the old one does not lead in the rewrite. */
function tookPlace(source: Reading, rewrite: Reading, verb: string, lost: Party, gained: Party): boolean {
  const place = (reading: Reading, stem: string): number => reading.tokens.findIndex((token) => token.stem === stem && !token.possessive);
  const verbs = [source, rewrite].map((reading) => reading.tokens.find((token) => token.stem === verb)?.word ?? '');
  return verbs.every(isPastLike) && place(source, gained.key) > place(source, verb) && place(source, lost.key) < place(source, verb)
    && !(place(rewrite, lost.key) >= 0 && place(rewrite, lost.key) < place(rewrite, verb));
}
