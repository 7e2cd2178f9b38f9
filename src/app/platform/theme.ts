export type Theme = 'system' | 'light' | 'dark';

/** A condition that no screen meets. */
const NEVER = '(max-width: 0)';
const KEY = 'otherwise-theme';

/** Shows a theme and remembers it where the first paint can read it (the database answers too late for that). */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  // The browser's own bar: of the two colours that index.html offers the one of the theme.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const scheme = (meta.dataset['scheme'] ??= /dark/u.test(meta.media) ? 'dark' : 'light');
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? '' : NEVER;
  }
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage is refused: the theme lasts as long as the page.
  }
}

/** Returns the remembered theme; `system` when there is none. */
export function rememberedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
