const NAME = 'otherwise-corpus-going';

/** Tells whether the page was left while it worked on a corpus: told at once, before any part that knows corpora is fetched. */
export function isCorpusGoing(): boolean {
  try {
    return localStorage.getItem(NAME) !== null;
  } catch {
    return false;
  }
}

/** Stores, for the next visit, whether the page works on a corpus. */
export function rememberCorpusGoing(going: boolean): void {
  try {
    if (going) localStorage.setItem(NAME, '1');
    else localStorage.removeItem(NAME);
  } catch {
    // Storage is refused: the work goes on when its pane is opened.
  }
}
