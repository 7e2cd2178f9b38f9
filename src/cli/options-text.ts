/** The options of a request for people to read: in help texts and in docs/command-line.md. */
import { defaultsOf, flagName, modes, type Mode, type OptionName, options } from '../core/options.ts';

type Described = { readonly argument?: string; readonly help: string; readonly limits?: { readonly least: number; readonly most: number } };

const COLUMN = 24;

/** The lines of a help text for some options, each with its defaults behind it. */
export function optionHelp(names: readonly OptionName[] = Object.keys(options) as OptionName[]): string {
  return names.map((name) => `  ${flagOf(name).padEnd(COLUMN - 3)} ${described(name)}`).join('\n');
}

/** What an option does, with its defaults. */
export const described = (name: OptionName): string => `${options[name].help}${defaults(name)}`;

/** `--top-k N`, `--[no-]ordered`. */
function flagOf(name: OptionName): string {
  const { argument }: Described = options[name];
  return argument === undefined ? `--[no-]${flagName(name)}` : `--${flagName(name)} ${argument}`;
}

/** The default in our mode, and in the others where it differs. */
function defaults(name: OptionName): string {
  const [own, ...others] = modes.map((mode) => ({ mode, value: defaultOf(name, mode) }));
  if (!own?.value) return '';
  return ` (${[own.value, ...others.filter(({ value }) => value !== own.value).map(({ mode, value }) => `${mode} ${value}`)].join('; ')})`;
}

/** Empty for lists and for what depends on the model or on other options. */
function defaultOf(name: OptionName, mode: Mode): string {
  if (name === 'full') return 'off';
  const value = (defaultsOf[mode] as Partial<Record<OptionName, unknown>>)[name];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
}

/** The table of options in Markdown: name, values, default in each mode, meaning. */
export function optionTable(): string {
  const rows = (Object.keys(options) as OptionName[]).map((name) => {
    const { limits, help }: Described = options[name];
    const values = limits ? `${limits.least} … ${limits.most}` : '';
    return [`\`${name}\``, `\`${flagOf(name)}\``, values, ...modes.map((mode) => defaultOf(name, mode)), help];
  });
  const head = ['field', 'flag', 'values', ...modes.map((mode) => `\`${mode}\``), 'what it does'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
