/**
 * `npm run -s otherwise -- <command>`: sees to the packages, then runs the command line (or, with --script FILE,
 * another script) from its sources.
 */
import { pathToFileURL } from 'node:url';
import { ensureDependencies, root } from './dependencies.mjs';

ensureDependencies();
const { register } = await import('tsx/esm/api');
register();
const script = process.argv[2] === '--script' ? process.argv.splice(2, 2)[1] : 'src/cli/main.ts';
await import(pathToFileURL(`${root}${script}`).href);
