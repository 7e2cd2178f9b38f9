import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { biasShift } from './bias-shift.ts';

/*
 * Moves the biases of an estimator that was fitted for other weights of the same model, by what readers said of whole pools:
 *   npm run -s otherwise -- score --lines --model FOLDER < PAIRS > SCORES
 *   node src/setup/otherwise.mjs --script models/recipe/fit/bias.ts FOLDER/manifest.json POOL SCORES [--write]
 * PAIRS is POOL without its labels, which `score` takes as an error. POOL has judged rewrites ("source", "rewrite", "label"), line by line
 * those of SCORES; a longer one counts as far as SCORES goes.
 * Weights and probes stay. Whether they still order the rewrites of other weights is printed; nothing is written without --write, and
 * what is written is to be scored anew before it is moved again.
 */
const { positionals, values: { write } } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [manifestFile, poolFile, scoresFile] = positionals;
if (manifestFile === undefined || poolFile === undefined || scoresFile === undefined)
  throw new Error('Name the manifest, the file of judged rewrites, and that of their scores.');

const lines = async (file: string): Promise<unknown[]> =>
  (await readFile(file, 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line) as unknown);
const judged = v.parse(v.array(v.object({ source: v.string(), label: v.string() })), await lines(poolFile));
const scores = v.parse(v.array(v.object({ right: v.number() })), await lines(scoresFile), { abortEarly: true });
if (scores.length > judged.length) throw new Error('There are more scores than judged rewrites.');
const outcomes = scores.map(({ right }, at) => ({ right, good: judged[at]?.label === 'good', source: judged[at]?.source }));

const pairs = outcomes.filter(({ good }) => good).flatMap((one) =>
  outcomes.filter((other) => !other.good && other.source === one.source).map((other) => one.right > other.right),
);
if (pairs.length === 0) throw new Error('No source has a good rewrite and another one.');
const inOrder = pairs.filter(Boolean).length / pairs.length;
const shift = biasShift(outcomes);
process.stdout.write(
  `${outcomes.length} rewrites, ${pairs.length} pairs, ${(100 * inOrder).toFixed(1)} % in order; biases off by ${shift.toFixed(3)}\n`,
);

const logit = v.looseObject({ bias: v.number() });
const manifest = v.parse(
  v.looseObject({ estimator: v.looseObject({ ...logit.entries, first: logit, judged: v.optional(logit) }) }),
  JSON.parse(await readFile(manifestFile, 'utf8')),
);
const moved = <T extends { readonly bias: number }>(one: T): T => ({ ...one, bias: Number((one.bias + shift).toPrecision(4)) });
const { estimator } = manifest;
manifest.estimator = { ...moved(estimator), first: moved(estimator.first), ...(estimator.judged && { judged: moved(estimator.judged) }) };
if (write) await writeFile(manifestFile, `${JSON.stringify(manifest, undefined, 1)}\n`);
