import { splitSentences } from './sentences.ts';
import { capitalised, casingOf } from './casing.ts';

/** A place where a sentence could be cut in two. */
export interface Border {
  /** The end of the left part, without the mark between the two, UTF-16. */
  readonly end: number;
  /** The beginning of the right part, UTF-16. */
  readonly start: number;
  /** The cost of a cut here: low at a semicolon, high where only a conjunction parts two clauses. */
  readonly cost: number;
}

const any = (words: string): string => `(?:${words.replaceAll(' ', '|')})`;

const joining = any('and but or nor yet so');
const subjects = any('I he she it we they there you these those everyone everybody nobody someone somebody');
const behindVerb = any(
  'a an the this that these those my your his her its our their no not to him them us me it how what why when where who all every some',
);
/** Verb forms that are finite in every context. */
const finite = any(
  'am is are was were has have had do does did will would can could may might must shall should cannot went came saw took gave began ' +
    'wrote knew became ran spoke grew fell rose drove flew ate drank chose broke wore threw sang swam forgot ' +
    'begins goes comes takes makes gives says means seems becomes remains contains includes depends belongs stands keeps allows starts',
);
/** Verb forms that may be finite. Words in -ed may be participles too, and nouns end in -s as well. */
const unclear = any(
  'said told made felt got kept left lost met paid put sat sent stood thought found brought held led read won sold built lay meant ' +
    'think believe say know argue expect suggest agree want need make take give see',
);
/** Auxiliaries that come before their subject in a question, and after “nor”. */
const turned = any('did do does is are was were has have had can could will would should');
const adverbs = any(
  'then now later soon still thus therefore hence however instead moreover meanwhile also nevertheless eventually finally perhaps often',
);
const subordinating = any(
  'when whenever if although though because while as after before since unless until till whereas whether once where who whose which ' +
    'that having being than like including',
);

const isObject = `(?=${behindVerb}\\b|\\d)`;
/** A word that is most probably the verb of a clause. */
const verb = `(?<!\\bto )\\b(?:${[
  `${finite}(?:n['’]t)?\\b`,
  `(?:${unclear}|\\p{L}{2,}ed)(?: ${isObject}|(?!\\p{L})(?=\\W*$))`,
  `\\p{L}{3,}s ${isObject}(?!to |that )`,
].join('|')})`;
/** A word that may be the verb of a clause. */
const hasVerb = new RegExp(`${verb}|(?<!\\bto )\\b(?:I|he|she|we|they|you|${unclear}|\\p{L}{2,}ed)\\b`, 'u');
const subject = `(?!${joining} |${adverbs} )(?:(?!\\b${subordinating}\\b)[^,;:()“”"—–])+?`;
/** A clause begins with its subject and verb, before anything else. */
const clause = new RegExp(
  `^(?:${joining} )?(?:${adverbs},? )?(?:(?:${turned} )?${subjects}\\b|${turned} the |${subject}${verb})`,
  'iu',
);
const verbal = `(?:${finite}|${unclear}|\\p{L}{2,}(?:ed|s))`;
/** A remark that can become a sentence with “This”: “, which meant that …”, unless its sentence goes on behind it. */
const remark = new RegExp(
  `^which (?![^,;]*, (?:\\p{L}+ly )?${verbal}\\b)${verbal} (?!${any('he she it we they I you')}\\b)`,
  'u',
);
/** A relative clause or an aside. The noun that it describes may still wait for its verb. */
const aside = /, (?:which|who|whose|whom|where)\b[^,;]*(?=,|;|$)|(?: [–-] |—|--).*?(?: [–-] |—|--|$)/gu;
/** A clause that needs another one beside it; one that began with “which” has become a remark. */
const dependent = new RegExp(`^(?:${joining} )?(?!which )(?:${subordinating}|\\p{L}+ing)\\b`, 'iu');

/** The marks that may part two clauses; each costs more than the one before it. */
const marks: readonly { readonly mark: RegExp; readonly cost: number; readonly before: RegExp }[] = [
  { mark: /\s*;\s+/gu, cost: 0.4, before: /./u },
  { mark: /:\s+(?!["“‘])|\s+(?:–|--?)\s+|\s*—\s*/gu, cost: 0.7, before: clause },
  { mark: new RegExp(`,\\s+(?=${joining}\\s)`, 'gu'), cost: 0.8, before: clause },
  { mark: /,\s+(?=which\s)/gu, cost: 1.6, before: remark },
  { mark: /,\s+(?!["“‘])/gu, cost: 1.6, before: clause },
  { mark: new RegExp(`\\s+(?=${any('and but so')}\\s)`, 'gu'), cost: 1.8, before: clause },
];

/** The UTF-16 units around a border that are looked at: no clause needs more to show that it is one. */
const LOOK = 160;

/** Tells whether a part of a sentence can stand alone: it has a verb of its own, and is not only when or why something happens. */
export function standsAlone(part: string): boolean {
  const plain = part.replace(/\s+/gu, ' ').replace(/^[\s"'“‘([]+/u, '');
  return hasVerb.test(plain.replace(aside, '')) && (!dependent.test(plain) || plain.includes(','));
}

/** Finds every place where a sentence could be cut in two, in order: outside of brackets and quotations, before what reads as a clause. */
export function borders(sentence: string): Border[] {
  const hidden = shelter(sentence);
  const places = new Map<number, Border>();
  for (const { mark, cost, before } of marks) {
    for (const match of sentence.matchAll(mark)) {
      const [end, start] = [match.index, match.index + match[0].length];
      const right = sentence.slice(start, start + LOOK).replace(/\s+/gu, ' ');
      if (hidden[end] === 1 || places.has(start) || !before.test(right)) continue;
      if (isRead(sentence.slice(0, end), sentence.slice(start, start + LOOK))) places.set(start, { end, start, cost });
    }
  }
  return [...places.values()].toSorted((a, b) => a.start - b.start);
}

/** Makes a sentence of a part: with a capital letter, and with `mark` at its end unless it has an end. */
export function asSentence(part: string, mark = '.'): string {
  const sentence = part.replace(/^which(?=\s+(\S+))/u, (_, next: string) => (/^(?:are|were|have)$/u.test(next) ? 'these' : 'this'));
  const first = /[\p{L}\p{N}]\S*/u.exec(sentence);
  const opened =
    first !== null && casingOf(first[0]) === 'lower' ? sentence.slice(0, first.index) + capitalised(sentence.slice(first.index)) : sentence;
  if (/[.!?…]["'”’)\]]*$/u.test(opened)) return opened;
  return /[,;:]["”’]$/u.test(opened) ? `${opened.slice(0, -2)}${mark}${opened.slice(-1)}` : opened + mark;
}

/** Tells whether two parts would be read as two sentences: after “U.S.” and before a name they would not. */
function isRead(left: string, right: string): boolean {
  // A word that was cut through is left out.
  const end = left.length > LOOK ? left.slice(-LOOK).replace(/^\S*\s/u, '') : left;
  const head = `${asSentence(end)} `;
  return splitSentences(head + asSentence(right)).some(({ start }) => start === head.length);
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '“': '”', '‘': '’', '«': '»', '"': '"' };

/** Marks every UTF-16 unit with 1 that is within brackets or quotation marks which do not enclose all of the sentence. */
function shelter(sentence: string): Uint8Array {
  const pairs: (readonly [number, number])[] = [];
  const open: { readonly close: string; readonly at: number }[] = [];
  for (const { 0: sign, index: at } of sentence.matchAll(/[()[\]{}“”«»"]|(?<!\p{L})‘|’(?!\p{L})/gu)) {
    const close = closing[sign];
    const partner = close === undefined || close === sign ? open.findLastIndex((other) => other.close === sign) : -1;
    if (partner < 0) {
      if (close !== undefined) open.push({ close, at });
      continue;
    }
    const from = open[partner]?.at ?? at;
    open.length = partner;
    if (from > 0 || /[\p{L}\p{N}]/u.test(sentence.slice(at))) pairs.push([from, at]);
  }
  // The outermost brackets come first: those within them are hidden already.
  const hidden = new Uint8Array(sentence.length);
  let end = 0;
  for (const [from, to] of pairs.toSorted(([a], [b]) => a - b)) if (to > end) hidden.fill(1, Math.max(from, end), (end = to));
  return hidden;
}
