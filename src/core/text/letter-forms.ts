/** Words that may stand in an address besides names. */
const addressed =
  'all|everyone|everybody|team|folks|there|both|guys|again|colleagues?|friends?|sirs?|madam|mums?|moms?|dads?|neighbou?rs?|customers?|' +
  'parents|members|staff|students|readers|world|hiring|manager|committee|editor|ladies|gentlemen|and|or|of|the|to|my|our|dear|valued|you';
const name = `(?:\\p{Lu}[\\p{L}\\p{M}'’.-]*|(?:${addressed})(?![\\p{L}\\p{M}]))`;
const names = `${name}(?:[\\s,&/]+${name}){0,5}`;
const openers =
  "(?:hi|hello|hey|hiya|hallo|howdy|dear|greetings|welcome back|(?:good\\s+)?(?:morning|afternoon|evening)|good\\s+day|g['’]day)" +
  '(?![\\p{L}\\p{M}])';
const signs = '[\\s\\p{Extended_Pictographic}\\u{fe0f}]*';

/** A greeting with its addressee. Capitals tell names, so it is read twice: its first words in any case, the rest as it stands. */
const opens = new RegExp(`^${openers}`, 'iu');
const addressee = new RegExp(`^[\\s,]*(?:${names})?${signs}[,!.:;–—-]*${signs}$`, 'u');
/** The end of a line that is a greeting whatever it names: `Dear hiring manager at Acme,`. */
const called = /[,:]$/u;
const MOST_CALLED = 7;
const formula = /^(?:to whom it may concern|ladies and gentlemen|dear sirs? or madam)[,.:!]?$/iu;

const warmth = '(?:(?:with|my|our|very|kind(?:est)?|best|warm(?:est)?|many|sincere|friendly|cordial|all|good|much|lots\\s+of)\\s+)*';
/** Farewells, the longer ones first: the first that fits is taken. */
const farewells =
  'thank(?:s|\\s+you)\\s+(?:again|in\\s+advance|so\\s+much|very\\s+much|a\\s+lot)|thank\\s+you|thanks|thx|' +
  'yours\\s+(?:sincerely|faithfully|truly|respectfully|ever)|ever\\s+yours|truly\\s+yours|yours|' +
  'sincerely\\s+yours|sincerely|respectfully\\s+yours|respectfully|faithfully|cordially|warmly|fondly|gratefully|' +
  'regards|wishes|greetings|the\\s+best|best|love|hugs|cheers|take\\s+care|see\\s+you\\s+soon|see\\s+you|talk\\s+soon|speak\\s+soon|' +
  'until\\s+then|bye\\s+for\\s+now|bye|appreciation|gratitude|in\\s+solidarity|your\\s+friend|(?:xo)+x?|x{2,4}';
const farewell = new RegExp(`^${warmth}(?:${farewells})(?![\\p{L}\\p{M}])`, 'iu');
const behind = new RegExp(`^(?:\\s+from\\s[^.!?;:,]{1,40}(?=[,!]))?${signs}[,.!–—-]*${signs}$`, 'u');
const signed = new RegExp(`^\\s*[,.!–—-]+\\s*(?:the\\s+)?${names}[.]?$`, 'u');
const signature = /^[–—-]*\s*\p{Lu}[\p{L}\p{M}'’.-]*(?:[\s,&]+\p{Lu}[\p{L}\p{M}'’.-]*){0,3}$/u;

/** Tells whether a line or sentence greets somebody and says no more: `Hi Marta,`, `Dear Sir or Madam:`, `Good morning, everyone!` */
export function isGreeting(line: string): boolean {
  const trimmed = line.trim();
  if (formula.test(trimmed)) return true;
  const opening = opens.exec(trimmed)?.[0];
  if (opening === undefined) return false;
  const rest = trimmed.slice(opening.length);
  return addressee.test(rest) || (called.test(trimmed) && trimmed.split(/\s+/u).length <= MOST_CALLED && !/[,.!?]\s/u.test(rest.trim()));
}

/**
 * Tells whether a line ends a letter and says no more: `Kind regards,`, `Many thanks`, `Love from all of us,`; with a name behind it or
 * without.
 */
export function isClosing(line: string): boolean {
  const trimmed = line.trim();
  const words = farewell.exec(trimmed)?.[0];
  if (words === undefined) return false;
  const rest = trimmed.slice(words.length);
  return behind.test(rest) || signed.test(rest);
}

/** Tells whether a line is a name, as one signs with it: one to four words in capitals, `— Marta`, `Marta Keller`, `The Otter Team`. */
export function isSignedName(line: string): boolean {
  const trimmed = line.trim();
  return signature.test(trimmed) && (!/[.!?]$/u.test(trimmed) || /(?:^|\s)\p{Lu}\.$/u.test(trimmed));
}

const bullet = /^\s*[-*•–]\s/u;

/**
 * Tells whether a sentence can't go on from the end of a line to the next: the line is the greeting of a letter (`Hi Marta,` before `thanks
 * for the report`) or its farewell, or the next line is an item of a list.
 */
export function standsAlone(left: string, right: string): boolean {
  const line = left.trimEnd().split(/[\r\n\u2028]/u).at(-1) ?? '';
  return isGreeting(line) || isClosing(line) || (bullet.test(right) && (bullet.test(line) || line.endsWith(':')));
}
