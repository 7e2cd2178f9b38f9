import type { Lint } from 'harper.js';
import type { Slip, SlipKind } from '../quality/slips.ts';

/** Kinds of harper's findings that are slips; the others are matters of style, which are nobody's business here. */
const kinds: Readonly<Record<string, SlipKind>> = {
  Spelling: 'spelling', Typo: 'spelling', Grammar: 'grammar', Agreement: 'agreement', Nonstandard: 'confusion', Malapropism: 'confusion',
  Eggcorn: 'confusion', BoundaryError: 'spelling', Usage: 'confusion', WordChoice: 'confusion', Repetition: 'repetition',
  Punctuation: 'punctuation', Capitalization: 'casing', Miscellaneous: 'grammar',
};
/** Harper's kind of suggestion that takes the stretch away. */
const REMOVE = 1;
/** Words that may be said twice. */
const twice = /^(?:very|that|had|so|really|no|bye|ha|much|many|far|long)$/iu;

/** Finds slips in a text: spelling and grammar by harper.js, which runs on this machine. Loaded when it is first asked. */
export function proofreader(): (text: string) => Promise<Slip[]> {
  let loaded: Promise<(text: string) => Promise<Slip[]>> | undefined;
  return async (text) => {
    loaded ??= load();
    return (await loaded)(text);
  };
}

async function load(): Promise<(text: string) => Promise<Slip[]>> {
  const [{ LocalLinter, Dialect }, { slimBinary }] = await Promise.all([import('harper.js'), import('harper.js/slimBinary')]);
  const linter = new LocalLinter({ binary: slimBinary, dialect: Dialect.American });
  await linter.setup();
  return async (text) => (await linter.lint(text, { language: 'plaintext' })).flatMap((lint) => slipOf(lint, text));
}

/** A finding as a slip; nothing for what is no slip or has no remedy. */
function slipOf(lint: Lint, text: string): Slip[] {
  const kind = kinds[lint.lint_kind()];
  const { start, end } = lint.span();
  const [from, to] = [unitOf(text, start), unitOf(text, end)];
  const wrong = text.slice(from, to);
  const instead = lint.suggestions().map((one) => (one.kind() === REMOVE ? '' : one.kind() === 0 ? one.get_replacement_text() : `${wrong}${one.get_replacement_text()}`));
  const [first = ''] = wrong.split(/\s+/u);
  if (kind === undefined || instead.length === 0 || (kind === 'repetition' && twice.test(first))) return [];
  return [{ text: wrong, start: from, end: to, instead, kind, reason: lint.message() }];
}

/** Harper counts characters. */
const unitOf = (text: string, character: number): number => [...text].slice(0, character).join('').length;
