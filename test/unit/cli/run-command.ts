import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Command } from '../../../src/cli/command.ts';

export interface Run<Answer = Record<string, unknown>> {
  readonly code: number;
  /** The text that was printed, and the text told on stderr. */
  readonly text: string;
  readonly told: string;
  /** The printed lines as JSON. */
  readonly lines: Answer[];
}

/** Runs a command in this process on bytes, on a text, or on requests, one a line (objects as JSON). */
export async function runCommand<Answer = Record<string, unknown>>(
  command: Command, args: readonly string[], input: Buffer | string | readonly (string | object)[] = [],
): Promise<Run<Answer>> {
  const { code, text, told } = await runText(command, args, input);
  return { code, text, told, lines: text.split('\n').filter(Boolean).map((line) => JSON.parse(line) as Answer) };
}

/** Runs a command, like `runCommand`, that does not print JSON. */
export async function runText(
  command: Command, args: readonly string[], input: Buffer | string | readonly (string | object)[] = [],
): Promise<Omit<Run, 'lines'>> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const [printed, told] = [buffer(stdout), buffer(stderr)];
  const written = Array.isArray(input)
    ? input.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
    : (input as Buffer | string);
  const stdin = Readable.from([Buffer.from(written as string)]);
  try {
    const code = await command.run({ args, stdin, stdout, stderr, signal: new AbortController().signal });
    stdout.end();
    stderr.end();
    return { code, text: (await printed).toString(), told: (await told).toString() };
  } finally {
    stdout.end();
    stderr.end();
  }
}

/** Arguments with the usual flags before them, but for those that they name themselves. */
export function overUsual(usual: readonly string[], args: readonly string[]): string[] {
  const nameOf = (arg: string): string => arg.replace(/^--(?:no-)?/u, '').replace(/=.*$/u, '');
  const named = new Set(args.filter((arg) => arg.startsWith('--')).map(nameOf));
  let isKept = true;
  const left = usual.filter((arg) => {
    if (arg.startsWith('--')) isKept = !named.has(nameOf(arg));
    return isKept;
  });
  return [...left, ...args];
}

/** The code of each line's error; undefined for an answer. */
export const errorCodes = ({ lines }: { readonly lines: readonly unknown[] }): unknown[] =>
  lines.map((line) => (line as { error?: { code?: string } }).error?.code);
