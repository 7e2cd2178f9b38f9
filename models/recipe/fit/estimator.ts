import { readFile, writeFile } from 'node:fs/promises';
import { resolveConstraints } from '../../../src/constraints/chips.ts';
import { HardBan } from '../../../src/constraints/hard-ban.ts';
import { wordKnowledge } from '../../../src/text/knowledge.ts';
import { readPair } from '../../../src/quality/details.ts';
import { type EstimatorFeature, estimatorFeatures, type EstimatorModel, probablyGood, readDoubt } from '../../../src/quality/estimator.ts';
import { guard, isFaithful } from '../../../src/quality/checks.ts';
import { lexicalSlips } from '../../../src/quality/checks/lexical.ts';
import { fitLogistic } from './logistic.ts';
import { surpriseOf } from '../../../src/quality/surprisal.ts';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';

/*
 * Fits what tells a good rewrite (src/quality/estimator.ts) on judged rewrites with the model's own scores and estimates,
 * prints what it stops on sources it was not fitted on, and writes it into the model's manifest:
 *   node src/setup/otherwise.mjs --script models/recipe/fit/estimator.ts WORK/base/judged-scores.jsonl
 *   WORK/base/estimators.json [models/base/manifest.json]
 * Scores and estimators are made by the stage `scores` of the recipe.
 */
interface Judged {
  readonly source: string;
  readonly rewrite: string;
  readonly label: 'good' | 'slip' | 'bad';
  /** Rated from 1 to 5. */
  readonly fluency?: number;
  readonly adequacy?: number;
  /** What the user had banned when it was written. */
  readonly avoid?: readonly string[];
  /** Pieces and nats; the nats go on with those of the end piece. */
  readonly sourcePieces: readonly string[];
  readonly backward: readonly number[];
  readonly rewritePieces: readonly string[];
  readonly forward: readonly number[];
  /** What estimators that were learnt without this source read. */
  readonly forwardEstimate: number;
  readonly backwardEstimate: number;
  /** Nats of each text read on its own. */
  readonly sourcePrior: number;
  readonly rewritePrior: number;
}
interface Item {
  readonly source: string;
  readonly label: Judged['label'];
  /** Passed or not by a strict editor, not rated on the scales. */
  readonly strict: boolean;
  readonly stopped: boolean;
  readonly features: Readonly<Record<EstimatorFeature, number>>;
}

const FOLDS = 5;
const RIDGE = 10;
/**
 * What a strict editor's judgement counts for beside one on the scales, chosen on rated candidates of references: it
 * tells which of two is better, but how often one is good by a bias of its own, which is not kept.
 */
const STRICT = 0.5;
/** Below the first a rewrite is dropped, below the second it is noted: chosen on the table that this script prints. */
const LIMITS = { drop: 0.22, note: 0.45 };
const grid = [0, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.22, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];

const [file, estimatorsFile, manifestFile] = process.argv.slice(2);
if (file === undefined || estimatorsFile === undefined)
  throw new Error('Name the file of judged rewrites with their scores and that of the estimators (stage `scores` of the recipe).');
const [inflector, idf] = await Promise.all([loadInflector(), loadIdf()]);
const knowledge = wordKnowledge(inflector, idf);
const words = { forms: (word: string) => inflector.forms(word), closed: (word: string) => inflector.isClosed(word) };
const estimators = JSON.parse(await readFile(estimatorsFile, 'utf8')) as EstimatorModel['estimators'];
const judged = (await readFile(file, 'utf8')).split('\n').filter(Boolean).map((line) => JSON.parse(line) as Judged);
if (judged.every(({ fluency }) => fluency === undefined)) throw new Error(`No rewrite in ${file} is rated for fluency and adequacy.`);
const items = judged.flatMap((one) => read(one));

function read({
  source,
  rewrite,
  label,
  avoid = [],
  sourcePieces,
  backward,
  rewritePieces,
  forward,
  forwardEstimate,
  backwardEstimate,
  sourcePrior,
  rewritePrior,
  fluency,
}: Judged): Item[] {
  const logProbs = (nats: readonly number[]): number[] => nats.map((value) => -value);
  const lost = surpriseOf(source, sourcePieces, logProbs(backward), { estimate: backwardEstimate, prior: sourcePrior });
  const added = surpriseOf(rewrite, rewritePieces, logProbs(forward), { estimate: forwardEstimate, prior: rewritePrior });
  const bans = new HardBan(resolveConstraints({ avoid, require: [], inflections: true }, inflector).avoid);
  const pair = readPair(lost, added, words, (word) => bans.violates(word));
  return pair
    ? [
        {
          source,
          label,
          strict: fluency === undefined,
          stopped: !isFaithful([...guard(source, rewrite), ...lexicalSlips(source, rewrite, knowledge)]),
          features: readDoubt(pair),
        },
      ]
    : [];
}

function fit(some: readonly Item[]): EstimatorModel {
  const outcomes = some.filter(({ stopped }) => !stopped).map(({ features, label, strict }) => ({
    features: [...estimatorFeatures.map((name) => features[name]), strict ? 1 : 0], positive: label === 'good', weight: strict ? STRICT : 1,
  }));
  const { bias, weights } = fitLogistic(outcomes, RIDGE);
  const short = (value: number): number => Number(value.toPrecision(4));
  return {
    bias: short(bias),
    weights: Object.fromEntries(estimatorFeatures.map((name, at) => [name, short(weights[at] ?? 0)])) as EstimatorModel['weights'],
    ...LIMITS,
    estimators,
  };
}

/** Each item's probability by a fit without the sources of its fold. */
const place = new Map([...new Set(items.map(({ source }) => source))].map((source, at) => [source, at % FOLDS]));
const fits = Array.from({ length: FOLDS }, (_, out) => fit(items.filter(({ source }) => place.get(source) !== out)));
const probable = items.map(({ source, features }) => {
  const own = fits[place.get(source) ?? 0];
  return own ? probablyGood(features, own) : 1;
});
const rated = items.flatMap(({ strict }, at) => (strict ? [] : [at]));
const share = (label: Judged['label'], stopped: (at: number) => boolean): string => {
  const own = rated.filter((at) => items[at]?.label === label);
  return ((100 * own.filter(stopped).length) / own.length).toFixed(1);
};
process.stdout.write(
  `${items.length} rewrites of ${place.size} sources, ${FOLDS} folds over sources; of the ${rated.length} rated ones, per cent stopped by the guards or below a probability\n\n| below | good | slip | bad | good among the others |\n|---:|---:|---:|---:|---:|\n`,
);
for (const limit of grid) {
  const stopped = (at: number): boolean => (items[at]?.stopped ?? false) || (probable[at] ?? 1) < limit;
  const left = rated.filter((at) => !stopped(at));
  process.stdout.write(
    `| ${limit} | ${share('good', stopped)} | ${share('slip', stopped)} | ${share('bad', stopped)} | ${((100 * left.filter((at) => items[at]?.label === 'good').length) / left.length).toFixed(1)} |\n`,
  );
}
if (manifestFile !== undefined) {
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>;
  await writeFile(manifestFile, `${JSON.stringify({ ...manifest, doubt: fit(items) }, null, 1)}\n`);
}
