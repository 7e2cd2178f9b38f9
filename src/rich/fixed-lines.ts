import { suffix } from '../core/text/borders.ts';
import { isClosing, isGreeting, isSignedName } from '../core/text/letter-forms.ts';
import { wordTokens, type Span } from '../core/text/words.ts';
import { labelOf } from './label.ts';

/**
 * The kind of a sentence that nobody wants rewritten: a greeting, a farewell with the names and addresses below it, a heading, what
 * is quoted from another text, a single word, or a line that is no sentence (fields, tags, addresses, rows of tables).
 */
export type Fixed = 'greeting' | 'signature' | 'heading' | 'quotation' | 'word' | 'line';

/** The most sentences below a farewell that may belong to it, and above the body that may be the head of a letter. */
const BELOW = 12;
/** The most words of a heading, and of one in ordinary letters and without a number. */
const [LONGEST_TITLE, LONGEST_HEADING] = [12, 8];
/** The number of words below which a list item is no sentence, and the most words of a value that make its field no sentence. */
const [ITEM, VALUE] = [4, 4];
/** The number of words that are prose with a stop, wherever they stand. */
const PROSE = 4;

/** Words that titles and names do not have: subjects, auxiliaries (*May* in a date is none), requests, a past tense before its object. */
const clue = new RegExp(
  '(?:^|[^\\p{L}])(?:i|we|you|he|she|they|it|am|is|are|was|were|has|have|had|do|does|did|will|would|can|could|shall|should|' +
    '(?<!\\d\\s)may(?!\\s\\d)|might|must|' +
    "\\p{L}+n['’]t|\\p{L}+['’](?:re|ve|ll|m)|let['’]s|please|cannot|" +
    '\\p{L}{2,}ed\\s+(?:the|an?|our|his|her|their|its|this|that|to|us|them))(?![\\p{L}])',
  'iu',
);
const asked = /^(?:how|why|what|when|where|who|which|whose)(?!\p{L})/iu;
const ended = /[.!?…]["'”’)\]]*[\s\p{Extended_Pictographic}\u{fe0f}]*$/u;
const postscript = /^p\.?\s?p?\.?\s?s\b/iu;
const mailField = /^(?:from|to|cc|bcc|subject|sent|date|re|fwd?|reply-to)\s*:\s/iu;
const quoted = /^>|^On\s.{4,120}\swrote:$|^-{2,}\s*(?:original|forwarded) message\s*-{2,}|^begin forwarded message/iu;
const boilerplate = new RegExp(
  '^(?:sent from (?:my|a|the)\\s|get outlook|please consider the environment|confidentiality notice|' +
    'this (?:e-?mail|message|communication)\\b.{0,60}\\b(?:confidential|intended|privileged))',
  'iu',
);
const markdownHeading = /^(?:#{1,6}\s|\*\*[^*]+\*\*:?$|__[^_]+__:?$)/u;
const address = /^(?:https?:\/\/|www\.)\S+$|^\S+@\S+\.\S+$/iu;
/** A word, counted quickly: what stands between spaces and has a letter or digit. */
const worded = /[\p{L}\p{N}]\S*/gu;
/** The heading of a list of the texts that were read. */
const cited = /^\P{L}*(?:references|bibliography|works cited)\P{L}*$/iu;
const tags = /^(?:[#@][\p{L}\p{N}_]+[\s,]*)+$/u;

/** A sentence with what stands around it. */
interface Placed {
  readonly text: string;
  /** The number of words beside the label of a list. */
  readonly words: number;
  readonly label: ReturnType<typeof labelOf>;
  /** Tells whether nothing else stands on its line. */
  readonly alone: boolean;
  /** Tells whether it is the last one. */
  readonly last: boolean;
  /** Tells whether a blank line stands below it, or a line that is no item of the same list. */
  readonly apart: boolean;
}

/** Facts from the sentences before one. */
interface Before {
  /** The number of sentences since a farewell; Infinity where there was none, or prose since. */
  readonly sinceClosing: number;
  /** Tells whether there was prose, or so much else that a bare name greets nobody any more. */
  readonly inBody: boolean;
}

/**
 * Says what each sentence of a text is that is left alone when the text is rewritten; undefined for prose. A text of one sentence is prose.
 * @param sentences of the text, as `splitSentences` gives them
 */
export function fixedLines(text: string, sentences: readonly Span[]): (Fixed | undefined)[] {
  if (sentences.length < 2) return sentences.map(() => undefined);
  let before: Before = { sinceClosing: Infinity, inBody: false };
  /** Tells whether the last heading was that of a list of references. */
  let isCited = false;
  return sentences.map((_, index) => {
    const placed = placedAt(text, sentences, index);
    const kind = kindOf(placed, before) ?? (isCited ? 'line' : undefined);
    const closes = kind === 'signature' && isClosing(placed.text);
    const sinceClosing = kind === undefined ? Infinity : closes ? 0 : before.sinceClosing + 1;
    if (kind === 'heading' || kind === 'word') isCited = cited.test(placed.text);
    before = { sinceClosing, inBody: before.inBody || kind === undefined || index + 1 >= BELOW };
    return kind;
  });
}

function placedAt(text: string, sentences: readonly Span[], index: number): Placed {
  const span = sentences[index] ?? { text: '', start: 0, end: 0 };
  const [above, below] = [sentences[index - 1], sentences[index + 1]];
  const gap = below === undefined ? '' : text.slice(span.end, below.start);
  const begins = above === undefined || text.slice(above.end, span.start).includes('\n');
  const label = begins ? labelOf(span.text) : undefined;
  const own = span.text.slice(label?.length ?? 0);
  return {
    text: own,
    words: own.match(worded)?.length ?? 0,
    label,
    alone: begins && (below === undefined || gap.includes('\n')),
    last: below === undefined,
    apart: below === undefined || /\n\s*\n/u.test(gap) || labelOf(below.text) === undefined,
  };
}

function kindOf(placed: Placed, before: Before): Fixed | undefined {
  const { text, words, alone } = placed;
  if (quoted.test(text)) return 'quotation';
  if (alone && mailField.test(text)) return 'line';
  if (postscript.test(text)) return undefined;
  if (isGreeting(text) || (alone && !before.inBody && /,$/u.test(text) && isSignedName(text.slice(0, -1)))) return 'greeting';
  if (isSigned(placed, before)) return 'signature';
  if (words === 0) return 'line';
  if (alone && (address.test(text) || tags.test(text) || isRow(text))) return 'line';
  if (alone && markdownHeading.test(text)) return 'heading';
  if (words === 1) return 'word';
  if (!alone || (ended.test(text) && !isEndedTitle(text))) return undefined;
  return unendedKind(placed);
}

/** Tells whether a sentence ends a letter, or stands below what does. */
function isSigned({ text, words, alone, last }: Placed, { sinceClosing, inBody }: Before): boolean {
  if (boilerplate.test(text)) return true;
  if (alone && inBody && isClosing(text)) return true;
  const isProse = words >= PROSE && (ended.test(text) || clue.test(text));
  if (sinceClosing < BELOW && !isProse) return true;
  return last && alone && inBody && isSignedName(text);
}

/** Tells the kind of a line that no stop ends. */
function unendedKind({ text, words, label, last, apart }: Placed): Fixed | undefined {
  if (isField(text)) return 'line';
  if (label !== undefined && (label.number === undefined || !apart)) return words < ITEM ? 'line' : undefined;
  if (last) return undefined;
  return isHeading(text, words) ? 'heading' : undefined;
}

function isHeading(text: string, words: number): boolean {
  const isShort = words <= LONGEST_HEADING;
  if (words > LONGEST_TITLE || /[,;]$/u.test(text)) return false;
  if (isTitle(text)) return true;
  return isShort && !/^\p{Ll}/u.test(text) && (asked.test(text) || /^\p{N}/u.test(text) || !clue.test(text));
}

/** Tells whether most words begin with a capital, or all letters are capitals. */
function isTitle(text: string): boolean {
  const long = wordTokens(text).filter(({ text: word }) => word.length > 3 && /\p{L}/u.test(word));
  const capitals = long.filter(({ text: word }) => /^\p{Lu}/u.test(word));
  return /^[^\p{Ll}]*$/u.test(text) || (long.length > 1 && capitals.length >= 0.8 * long.length);
}

/** Tells whether a line is a title or name that ends in a question mark or an abbreviation: `Who Was Shakespeare?`, `Otter & Sons Ltd.` */
const isEndedTitle = (text: string): boolean => (text.endsWith('?') ? isTitle(text) : suffix.test(text) && !/(?:^|\s)\p{Ll}/u.test(text));

/** Tells whether a line names a field and its value: `Present: Anna, Ben, Carla`, `Date: 12 May 2024`. */
function isField(text: string): boolean {
  const [, value] = /^\p{Lu}[\p{L}\p{N}'’ /-]{0,30}:\s+(\S.*)$/u.exec(text) ?? [];
  if (value === undefined || clue.test(value)) return false;
  const words = wordTokens(value);
  const marked = words.filter(({ text: word }) => /^[\p{Lu}\p{N}]/u.test(word));
  return words.length <= VALUE || marked.length >= 0.6 * words.length;
}

/** Tells whether a line is a row of a table. */
const isRow = (text: string): boolean => /\t/u.test(text.trim()) || (text.match(/\|/gu) ?? []).length > 1;
