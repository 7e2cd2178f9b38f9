/** A stretch of a text that comes back letter for letter; UTF-16 offsets. */
export interface ProtectedSpan {
  readonly start: number;
  readonly end: number;
  /**
   * The way in which a model meets it. `seen`: it reads the words as they are. `name`, `number`: it reads a name or a number in its place.
   * The others it does not read; they are set back beside their words: `opening` before the next word, `closing` behind the last one,
   * `beside` either of them; `loose` (an emoji) wherever these words are gone.
   */
  readonly as: 'seen' | 'name' | 'number' | 'opening' | 'closing' | 'beside' | 'loose';
}

type Sort = ProtectedSpan['as'];

const number = 'count|num(?:ber)?|total|amount|qty|quantity|days?|hours?|minutes?|seconds?|price|percent|n|age|size';
const tld = 'com|org|net|edu|gov|io|dev|app|ai|co|info|biz|eu|uk|de|fr|es|it|nl|ch|at|us|ca|au|jp|in|br|ru|cn|me|tv';
const ending = 'md|txt|json|jsonl|ya?ml|toml|ini|cfg|conf|csv|tsv|xml|html?|css|js|ts|tsx|jsx|py|rb|rs|go|java|cpp|sh|exe|dll|' +
  'zip|gz|tar|pdf|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|mp[34]|log|bak|sql|db|lock|env';
const emoji = '(?:\\p{Regional_Indicator}{2}|[#*0-9]\\ufe0f?\\u20e3|(?![\\u00a9\\u00ae\\u2122](?!\\ufe0f))\\p{Extended_Pictographic}' +
  '(?:\\ufe0f|\\p{Emoji_Modifier})*(?:\\u200d\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})*)*)';
const move = '(?:O-O(?:-O)?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8](?:=[QRBN])?)[+#]?[!?]{0,2}';
const element = '(?:A[cglmr-u]|B[aeikr]?|C[adeflmorsu]?|Dy|E[rsu]|F[emr]?|G[ade]|H[efgo]?|I[nr]?|K[r]?|L[airu]|M[dgnot]|N[abdeiop]?|' +
  'O[gs]?|P[abdmotu]?|R[abefghnu]|S[bceimnr]?|T[abcehilms]|U|V|W|Xe|Yb?|Z[nr])';
const digits = '[\\d\\u2080-\\u2089]*';
const operand = `\\d*(?:\\(?${element}${digits}\\)?${digits})+`;
const sum = `${operand}(?:\\s\\+\\s${operand})*`;
const compound = `\\d*(?=[A-Za-z]*[\\d()a-z])(?:\\(?${element}${digits}\\)?${digits}){2,}(?:[\\u207a\\u207b]|\\^?\\d*[+-](?=\\s|$))?`;

/**
 * The patterns of what is no prose in a text, of which the first that fits counts: placeholders of programs, addresses, notations, names
 * and tags of networks, marks of layout.
 */
const kinds: readonly (readonly [Sort, string])[] = [
  // Placeholders that programs fill in.
  ['number', `\\{\\{\\s*(?:[\\w.]*[._])?(?:${number})\\s*\\}\\}|\\$?\\{(?:\\w*_)?(?:${number})\\}`],
  ['number', '(?<!\\d)%(?:\\d+\\$)?[-+0]*\\d*(?:\\.\\d+)?(?:hh?|ll?)?[diufge](?![\\p{L}\\d])'],
  ['name', '\\{\\{[^{}]*\\}\\}|\\{%[^%]*%\\}|<%[^%]*%>|\\[\\[[^\\[\\]]*\\]\\]|[$#@%]?\\{(?:[^{}]|\\{(?:[^{}]|\\{[^{}]*\\})*\\})*\\}'],
  ['name', '(?<!\\d)%(?:\\d+\\$)?[-+#0 ]?\\d*[sxXoc@](?![\\p{L}\\d])|%\\([\\w.]+\\)[sdif]'],
  ['name', '%[A-Za-z]\\w+%|(?<=^|\\s):[a-z_]\\w{2,}\\b(?!:)|__[A-Z][A-Z0-9_]*__'],
  ['name', '(?<![\\w$])\\$(?:[A-Z_][A-Z0-9_]*|[a-z_]\\w*)\\b|\\[\\p{Lu}[^\\[\\]]{0,40}\\](?![([])'],
  // Code, formulas and comments.
  ['name', '(`{1,3})(?!`).+?(?<!`)\\1(?!`)|<!--.*?-->|\\$[^$\\s](?=[^$]*[\\\\^_=])[^$]*\\$|\\\\\\(.+?\\\\\\)|\\\\[a-z]+(?:\\{[^{}]*\\})+'],
  // Addresses.
  ['name', '<(?:https?:\\/\\/|mailto:)[^<>\\s]+>|!\\[[^\\]]*\\]\\([^()\\s]*(?:\\s"[^"]*")?\\)'],
  ['name', '<(code|kbd|samp|var|tt|pre)\\b[^<>]*>.*?<\\/\\1\\s*>'],
  // Tags in pairs and alone, and text that a model would take for its control tokens.
  ['name', '<\\|[^|<>\\s]*\\|>|<\\/?s>(?!.*<\\/s>)'],
  ['opening', '<(?!\\/)([A-Za-z][\\w:-]*|\\d+)(?:\\s[^<>]*)?(?<!\\/)>(?=.*<\\/\\1\\s*>)'],
  ['closing', '<\\/[A-Za-z][\\w:-]*\\s*>|<\\/\\d+\\s*>'],
  ['beside', '<(?:br|hr|img|wbr)\\b[^<>]*>|<[A-Za-z\\d][^<>]*\\/>'],
  // Links, and addresses outside tags.
  ['closing', '\\]\\((?:[^()\\s]|\\([^()\\s]*\\))*(?:\\s+"[^"]*")?\\)|(?<=\\w)\\]\\[[^\\]]*\\]|\\[\\^[^\\]\\s]+\\]'],
  ['name', '(?:https?|ftp|file|ssh|git):\\/\\/[^\\s<>"”]*[^\\s<>"”.,;:!?)\\]}’\']|(?:mailto|tel|doi):[^\\s<>"]*[^\\s<>".,;:!?)]'],
  ['name', '[\\p{L}\\p{N}.+_-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+'],
  ['name', `(?<![\\w@.])(?:www\\.)?(?:[a-z0-9-]+\\.)+(?:${tld})\\b(?:[/?#][^\\s<>"”]*[^\\s<>"”.,;:!?)\\]}’'])?(?![\\w@])`],
  ['name', '<[A-Za-z\\d][^<>]{0,200}>'],
  // Names and tags of networks: an addressee in front of a text is no part of its sentence.
  ['loose', '^(?:@[\\w.-]*\\w\\s+)*@[\\w.-]*\\w(?:\\s*[,:]|(?=\\s+\\p{Lu}))'],
  ['name', '(?<![\\w@.])@[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?'],
  ['name', '(?<![\\w#&])#[\\p{L}\\p{N}_]*[\\p{L}_][\\p{L}\\p{N}_-]*'],
  // Paths, files, versions, identifiers, flags.
  ['name', '(?<![\\w/.])(?:~|\\.{1,2})?\\/(?:[\\w.@-]+\\/)*[\\w.@-]*\\w|(?<!\\w)[A-Za-z]:\\\\[^\\s<>"]*\\w'],
  ['name', `(?<![\\w.])[\\w-]+(?:\\.[\\w-]+)*\\.(?:${ending})\\b(?!\\.\\w)`],
  ['name', '(?<![\\w.])[vV]\\.?\\d+(?:\\.\\d+)*(?:-[\\w.]+)?\\b|(?<![\\w.])\\d+(?:\\.\\d+){2,}(?:-[\\w.]+)?\\b(?!\\.\\d)'],
  ['name', '(?<![\\w-])--[a-z][\\w-]*|\\b[\\p{L}\\d]+(?:_[\\p{L}\\d]+)+\\b(?:\\(\\))?|\\b[a-z]\\w*(?:\\.\\w+)*\\(\\)'],
  ['seen', '&(?:[a-z]+|#\\d+);'],
  // Chess, chemistry, and codes of letters and digits.
  ['name', `(?<![\\w.])\\d{1,3}\\.(?:\\.\\.)?\\s?${move}(?:\\s(?:\\d{1,3}\\.(?:\\.\\.)?\\s?)?${move})*(?!\\w)`],
  ['seen', `(?<![\\w.])(?:O-O(?:-O)?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8])[+#]?(?!\\w)`],
  ['name', `(?<!\\w)${sum}\\s(?:→|->|⇌)\\s${sum}(?!\\w)`],
  ['seen', `(?<![\\w-])${compound}(?!\\w)`],
  ['seen', '(?<![\\w#@.-])\\p{L}+-?\\d[\\p{L}\\d]*(?:-\\d+)?(?![\\p{L}\\d])'],
  // Emoji and signs.
  ['loose', `${emoji}+`],
  ['loose', "(?<=^|\\s)(?::[a-z][a-z0-9_+-]+:|[:;=]['’]?-?[)(\\]\\[DPpO/|]+|<3+)(?=\\s|$|[.!?,])"],
  ['closing', '[\\u00ae\\u2122\\u2120]'],
  ['opening', '[\\u00a9\\u2117]\\s?(?=[\\p{L}\\p{N}])'],
  // Emphasis: its marks come in pairs, which are matched below.
  ['opening', '(?<![\\w*_~\\\\])(?:\\*{1,3}|_{1,3}|~~|==)(?=[^\\s*_~=])'],
  ['closing', '(?<=[^\\s*_~=\\\\])(?:\\*{1,3}|_{1,3}|~~|==)(?![\\w*_~])'],
  ['opening', '\\[(?=[^\\[\\]]*\\](?:\\(|\\[))'],
];

const finder = kinds.map(([as, source]) => ({ as, pattern: new RegExp(source, 'gu') }));

const isEmphasis = (mark: string): boolean => /^(?:[*_~]+|==)$/u.test(mark);

/**
 * Finds what is no prose in a text and has to come back letter for letter: placeholders (`{{first_name}}`, `%1$s`, `$NAME`), tags, inline
 * code, Markdown's links and emphasis, addresses, paths, versions, notations (1.e4 e5, H2SO4), @names, #tags, emoji and signs (™).
 * @returns spans in order that do not overlap
 */
export function markupSpans(text: string): ProtectedSpan[] {
  const taken = new Uint8Array(text.length);
  const spans: ProtectedSpan[] = [];
  for (const { as, pattern } of finder) {
    for (const { 0: form, index: start } of text.matchAll(pattern)) {
      const end = start + form.length;
      if (form === '' || taken.subarray(start, end).some(Boolean)) continue;
      taken.fill(1, start, end);
      spans.push({ start, end, as });
    }
  }
  return paired(text, spans.toSorted((a, b) => a.start - b.start));
}

/** Leaves out marks of emphasis that lack a partner: an asterisk or underscore alone is only that. */
function paired(text: string, spans: readonly ProtectedSpan[]): ProtectedSpan[] {
  const marks = spans.map(({ start, end }) => text.slice(start, end));
  const open: number[] = [];
  const alone = new Set([...spans.keys()].filter((at) => isEmphasis(marks[at] ?? '')));
  for (const at of [...alone]) {
    const place = open.findLastIndex((other) => marks[other] === marks[at]);
    const partner = spans[at]?.as === 'closing' ? open[place] : undefined;
    if (partner !== undefined) {
      for (const one of [partner, at]) alone.delete(one);
      open.splice(place);
    } else if (spans[at]?.as === 'opening') open.push(at);
  }
  return spans.filter((_, at) => !alone.has(at));
}
