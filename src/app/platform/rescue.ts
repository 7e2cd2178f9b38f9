/**
 * Keeps what was not stored before the page went away: the database answers too late for that, or refuses. localStorage takes it at once.
 * Every kind of thing has a shelf of its own, told by the beginning of its keys. Nothing is kept where storage is refused or too small.
 */
export class RescueShelf {
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  keep(key: string, value: unknown): void {
    try {
      localStorage.setItem(this.prefix + key, JSON.stringify(value));
    } catch {
      // The storage refused or is full: what is stored already remains.
    }
  }

  forget(key: string): void {
    try {
      localStorage.removeItem(this.prefix + key);
    } catch {
      // The storage refused: there is nothing to forget.
    }
  }

  /** Returns the values that pages left. They are unchecked: other builds may have written them. */
  all(): { readonly key: string; readonly value: unknown }[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(this.prefix))
        .map((key) => ({ key: key.slice(this.prefix.length), value: parsed(localStorage.getItem(key)) }));
    } catch {
      return [];
    }
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '') as unknown;
  } catch {
    return undefined;
  }
}
