import { runCommand } from '../../src/cli/run.ts';
import { command } from './command.ts';

process.exitCode = await runCommand(command, process.argv.slice(2), command.name);
