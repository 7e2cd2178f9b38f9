/** The options of a request for people to read: in help texts and in docs/command-line.md. */
import { defaultsOf, flagName, modes, type Mode, type OptionName, options } from '../core/options.ts';
import { optionMeanings } from './option-meanings.ts';

type Described = { readonly argument?: string; readonly limits?: { readonly least: number; readonly most: number } };

const COLUMN = 24;
/** The longest line of a help text. */
const WIDTH = 120;

/** Returns the lines of a help text for some options, each with its defaults behind it. */
export function optionHelp(names: readonly OptionName[] = Object.keys(options) as OptionName[]): string {
  return names.map((name) => `  ${flagOf(name).padEnd(COLUMN - 3)} ${hanging(described(name))}`).join('\n');
}

/** A text on lines of at most `WIDTH` characters that begin in the same column; the first one stands behind its flag. */
function hanging(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && COLUMN + longer.length <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(COLUMN)}`);
}

/** Says what an option does, with its defaults. */
export const described = (name: OptionName): string => `${optionMeanings[name]}${defaults(name)}`;

/** Gives an option as a flag: `--top-k N`, `--[no-]ordered`. */
function flagOf(name: OptionName): string {
  const { argument }: Described = options[name];
  return argument === undefined ? `--[no-]${flagName(name)}` : `--${flagName(name)} ${argument}`;
}

/** The default in our mode, and in the others where it differs. */
function defaults(name: OptionName): string {
  const [own, ...others] = modes.map((mode) => ({ mode, value: defaultOf(name, mode) }));
  if (!own?.value) return '';
  const different = others.filter(({ value }) => value !== own.value).map(({ mode, value }) => `${mode} ${value}`);
  return `. Default: ${[own.value, ...different].join('; ')}`;
}

/** Gives the default; empty for lists and for what depends on the model or on other options. */
function defaultOf(name: OptionName, mode: Mode): string {
  if (name === 'full') return 'off';
  const value = (defaultsOf[mode] as Partial<Record<OptionName, unknown>>)[name];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** Returns the table of options in Markdown: name, values, default in each mode, meaning. */
export function optionTable(): string {
  const rows = (Object.keys(options) as OptionName[]).map((name) => {
    const { limits }: Described = options[name];
    const values = limits ? `${limits.least} … ${limits.most}` : '';
    return [`\`${name}\``, `\`${flagOf(name)}\``, values, ...modes.map((mode) => defaultOf(name, mode)), optionMeanings[name]];
  });
  const head = ['field', 'flag', 'values', ...modes.map((mode) => `\`${mode}\``), 'what it does'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
