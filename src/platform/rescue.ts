const PREFIX = 'otherwise-rescue-';

/**
 * What could not be stored before the page went away: the database answers too late for that, or refuses. localStorage takes it at once.
 * Each page keeps one value under a key of its own. Nothing is kept where storage is refused or too small.
 */
export function keepForRescue(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Refused or full: what is stored already remains.
  }
}

export function forgetRescue(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Refused: there is nothing to forget.
  }
}

/** What pages left. Unchecked: other builds may have written it. */
export function rescues(): { readonly key: string; readonly value: unknown }[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => ({ key: key.slice(PREFIX.length), value: parsed(localStorage.getItem(key)) }));
  } catch {
    return [];
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
