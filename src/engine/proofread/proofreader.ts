import type { BinaryModule, Lint, Suggestion } from 'harper.js';
import { once } from '../../core/waiting.ts';
import { doubling, type Slip, type SlipKind } from '../../core/quality/slips.ts';

/** Kinds of harper's findings that are slips; the others are matters of style, which are left alone. */
const kinds: Readonly<Record<string, SlipKind>> = {
  Spelling: 'spelling', Typo: 'spelling', Grammar: 'grammar', Agreement: 'agreement', Nonstandard: 'confusion', Malapropism: 'confusion',
  Eggcorn: 'confusion', BoundaryError: 'spelling', Usage: 'confusion', WordChoice: 'confusion', Repetition: 'repetition',
  Punctuation: 'punctuation', Capitalization: 'casing', Miscellaneous: 'grammar',
};
/** Harper's kinds of suggestion: another text, or none. */
const [REPLACE, REMOVE] = [0, 1];

export type Proofread = (text: string) => Promise<Slip[]>;

/**
 * Makes a proofreader of harper.js, which finds slips of spelling and grammar on this machine. It is loaded when it is first asked; a load
 * that failed is tried again.
 * @param binary harper's WebAssembly: its address, or a function that opens it
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

/** Turns a finding into a slip; nothing for one that is no slip or has no remedy. */
function slipOf(lint: Lint, text: string): Slip[] {
  const kind = kinds[lint.lint_kind()];
  const { start, end } = lint.span();
  const wrong = text.slice(start, end);
  const instead = lint.suggestions().map((one) => remedy(one, wrong));
  const [first = ''] = wrong.split(/\s+/u);
  if (kind === undefined || instead.length === 0 || (kind === 'repetition' && doubling.test(first))) return [];
  return [{ text: wrong, start, end, instead, kind, reason: lint.message() }];
}

/** Gives the text that a suggestion puts in the place of a stretch: nothing, another text, or the same with an addition. */
function remedy(suggestion: Suggestion, wrong: string): string {
  const text = suggestion.get_replacement_text();
  return suggestion.kind() === REMOVE ? '' : suggestion.kind() === REPLACE ? text : wrong + text;
}
