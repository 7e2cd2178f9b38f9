import type { ScoreRequest } from '../decoding/step-model.ts';
import { OtherwiseError, throwIfAborted } from '../errors.ts';
import type { Correction } from '../protocol.ts';
import { frequentNear, unsplit } from '../quality/joined.ts';
import { possibleSlips, type Slip } from '../quality/slips.ts';
import { applyCasing } from '../text/casing.ts';
import { characterDistance } from '../text/edit-distance.ts';
import type { RequestContext } from './context.ts';
import { total } from './read-pairs.ts';

/**
 * The least weight, in nats, of a correction where only the sentence tells that a word is a slip: how much likelier it makes the text as
 * English, and how much rather the model writes the corrected text than the text as it stands when it is given that.
 */
const WEIGHT = 4;
/** The most that a form of a word can gain, nats: a rarer form is more tokens, and looks less likely than it is. */
const MOST_GAIN = 6;
/** The gain above which an option is weighed in full (the text with it is likelier than this), and the most options that are. */
const [PROMISING, MOST_WEIGHED] = [-1, 6];
/** A correction of a word with a capital has to make the text likelier by so many nats, as the word may be a name. */
const NAME = 8;
/** The names of days and months that are no other words. */
const calendar = new Set([
  'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', 'January', 'February', 'April', 'June', 'July', 'August',
  'September', 'October', 'November', 'December',
]);
/** The most letters that a slip changes in a word of at most SHORT letters, and in a longer one. */
const [SHORT, LETTERS] = [5, { short: 1, long: 2 }] as const;
/** The most slips of this kind that are corrected, one after the other. */
const MOST = 6;

/** A text without its slips, and its corrections in UTF-16 offsets of the text as it was. */
export interface Mended {
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/**
 * Corrects the slips of a text and changes nothing else. First it corrects what the proofreader finds, unless the model thinks
 * better of the text as it stands, then what only the model can tell. Findings with fewer replacements come first, so that the model
 * chooses among several beside words that are right.
 * @param text clean @param locked stretches of it that stay
 * @throws OtherwiseError `bad-request` where no proofreader is loaded, `aborted`, and what the model throws
 */
export async function mended(
  text: string, request: RequestContext, locked: readonly { start: number; end: number }[] = [],
): Promise<Mended> {
  const { tools } = request;
  if (!tools.proofread) throw new OtherwiseError('bad-request', 'The aim clean needs the proofreader, which is not loaded.');
  const edits = new Edits(text, locked);
  const found = (await tools.proofread(text)).map((finding) => (finding.kind === 'spelling' ? ofThePen(finding, text, request) : finding));
  for (const slip of found.filter((one) => one !== undefined).toSorted((a, b) => a.instead.length - b.instead.length)) {
    const instead = await accepted(edits, slip, request);
    if (instead !== undefined) edits.add(slip, instead);
  }
  for (let count = 0; count < MOST; count += 1) {
    const slips = possibleSlips(edits.text, tools.inflector).map((slip) => edits.inSource(slip)).filter((slip) => slip !== undefined);
    const options = slips.flatMap((slip) => slip.instead.map((instead) => ({ slip, instead })));
    const [best] = await weighed(edits, options, request);
    if (!best || !(best.weight >= WEIGHT)) break;
    edits.add(best.slip, best.instead);
  }
  return { text: edits.text, corrections: edits.corrections };
}

/**
 * Gives the replacement for what the proofreader found; undefined where the model holds the text as it stands for better English. A word in
 * small letters that is none is always replaced, and one with a capital if it is hardly a name.
 */
async function accepted(edits: Edits, slip: Slip, request: RequestContext): Promise<string | undefined> {
  if (slip.kind !== 'spelling' || /\s/u.test(slip.text)) {
    const [best] = await weighed(edits, slip.instead.map((instead) => ({ slip, instead })), request, -Infinity);
    return best && best.weight >= 0 ? best.instead : undefined;
  }
  const best = await likeliest(edits, slip, request);
  return best && (best.gain >= NAME || !/^\p{Lu}/u.test(slip.text)) ? best.instead : undefined;
}

/**
 * Gives a misspelling with the words that are nearest to it, few letters away, or two words where they may be meant (`unsplit`).
 * Undefined where no word is near enough, and for a word that is not to be corrected: one with a digit or a foreign letter (a code), one in
 * the inflection table (which has British spellings), and one with a capital (a name), unless it may be a day, a month or, at the beginning
 * of a sentence, a function word.
 */
function ofThePen(found: Slip, text: string, { tools }: RequestContext): Slip | undefined {
  if (/\s/u.test(found.text)) return found;
  if (!/^[A-Z]?[a-z'’]+$/u.test(found.text) || tools.inflector.knows(found.text)) return undefined;
  const isCapital = /^[A-Z]/u.test(found.text);
  const isFirst = /(?:^|[.!?]["'”’]?\s)["'“‘]?$/u.test(text.slice(0, found.start));
  const slip = withFrequent(isCapital ? found : unsplit(found, tools), tools);
  const most = slip.text.length <= SHORT ? LETTERS.short : LETTERS.long;
  const letters = (word: string): string => [...word].toSorted().join('');
  const apart = (word: string): number => (letters(word) === letters(slip.text) ? 1 : characterDistance(slip.text, word));
  const near = slip.instead.filter((word) => !isCapital || calendar.has(word) || (isFirst && tools.inflector.isClosed(word)));
  const least = Math.min(...near.map(apart));
  return least > most ? undefined : { ...slip, instead: near.filter((word) => apart(word) === least) };
}

/** Adds the frequent words one slip away to the corrections of a misspelling, unless it may be two words. */
function withFrequent(slip: Slip, { measures }: RequestContext['tools']): Slip {
  if (slip.instead.some((text) => /\s/u.test(text))) return slip;
  const near = frequentNear(slip.text.toLowerCase(), measures).map((word) => applyCasing(slip.text, word));
  return { ...slip, instead: [...new Set([...slip.instead, ...near])] };
}

/** Gives the replacement of a slip that makes the text likeliest, and how much likelier, nats; the first one where the model can't tell. */
async function likeliest(edits: Edits, slip: Slip, request: RequestContext): Promise<{ instead: string; gain: number } | undefined> {
  const [now = 0, ...costs] = await surprisals([edits.text, ...slip.instead.map((instead) => edits.with(slip, instead))], request);
  const least = Math.min(...costs);
  const instead = slip.instead[Math.max(0, costs.indexOf(least))];
  return instead === undefined ? undefined : { instead, gain: now - least };
}

/** A replacement of a slip with its weight, nats. */
interface Weighed {
  readonly slip: Slip;
  readonly instead: string;
  readonly weight: number;
}

/**
 * Weighs replacements, the heaviest first; those that make the text less likely than `promising` are left out. All weigh nothing where the
 * model can't tell.
 */
async function weighed(
  edits: Edits, options: readonly Omit<Weighed, 'weight'>[], request: RequestContext, promising = PROMISING,
): Promise<Weighed[]> {
  const { tools: { model, pieces, tags }, signal } = request;
  const texts = options.map(({ slip, instead }) => edits.with(slip, instead));
  const [now, ...costs] = await surprisals([edits.text, ...texts], request);
  if (now === 0) return options.map((option) => ({ ...option, weight: 0 }));
  const gains = options.map((option, i) => ({ option, text: texts[i] ?? '', gain: (now ?? 0) - (costs[i] ?? Infinity) }))
    .filter(({ gain }) => gain > promising).toSorted((a, b) => b.gain - a.gain).slice(0, MOST_WEIGHED);
  if (gains.length === 0) return [];
  const source = pieces.encode(edits.text);
  const targets = [edits.text, ...gains.map(({ text }) => text)].map((text) => pieces.encode(text));
  const [own = 0, ...others] = (await model.score(targets.map((target) => ({ source, tags: tags({ distance: 1 }), target })), signal))
    .map(({ logProbs }) => total(logProbs));
  const capped = (gain: number, { kind }: Slip): number => (kind === 'agreement' ? Math.min(gain, MOST_GAIN) : gain);
  return gains.map(({ option, gain }, i) => ({ ...option, weight: capped(gain, option.slip) + (others[i] ?? -Infinity) - own }))
    .toSorted((a, b) => b.weight - a.weight);
}

/** The surprisals of texts as English, nats; all are equal where the model can't tell. */
async function surprisals(texts: readonly string[], request: RequestContext): Promise<number[]> {
  throwIfAborted(request.signal);
  const { tools: { model, pieces, tags }, signal } = request;
  const requests = texts.map((text): ScoreRequest => {
    const source = pieces.encode(text);
    return { source, tags: tags({ distance: 1 }), target: source.slice(0, 1), prior: true };
  });
  return (await model.score(requests, signal)).map(({ prior }) => (prior ? -total(prior) : 0));
}

/** The corrections of a text, none of which touch each other. */
class Edits {
  readonly corrections: Correction[] = [];

  constructor(private readonly source: string, private readonly locked: readonly { start: number; end: number }[]) {}

  get text(): string {
    return this.applied(this.corrections);
  }

  /** Gives the text with one more correction. */
  with(slip: Slip, instead: string): string {
    return this.applied([...this.corrections, correctionOf(slip, instead)]);
  }

  /** Adds a correction, unless it touches another one or a locked stretch. */
  add(slip: Slip, instead: string): void {
    const touches = ({ start, end }: { start: number; end: number }): boolean => start < slip.end && slip.start < end;
    if (this.corrections.some(touches) || this.locked.some(touches)) return;
    this.corrections.push(correctionOf(slip, instead));
    this.corrections.sort((a, b) => a.start - b.start);
  }

  /** Gives a slip of the corrected text in offsets of the source; undefined where it lies in a correction or a locked stretch. */
  inSource(slip: Slip): Slip | undefined {
    let shift = 0;
    for (const { start, end, instead } of this.corrections) {
      if (start + shift >= slip.end) break;
      if (start + shift + instead.length > slip.start) return undefined;
      shift += instead.length - (end - start);
    }
    const moved = { ...slip, start: slip.start - shift, end: slip.end - shift };
    return this.locked.some(({ start, end }) => start < moved.end && moved.start < end) ? undefined : moved;
  }

  private applied(corrections: readonly Correction[]): string {
    let [text, at] = ['', 0];
    for (const { start, end, instead } of corrections.toSorted((a, b) => a.start - b.start)) {
      text += this.source.slice(at, start) + instead;
      at = end;
    }
    return text + this.source.slice(at);
  }
}

const correctionOf = ({ start, end, text, kind, reason }: Slip, instead: string): Correction =>
  ({ start, end, text, instead, kind, reason });
