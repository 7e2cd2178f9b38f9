import { OtherwiseError } from '../errors.ts';
import { commands } from './commands/index.ts';

/**
 * The `otherwise` command. Exit codes: 0 done, 1 some line was an error, 2 wrong command or flag (message on stderr, nothing on stdout).
 */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const summaries = await Promise.all(Object.values(commands).map(async (load) => load()));
    process.stdout.write(
      [
        'Usage: otherwise <command> [flags]\n\nCommands:',
        ...summaries.map((c) => `  ${c.name.padEnd(12)} ${c.summary}`),
        '\notherwise <command> --help tells the flags, input and output of each.\n',
      ].join('\n'),
    );
    return name === undefined ? 2 : 0;
  }
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) {
    process.stderr.write(`otherwise: unknown-command: '${name}' is no command. Commands: ${Object.keys(commands).join(', ')}\n`);
    return 2;
  }
  const command = await load();
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${command.help.trimEnd()}\n`);
    return 0;
  }
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  process.stdout.on('error', (cause: NodeJS.ErrnoException) => process.exit(cause.code === 'EPIPE' ? 0 : 1));
  try {
    return await command.run({ args, stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, signal: controller.signal });
  } catch (cause) {
    const code = cause instanceof OtherwiseError ? cause.code : 'runtime';
    process.stderr.write(`otherwise ${name}: ${code}: ${cause instanceof Error ? cause.message : String(cause)}\n`);
    if (!(cause instanceof OtherwiseError) && process.env['OTHERWISE_DEBUG']) process.stderr.write(`${(cause as Error).stack}\n`);
    return 2;
  }
}

process.exitCode = await main(process.argv.slice(2));
