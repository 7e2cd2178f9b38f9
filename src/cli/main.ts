import { commands } from './commands/index.ts';
import { runCommand } from './run.ts';

/** The `otherwise` command; exit codes as those of `runCommand`, and 2 for a wrong command. */
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
  return runCommand(await load(), args, `otherwise ${name}`);
}

process.exitCode = await main(process.argv.slice(2));
