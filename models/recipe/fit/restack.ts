import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type EstimatorModel, type Logistic, probablyRight } from '../../../src/core/quality/estimator.ts';
import { biasShift } from './bias-shift.ts';
import { featureReader, type JudgedFeatures } from './features.ts';
import { readJudged } from './judged.ts';
import { short, stackedOn } from './stacking.ts';
import { inOrder, type Rated } from './tables.ts';

/*
 * Weighs what another adapter says against the rest of an estimator, whose own weights keep their proportions:
 *   node src/setup/otherwise.mjs --script models/recipe/fit/restack.ts MANIFEST HELD_OUT [--write]
 * HELD_OUT has judged rewrites of sources that the adapter was not learnt from, as `reread.py` writes them. Those of whole pools
 * (`pool`) say how often readers call such a rewrite right: where there are some, the biases follow them. Prints how well the old
 * and the new weights order the rewrites, the new ones on folds of sources that they were not fitted on.
 */
const FOLDS = 5;

const { positionals: [manifestFile, heldOutFile], values: { write } } = parseArgs({
  allowPositionals: true, options: { write: { type: 'boolean' } },
});
if (manifestFile === undefined || heldOutFile === undefined)
  throw new Error('Name the manifest and the file of judged rewrites that were reread.');

const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as { estimator: EstimatorModel };
const { estimator } = manifest;
if (estimator.judged === undefined) throw new Error(`${manifestFile} has no estimator with an adapter.`);
const read = await featureReader();
const items: JudgedFeatures[] = (await readJudged(heldOutFile)).map((judged) => read(judged));
const place = new Map([...new Set(items.map(({ judged }) => judged.source))].map((source, i) => [source, i % FOLDS]));
const foldOf = ({ judged }: JudgedFeatures): number => place.get(judged.source) ?? 0;

/** The same weights in their proportions, and the adapter's, fitted on some of the items. */
function fitted(name: string, base: Logistic): Logistic {
  const { judgement: _, ...own } = base.weights;
  const rest = { bias: 0, weights: own };
  const rated = (modelOf: (item: JudgedFeatures) => Logistic): Rated[] =>
    items.map((item) => ({ ...item, right: probablyRight(item.features, modelOf(item)) }));
  const folds = Array.from({ length: FOLDS }, (__, out) => stackedOn(rest, items.filter((item) => foldOf(item) !== out)));
  process.stdout.write(`${name}: as it stands\n${inOrder(rated(() => base))}\n`);
  process.stdout.write(`fitted anew, out of fold\n${inOrder(rated((item) => folds[foldOf(item)] as Logistic))}\n`);
  return moved(stackedOn(rest, items));
}

/** The biases that the pools ask for. */
function moved(model: Logistic): Logistic {
  const pools = items.filter(({ judged }) => judged.judge === 'pool');
  if (pools.length === 0) return model;
  const shift = biasShift(pools.map(({ features, isGood }) => ({ right: probablyRight(features, model), good: isGood })));
  process.stdout.write(`${pools.length} rewrites of pools: biases off by ${shift.toFixed(3)}\n\n`);
  return { ...model, bias: short(model.bias + shift) };
}

const both = fitted('Read both ways', estimator);
const judged = fitted('Not read backward', estimator.judged);
if (write) await writeFile(manifestFile, `${JSON.stringify({ ...manifest, estimator: { ...estimator, ...both, judged } }, undefined, 1)}\n`);
