/** Numbers from 0 to 1, the same for the same seed (mulberry32, Tommy Ettinger). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The markup and code of which each would set `globalThis.harmed` if it were taken for such. */
const markup = [
  '<img src=x onerror="globalThis.harmed=1">',
  '<script>globalThis.harmed=1</script>',
  '"><svg onload=globalThis.harmed=1>',
  '</textarea><script>globalThis.harmed=1</script>',
  '<iframe srcdoc="<script>parent.harmed=1</script>"></iframe>',
  '<a href="javascript:globalThis.harmed=1">here</a>',
  '<details open ontoggle=globalThis.harmed=1>',
  '{{constructor.constructor("globalThis.harmed=1")()}}',
  '${globalThis.harmed=1}',
  '<style>*{background:url(//elsewhere.test)}</style>',
  '<b>bold</b>',
  '&lt;i&gt; &#0; &amp;',
  '<!-- -->',
  ']]>',
  '<base href="//elsewhere.test">',
];
const words = [
  'The',
  'committee',
  'decided',
  "didn't",
  'postpone',
  'meeting',
  'until',
  'Dr.',
  'e.g.',
  'U.S.',
  '3.14',
  '10,000',
  'well-known',
  "plan's",
  'constructor',
  '__proto__',
  'valueOf',
  'toString',
  'hasOwnProperty',
  'NaN',
  'null',
  '–',
  '…',
  '“quoted”',
  'www.example.com/a?b=c',
];
const controls = [
  '\0',
  '\u0001',
  '\b',
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  '\r\n',
  '\u001b[31m',
  '\u007f',
  '\u0085',
  '\u00ad',
  '\u200b',
  '\u2028',
  '\u2029',
  '\u2060',
  '\ufeff',
  '\ufffe',
  '\uffff',
];
const rightToLeft = [
  'שלום',
  'עולם',
  'مرحبا',
  'بالعالم',
  '\u202e',
  '\u202b',
  '\u2067',
  '\u2069',
  '\u202c',
  '\u200f',
  'abc',
  '123',
  'ﷺ',
  '؟',
];
const emoji = [
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '👍🏽',
  '🇩🇪',
  '1️⃣',
  'e\u0301',
  `Z${'\u0341\u0317\u0489'.repeat(12)}`,
  '𝒜',
  '漢字',
  'กำ',
  'ß',
  'İ',
  'ǆ',
  'ﬁ',
  '가',
  'नमस्ते',
];
const halves = ['\ud83d', '\ude00', '\ud800\ud800', '\udfff\ud800', 'a\udc00b', '😀'];

/** Characters (UTF-16 units) of the long ones; every so manieth is one. */
const LONG = 100_000;
const EVERY = 31;

type Pick = (from: readonly string[]) => string;

/**
 * Texts nobody would write and every program meets: words, any code points, control characters, right-to-left, markup, halves of surrogate
 * pairs, emoji, and some of 100,000 characters. The same ones for the same seed; of fewer the first ones.
 */
export function randomTexts(count: number, seed: number): string[] {
  const next = randomNumbers(seed);
  const pick: Pick = (from) => from[Math.floor(next() * from.length)] ?? '';
  const anyCodePoint = (): string => {
    const point = Math.floor(next() * (next() < 0.5 ? 0x3000 : 0x110000));
    return String.fromCodePoint(point >= 0xd800 && point < 0xe000 ? point - 0x800 : point);
  };
  const kinds: (() => string)[] = [
    () => pick(words),
    anyCodePoint,
    () => pick(controls),
    () => pick(rightToLeft),
    () => pick(markup),
    () => pick(halves),
    () => pick(emoji),
    () => pick([...words, ...controls, ...rightToLeft, ...markup, ...halves, ...emoji]),
  ];
  const filled = (part: string): string => part.repeat(Math.ceil(LONG / part.length)).slice(0, LONG);
  const long = [
    'word\n',
    `${pick(markup)} `,
    'word ',
    'a',
    'One sentence. And <b>another</b>!\n',
    '\u202e\ud83d',
    '\n',
    'e.g. ',
    '1. ',
    'J. ',
    '"',
    '\u0301',
    '👩‍👩‍👧‍👦',
    'שלום ',
    '\0',
    `${words.join(' ')} `,
  ].map(filled);
  return Array.from({ length: count }, (_, i) => {
    const whole = i % EVERY === EVERY - 1 ? long[Math.floor(i / EVERY) % long.length] : undefined;
    if (whole !== undefined) return whole;
    const kind = kinds[i % kinds.length] ?? anyCodePoint;
    const between = next() < 0.7 ? ' ' : '';
    // Most hold some plain words too: text without any never reaches the model.
    return (
      Array.from({ length: Math.floor(next() * 24) }, () => (next() < 0.4 ? pick(words) : kind())).join(between) +
      pick(['', '.', '!', '\n', ' '])
    );
  });
}

/** The texts of a run: 500, or the first of them as an environment variable says; all 500 take minutes. */
export function fuzzTexts(most: string | undefined): string[] {
  return randomTexts(500, 20_261_121).slice(0, most === undefined ? 64 : Number(most));
}
