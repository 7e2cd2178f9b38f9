import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { optionHelp, optionTable } from '../../../src/cli/options-text.ts';
import {
  flagName, modes, numericOption, optionFields, optionFlags, type OptionName, options, overridden, settingsOf,
} from '../../../src/core/options.ts';

const names = Object.keys(options) as OptionName[];
const page = new URL('../../../docs/command-line.md', import.meta.url);

describe('the options', () => {
  it.each(names)('%s has a schema, a flag and a line of help', (name) => {
    expect(v.safeParse(optionFields[name], undefined).success).toBe(true);
    expect(v.safeParse(options[name].schema, {}).success).toBe(false);
    expect(optionFlags[name]).toBe(options[name].flag);
    const flag = optionFlags[name] === 'boolean' ? `--\\[no-\\]${flagName(name)}` : `--${flagName(name)}`;
    expect(optionHelp([name])).toMatch(new RegExp(`^  ${flag} +\\S`, 'u'));
    expect(paraphrase.help).toContain(optionHelp([name]));
  });

  it('have defaults within their limits in every mode', () => {
    for (const mode of modes) {
      const settings: Record<string, unknown> = { ...settingsOf(mode === 'parabank' ? { system: 1 } : { mode }, 2) };
      for (const name of names) {
        if (name === 'full' || name === 'system' || name === 'vocabulary' || (mode === 'parabank' && name === 'threshold')) continue;
        expect(v.safeParse(options[name].schema, settings[name]).success, `${name} in ${mode}`).toBe(true);
      }
    }
    expect(numericOption('samples')).toEqual({ least: 1, most: 200, usual: 10 });
    expect(numericOption('samples', 'parabank2').usual).toBe(30);
    expect(numericOption('threshold').usual).toBeUndefined();
  });

  it('have a lower diversity for close rewrites where none is named, and none in the modes of the papers', () => {
    const usual = numericOption('diversity').usual ?? NaN;
    const [closest = NaN, close, ...others] = [0, 1, 2, 3, 4].map((distance) => settingsOf({ distance }, 2).diversity);
    expect(closest).toBeLessThan(close ?? NaN);
    expect(close).toBeLessThan(usual);
    expect(others).toEqual([usual, usual, usual]);
    expect(settingsOf({}, 2).diversity).toBe(usual);
    expect(settingsOf({ distance: 4, diversity: 0.2 }, 2).diversity).toBe(0.2);
    expect(settingsOf({ distance: 4, clusters: 4 }, 2).diversity).toBe(0);
    expect(settingsOf({ distance: 4, mode: 'parabank2' }, 2).diversity).toBe(0);
  });

  it('of a line take the place of those of the flags, and of their rivals', () => {
    expect(overridden({ mode: 'parabank2', n: 3 }, { system: 7 })).toEqual({ mode: undefined, system: 7, n: 3 });
    expect(overridden({ clusters: 4, diversity: 0, n: 3 }, { diversity: 0.5, n: 2 })).toEqual({
      clusters: undefined,
      diversity: 0.5,
      n: 2,
    });
    expect(overridden({ mode: 'parabank2' }, { n: 2 })).toEqual({ mode: 'parabank2', n: 2 });
  });

  it('stand in the table of the page on the command line as they are', async () => {
    const text = readFileSync(page, 'utf8');
    const block = /(<!-- options: [^\n]*-->\n)[^]*?(<!-- \/options -->)/u;
    expect(text).toMatch(block);
    await expect(text.replace(block, (_, before: string, after: string) => `${before}${optionTable()}\n${after}`)).toMatchFileSnapshot(
      page.pathname,
    );
  });
});
