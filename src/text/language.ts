/** A text with a smaller share of ordinary words of English may be of another language. */
const KNOWN = 0.85;
const word = /\p{L}[\p{L}\p{M}'’]*/gu;
const lower = /^\p{Ll}/u;
/** Signs that programs and markup are made of, and prose is not; so many, and such a share of what is no space, make a text no language. */
const sign = /[{}[\]<>=;|\\&*_^~`$#@]|\(\)|::/gu;
const SIGNS = { least: 4, share: 0.12 };
/** What BCP 47 has for a text without language. */
const NONE = 'zxx';

/**
 * The language of a text that is not English, as ISO 639-1 has it, `zxx` for programs and markup; undefined for English, and where nothing
 * tells. Both have to speak
 * against English: the tables, which names mislead, and n-grams (the package `eld`, fetched when it is asked), which short sentences do.
 * @param isKnown whether a lower-case word is an ordinary one of English
 */
export async function otherLanguage(text: string, isKnown: (word: string) => boolean): Promise<string | undefined> {
  if (isCode(text)) return NONE;
  if (shareOf(text, isKnown) >= KNOWN) return undefined;
  const { eld } = await import('eld/extrasmall');
  const { language } = eld.detect(text);
  return language === '' || language === 'en' ? undefined : language;
}

/**
 * The language of a text that a model does not read, as `otherLanguage` names it; undefined where it does, and where nothing tells.
 * @param languages that the model reads, BCP 47; empty where nobody says
 */
export async function unreadLanguage(
  text: string, languages: readonly string[], isKnown: (word: string) => boolean,
): Promise<string | undefined> {
  const language = await otherLanguage(text, isKnown);
  const isRead = languages.length === 0 || languages.some((one) => one.split('-')[0]?.toLowerCase() === language);
  return isRead ? undefined : language;
}

function isCode(text: string): boolean {
  const signs = text.match(sign)?.length ?? 0;
  return signs >= SIGNS.least && signs >= SIGNS.share * text.replace(/\s/gu, '').length;
}

/** The share of words that are known, of those that can be no names where there are two; 1 for a single word of letters with case. */
function shareOf(text: string, isKnown: (word: string) => boolean): number {
  const words = text.match(word) ?? [];
  const small = words.filter((one) => lower.test(one));
  const asked = (small.length > 1 ? small : words).map((one) => one.toLowerCase().replace('’', "'"));
  const tells = words.length > 1 || /\p{Lo}/u.test(text);
  return tells ? asked.filter((one) => isKnown(one) || isKnown(one.replace(/'.*$/u, ''))).length / asked.length : 1;
}
