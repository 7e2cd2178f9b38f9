import { Dialect, LocalLinter } from 'harper.js';
import { binary } from 'harper.js/binary';
import type { Alarms } from '../../src/lab/tables/quality.ts';
import { sharedCount } from '../../src/core/text/shared-count.ts';
import { plainWords } from '../../src/core/text/words.ts';

/** The kinds of report that are no errors: matters of taste, of the dialect and of typesetting. */
const TASTE = new Set(['Enhancement', 'Formatting', 'Readability', 'Regionalism', 'Style']);
/** A spelling that one of them accepts is none of our business. */
const dialects = [Dialect.American, Dialect.British];

/** Harper's errors in texts, read on this machine: its WebAssembly comes from the package's folder. */
export class GrammarChecker {
  private readonly linters = dialects.map((dialect) => new LocalLinter({ binary, dialect }));

  /** Errors that every dialect finds in the texts, each read for itself. */
  async alarms(texts: readonly string[]): Promise<Alarms> {
    let alarms = 0;
    for (const text of texts) {
      const [american = [], british = []] = await Promise.all(this.linters.map(async (linter) => errorsOf(linter, text)));
      alarms += sharedCount(american, british);
    }
    return { alarms, words: texts.reduce((sum, text) => sum + plainWords(text).length, 0) };
  }

  async dispose(): Promise<void> {
    await Promise.all(this.linters.map(async (linter) => linter.dispose()));
  }
}

/** Kind and words of each error. */
async function errorsOf(linter: LocalLinter, text: string): Promise<string[]> {
  const lints = await linter.lint(text, { language: 'plaintext' });
  return lints.flatMap((lint) => {
    const [kind, words] = [lint.lint_kind(), lint.get_problem_text()];
    lint.free();
    return TASTE.has(kind) ? [] : [JSON.stringify([kind, words])];
  });
}
