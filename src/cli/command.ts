import type { Readable, Writable } from 'node:stream';

/**
 * One command of `otherwise`. Each lives in a file of its own in `src/cli/commands/` and is named in `src/cli/commands/index.ts`.
 *
 * `run` returns the exit code: 0, or 1 when any line was answered by an error. A wrong flag throws an OtherwiseError with one of the codes
 * `unknown-flag`, `bad-flag` (the caller prints it on stderr and exits with 2, nothing on stdout).
 */
export interface Command {
  readonly name: string;
  /** One line for `otherwise --help`. */
  readonly summary: string;
  /** The text of `otherwise <name> --help`: flags with their defaults, the input and the output. */
  readonly help: string;
  run(context: CommandContext): Promise<number>;
}

export interface CommandContext {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
}
