import type { ScoreRequest } from '../decoding/step-model.ts';
import { OtherwiseError, throwIfAborted } from '../errors.ts';
import type { Correction } from '../protocol.ts';
import { unsplit } from '../quality/joined.ts';
import { possibleSlips, type Slip } from '../quality/slips.ts';
import { characterDistance } from '../text/edit-distance.ts';
import type { RequestContext } from './context.ts';
import { total } from './read-pairs.ts';

/** A correction has to make the text likelier as English by so many nats, where only the sentence tells that a word is a slip. */
const GAIN = 4.5;
/** The most letters that a slip changes in a word of at most SHORT letters, and in a longer one. */
const [SHORT, LETTERS] = [5, { short: 1, long: 2 }] as const;
/** At most so many slips of this kind are corrected, one after the other. */
const MOST = 6;

/** A text without its slips, and its corrections in UTF-16 offsets of the text as it was. */
export interface Mended {
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/**
 * Corrects the slips of a text and changes nothing else. First it corrects what the proofreader finds, then what only the model can tell:
 * how much likelier the text becomes as English.
 * @param text clean @param locked stretches of it that stay
 * @throws OtherwiseError `bad-request` where no proofreader is loaded, `aborted`, and what the model throws
 */
export async function mended(
  text: string, request: RequestContext, locked: readonly { start: number; end: number }[] = [],
): Promise<Mended> {
  const { tools } = request;
  if (!tools.proofread) throw new OtherwiseError('bad-request', 'The aim clean needs the proofreader, which is not loaded.');
  const edits = new Edits(text, locked);
  for (const finding of await tools.proofread(text)) {
    const slip = finding.kind === 'spelling' ? ofThePen(finding, request) : finding;
    const instead = slip && await likeliest(edits, slip, request);
    if (slip && instead !== undefined) edits.add(slip, instead);
  }
  for (let count = 0; count < MOST; count += 1) {
    const slips = possibleSlips(edits.text, tools.inflector).map((slip) => edits.inSource(slip)).filter((slip) => slip !== undefined);
    const options = slips.flatMap((slip) => slip.instead.map((instead) => ({ slip, instead })));
    const [now = 0, ...costs] = await surprisals([edits.text, ...options.map(({ slip, instead }) => edits.with(slip, instead))], request);
    const best = options.map((option, i) => ({ ...option, gain: now - (costs[i] ?? Infinity) })).toSorted((a, b) => b.gain - a.gain)[0];
    if (!best || !(best.gain >= GAIN)) break;
    edits.add(best.slip, best.instead);
  }
  return { text: edits.text, corrections: edits.corrections };
}

/**
 * Gives a misspelling with the words that are nearest to it, few letters away, or two words where they may be meant (`unsplit`).
 * Undefined where no word is near enough, and for a word that is not to be corrected: one with a capital, a digit or a foreign letter
 * (a name or code), or one in the inflection table (which has British spellings).
 */
function ofThePen(found: Slip, { tools }: RequestContext): Slip | undefined {
  if (/\s/u.test(found.text)) return found;
  if (!/^[a-z'’]+$/u.test(found.text) || tools.inflector.knows(found.text)) return undefined;
  const slip = unsplit(found, tools);
  const most = slip.text.length <= SHORT ? LETTERS.short : LETTERS.long;
  const letters = (word: string): string => [...word].toSorted().join('');
  const apart = (word: string): number => (letters(word) === letters(slip.text) ? 1 : characterDistance(slip.text, word));
  const least = Math.min(...slip.instead.map(apart));
  return least > most ? undefined : { ...slip, instead: slip.instead.filter((word) => apart(word) === least) };
}

/** The likeliest of the words that may replace a slip, by the model; the first one where the model can't tell. */
async function likeliest(edits: Edits, slip: Slip, request: RequestContext): Promise<string | undefined> {
  if (slip.instead.length < 2) return slip.instead[0];
  const costs = await surprisals(slip.instead.map((instead) => edits.with(slip, instead)), request);
  const best = costs.indexOf(Math.min(...costs));
  return slip.instead[Math.max(0, best)];
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
