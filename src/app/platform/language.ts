/** The languages the page is written in. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];
/** `system` follows the browser's languages. */
export type LanguageChoice = 'system' | Language;

const KEY = 'otherwise-language';
const isLanguage = (name: string | null): name is Language => languages.some((language) => language === name);

/** Remembers a choice where the first paint can read it (the database answers too late for that). */
export function rememberLanguage(choice: LanguageChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Storage is refused: the choice lasts as long as the page.
  }
}

/** Returns the remembered choice; `system` when there is none. */
export function rememberedLanguage(): LanguageChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return isLanguage(stored) ? stored : 'system';
  } catch {
    return 'system';
  }
}

/**
 * Returns the language to show: the chosen one, else the first of the browser's that the page is written in, else English.
 * @param preferred language tags (BCP 47), the most wanted first
 */
export function languageFor(choice: LanguageChoice, preferred: readonly string[] = navigator.languages): Language {
  if (choice !== 'system') return choice;
  for (const tag of preferred) {
    const [language] = tag.toLowerCase().split('-');
    if (isLanguage(language ?? null)) return language as Language;
  }
  return 'en';
}
