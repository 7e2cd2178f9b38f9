import type { BinaryModule, Lint, Suggestion } from 'harper.js';
import { once } from '../../core/waiting.ts';
import type { Slip, SlipKind } from '../../core/quality/slips.ts';

/** Kinds of harper's findings that are slips; the others are matters of style, which are nobody's business here. */
const kinds: Readonly<Record<string, SlipKind>> = {
  Spelling: 'spelling', Typo: 'spelling', Grammar: 'grammar', Agreement: 'agreement', Nonstandard: 'confusion', Malapropism: 'confusion',
  Eggcorn: 'confusion', BoundaryError: 'spelling', Usage: 'confusion', WordChoice: 'confusion', Repetition: 'repetition',
  Punctuation: 'punctuation', Capitalization: 'casing', Miscellaneous: 'grammar',
};
/** Harper's kinds of suggestion: something else, nothing. */
const [REPLACE, REMOVE] = [0, 1];
/** Words that may be said twice. */
const twice = /^(?:very|that|had|so|really|no|bye|ha|much|many|far|long)$/iu;

/** Finds slips in a text. */
export type Proofread = (text: string) => Promise<Slip[]>;

/**
 * Finds slips in a text: spelling and grammar by harper.js, which runs on this machine. Loaded when it is first asked; what
 * failed may be there at the next try.
 * @param binary harper's WebAssembly: its address, or what opens it
 */
export function proofreader(binary: string | (() => Promise<BinaryModule>)): Proofread {
  const loaded = once(() => load(binary));
  return async (text) => (await loaded())(text);
}

async function load(from: string | (() => Promise<BinaryModule>)): Promise<Proofread> {
  const { LocalLinter, Dialect, createBinaryModuleFromUrl } = await import('harper.js');
  const binary = typeof from === 'string' ? createBinaryModuleFromUrl(from, 'slim') : await from();
  const linter = new LocalLinter({ binary, dialect: Dialect.American });
  await linter.setup();
  return async (text) => (await linter.lint(text, { language: 'plaintext' })).flatMap((lint) => slipOf(lint, text));
}

/** A finding as a slip; nothing for what is no slip or has no remedy. */
function slipOf(lint: Lint, text: string): Slip[] {
  const kind = kinds[lint.lint_kind()];
  const { start, end } = lint.span();
  const wrong = text.slice(start, end);
  const instead = lint.suggestions().map((one) => remedy(one, wrong));
  const [first = ''] = wrong.split(/\s+/u);
  if (kind === undefined || instead.length === 0 || (kind === 'repetition' && twice.test(first))) return [];
  return [{ text: wrong, start, end, instead, kind, reason: lint.message() }];
}

/** What stands in the place of a stretch by a suggestion: nothing, something else, or the same with something behind it. */
function remedy(suggestion: Suggestion, wrong: string): string {
  const text = suggestion.get_replacement_text();
  return suggestion.kind() === REMOVE ? '' : suggestion.kind() === REPLACE ? text : wrong + text;
}
