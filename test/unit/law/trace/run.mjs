/**
 * Runs `otherwise paraphrase` and prints, as its last line, how the first line of standard input becomes a line of JSON:
 * - `stops`: the files that it passes through, in the order in which a function of theirs is first entered, each with that function;
 * - `climbs`: functions that a file below calls in a file above, `below -> above name`. A file is above those that it imports,
 *   directly or through others.
 */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { register as registerTsx } from 'tsx/esm/api';

const root = new URL('../../../../', import.meta.url);
const stops = new Map();
const climbs = new Set();
const importsOf = new Map();

/** The files of ours that a file imports, directly or through others; types are not loaded and don't count. */
function below(file) {
  if (importsOf.has(file)) return importsOf.get(file);
  const found = new Set();
  importsOf.set(file, found);
  const text = readFileSync(new URL(file, root), 'utf8');
  for (const [, clause, path] of text.matchAll(/^(?:import|export) (?!type )([^;]*?) from '(\.[^']+\.ts)';/gmsu)) {
    if (/^\{(?:\s*type [^,}]+,?)*\s*\}$/u.test(clause)) continue;
    const imported = posix.join(posix.dirname(file), path);
    found.add(imported);
    for (const one of below(imported)) found.add(one);
  }
  return found;
}

/** The file of ours that called the function which has just begun, or awaits it; undefined where nobody of ours did. */
const callerOf = () => new Error().stack.split('\n').slice(4).flatMap((frame) => /\/(src\/[^?:)]+\.ts)/u.exec(frame)?.[1] ?? [])[0];

Error.stackTraceLimit = 60;
let isReading = false;
globalThis.otherwiseStop = (file, name) => {
  isReading ||= name === 'answerLines';
  if (!isReading) return;
  if (!stops.has(file)) stops.set(file, name);
  const caller = callerOf();
  if (caller !== undefined && caller !== file && below(file).has(caller)) climbs.add(`${caller} -> ${file} ${name}`);
};

registerTsx();
register('./hooks.mjs', import.meta.url);
const { command } = await import(new URL('src/cli/commands/paraphrase.ts', root).href);
await command.run({
  args: process.argv.slice(2), stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, signal: new AbortController().signal,
});
process.stdout.write(`${JSON.stringify({ stops: [...stops].map((stop) => stop.join(' ')), climbs: [...climbs] })}\n`);
