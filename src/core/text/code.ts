/** Signs of a line of code, of markup or of a shell; prose has one of them now and then, hardly two. */
const signs: readonly RegExp[] = [
  /[;{}]\s*$/u,
  /=>|===?|!=|[-+*]=|&&|\|\||::|->|<\/|\/>|\{\s*$/u,
  /\p{Ll}[\p{L}\d_]*\((?!e?s\))/u,
  /\b\p{Ll}+(?:\p{Lu}\p{Ll}+)+\b|\b\p{Ll}+_\p{Ll}+\b/u,
  /(?:^|\s)[\p{L}_][\p{L}\d_.]* = \S/u,
  /(?:^|\s)--?[a-z][a-z-]*(?=\s|=|$)/u,
  /["'][\p{L}\d_]+["']\s*:/u,
  /\{[^{}]*[:;][^{}]*\}/u,
  /^\s*<[a-z][^>]*>/u,
  /^(?:\$ )?(?:sudo|git|npm|npx|pip|docker|curl|cd|ls|grep) /u,
];
/** Beginnings that are enough to tell code. */
const beginning = new RegExp(
  [
    '#include\\s*[<"]', '#!/', '<\\?', '//\\s', 'import [\\w.]+(?: as \\w+)?;?$', 'import .* from ["\']', 'from [\\w.]+ import ',
    'def \\w+\\(', '(?:const|let|var) [\\w{}, ]+ = ', '(?:public|private|protected) (?:static )?[\\w<>\\[\\]]+ \\w+',
    'SELECT .+ FROM ', 'INSERT INTO ', 'function \\w*\\(',
  ].map((one) => `^\\s*${one}`).join('|'),
  'u',
);
const LEAST = 2;

/** Tells whether a text is code rather than prose: it begins like a line of a program, or has two signs of one. */
export const isCode = (text: string): boolean => beginning.test(text) || signs.filter((sign) => sign.test(text)).length >= LEAST;
