import { OtherwiseError } from '../core/errors.ts';
import type { Command } from './command.ts';
import { noSpace } from './line-file.ts';

/**
 * Runs a command on this process's own streams.
 * @param name as errors begin with it
 * @returns the exit code: 0 done, 1 some line was an error, 2 wrong flags (message on stderr, nothing on stdout) or a full disk
 */
export async function runCommand(command: Command, args: readonly string[], name: string): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.help.trimEnd()}\n`);
    return 0;
  }
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EPIPE') process.exit(0);
    process.stderr.write(`${name}: no-storage: ${noSpace('Standard output', cause)}\n`);
    process.exit(2);
  });
  try {
    return await command.run({ args, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, signal: controller.signal });
  } catch (cause) {
    const code = cause instanceof OtherwiseError ? cause.code : 'runtime';
    process.stderr.write(`${name}: ${code}: ${cause instanceof Error ? cause.message : String(cause)}\n`);
    if (!(cause instanceof OtherwiseError) && process.env['OTHERWISE_DEBUG']) process.stderr.write(`${(cause as Error).stack}\n`);
    return 2;
  }
}
