/** A sentence with its frame; joined, the three parts are the text. */
export interface Framed {
  readonly before: string;
  readonly core: string;
  readonly after: string;
}

/** A dash of dialogue or of a list, a bullet; `(a)`, `(iv)`, `( 21 )`, `3.`, `b)`. A dash before a digit is a minus. */
const label = /^(?:[-–—]+\s*(?![\d\s])|[•·*]\s*|\(\s?(?:\p{L}|[ivx]{2,5}|\d{1,3})\s?\)\s+|(?:\d{1,3}|\p{Ll})\)\s+|\d{1,3}\.\s+)/u;
const opening = /^["“„«]+/u;
const closing = /["”“»]+$/u;
const quote = /["“”„«»]/u;
const listEnd = /\s*[;:,]$/u;

/**
 * Splits a sentence into its source (`core`) and its frame: the label or dash of a list or dialogue in front of it, the quotation marks
 * around all of it, the comma or semicolon of a list behind it. The frame belongs to the place of a sentence, not to its meaning, so only
 * the source is rewritten, and its rewrites are set into the same frame.
 *
 * A mark without its partner at either end belongs to the frame too. Marks that do not go round the whole (`“Yes,” he said, “at once.”`)
 * stay in the source.
 * @returns an empty frame where the source would have no letter
 */
export function framed(sentence: string): Framed {
  let before = label.exec(sentence)?.[0] ?? '';
  let core = sentence.slice(before.length);
  let after = listEnd.exec(core)?.[0] ?? '';
  core = core.slice(0, core.length - after.length);
  const [left, right] = [opening.exec(core)?.[0] ?? '', closing.exec(core)?.[0] ?? ''];
  const inner = core.slice(left.length, core.length - right.length);
  const alone = (left === '') !== (right === '') && !quote.test(inner);
  if ((alone || (left !== '' && right !== '' && wraps(inner))) && left.length + right.length < core.length)
    [before, core, after] = [before + left, inner, right + after];
  return /\p{L}/u.test(core) && core === core.trim() ? { before, core, after } : unframed(sentence);
}

/** Returns a sentence as it stands, with an empty frame. */
export const unframed = (sentence: string): Framed => ({ before: '', core: sentence, after: '' });

/** The settings that decide which frame stays around a sentence. */
interface Framing {
  readonly setsAside: boolean;
  readonly avoid: readonly string[];
  readonly require: readonly string[];
}

/** Splits a sentence for a request; the frame is empty where it has a word that a constraint may mean. */
export function frameOf(sentence: string, { setsAside, avoid, require }: Framing): Framed {
  const frame = framed(sentence);
  const constrained = avoid.length + require.length > 0 && /[\p{L}\p{N}]/u.test(frame.before);
  return constrained || !setsAside ? unframed(sentence) : frame;
}

/** Tells whether the marks outside belong together: the next one inside, if any, opens another quotation instead of closing theirs. */
function wraps(inner: string): boolean {
  const at = inner.search(quote);
  return at < 0 || (at > 0 && /[\s([—–-]/u.test(inner[at - 1] ?? ''));
}
