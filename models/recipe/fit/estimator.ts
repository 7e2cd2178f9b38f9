import { readFile, writeFile } from 'node:fs/promises';
import { resolveConstraints } from '../../../src/constraints/chips.ts';
import { HardBan } from '../../../src/constraints/hard-ban.ts';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { observe, readPair } from '../../../src/quality/assess.ts';
import { type EstimatorModel, type Features, featuresOf, type Logistic, probablyRight } from '../../../src/quality/estimator.ts';
import { surpriseOf } from '../../../src/quality/surprisal.ts';
import { wordKnowledge } from '../../../src/text/knowledge.ts';
import { wordDistance } from '../../../src/text/word-distance.ts';
import { type Judged, othersBias, readJudged, weightOfJudgement } from './judged.ts';
import { fitLogistic } from './logistic.ts';
import { inOrder, losses } from './tables.ts';

/*
 * Fits the estimator (src/quality/estimator.ts) on judged rewrites with the model's own scores, prints how well it
 * orders and what it stops on sources it was not fitted on, and writes it into the model's manifest:
 *   node src/setup/otherwise.mjs --script models/recipe/fit/estimator.ts WORK/base/judged-scores.jsonl
 *     WORK/base/estimators.json [models/base/manifest.json] [--features FILE]
 * Scores and probes are made by the stage `scores` of the recipe. All judged rewrites count, those too that break an
 * invariant; --features writes every rewrite with its features.
 */
interface Item {
  readonly judged: Judged;
  readonly isGood: boolean;
  /** Whether it breaks an invariant. */
  readonly isBroken: boolean;
  readonly distance: number;
  readonly features: Features;
}

const FOLDS = 5;
const RIDGE = 10;
/** An observation that fewer judged rewrites have is not weighed: its weight would be that of chance. */
const LEAST_SEEN = 12;
/** Below the first a rewrite is dropped, below the second shown as doubtful: chosen on the table that this script prints. */
const LIMITS = { drop: 0.15, note: 0.45 };

const at = process.argv.indexOf('--features');
const featureFile = at < 0 ? undefined : process.argv.splice(at, 2)[1];
const [file, probesFile, manifestFile] = process.argv.slice(2);
if (file === undefined || probesFile === undefined)
  throw new Error('Name the file of judged rewrites with their scores and that of the probes (stage `scores` of the recipe).');
const [inflector, idf] = await Promise.all([loadInflector(), loadIdf()]);
const knowledge = wordKnowledge(inflector, idf);
const details = { forms: (word: string) => inflector.forms(word), closed: (word: string) => knowledge.closed(word) };
const probes = JSON.parse(await readFile(probesFile, 'utf8')) as EstimatorModel['probes'];
const items = (await readJudged(file)).flatMap((judged) => read(judged));

function read(judged: Judged): Item[] {
  const { source, rewrite, avoid = [] } = judged;
  const logProbs = (nats: readonly number[]): number[] => nats.map((value) => -value);
  const backward = surpriseOf(source, judged.sourcePieces, logProbs(judged.backward), {
    estimate: judged.backwardEstimate,
    prior: judged.sourcePrior,
  });
  const forward = surpriseOf(rewrite, judged.rewritePieces, logProbs(judged.forward), {
    estimate: judged.forwardEstimate,
    prior: judged.rewritePrior,
  });
  const bans = new HardBan(resolveConstraints({ avoid, require: [], inflections: true }, inflector).avoid);
  const { broken, findings } = observe(source, rewrite, knowledge, { avoid, require: [] });
  const pair = readPair({ backward, forward, findings, allowed: (word) => bans.violates(word) }, details);
  if (!pair) return [];
  return [
    {
      judged,
      isGood: judged.label === 'good',
      isBroken: broken.length > 0,
      distance: wordDistance(source, rewrite),
      features: featuresOf(pair),
    },
  ];
}

/** Features that enough rewrites have. */
function weighable(some: readonly Item[]): string[] {
  const seen = new Map<string, number>();
  for (const { features } of some)
    for (const [name, value] of Object.entries(features)) if (value !== 0) seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen].filter(([, count]) => count >= LEAST_SEEN).map(([name]) => name).sort();
}

/** Features that are known at first sight. */
const isFirst = (name: string): boolean => !name.startsWith('source.') && name !== 'prior';

const fit = (some: readonly Item[]): EstimatorModel => ({
  ...regression(some, weighable(some)), first: regression(some, weighable(some).filter(isFirst)), ...LIMITS, probes,
});

function regression(some: readonly Item[], names: readonly string[]): Logistic {
  const outcomes = some.map(({ features, judged, isGood }) => ({
    features: [...names.map((name) => features[name] ?? 0), ...othersBias.map((judge) => Number(judged.judge === judge))], positive: isGood, weight: weightOfJudgement(judged),
  }));
  const { bias, weights } = fitLogistic(outcomes, RIDGE);
  const short = (value: number): number => Number(value.toPrecision(4));
  return { bias: short(bias), weights: Object.fromEntries(names.map((name, i) => [name, short(weights[i] ?? 0)])) };
}

/** Each item's probability by a fit without the sources of its fold. */
const place = new Map([...new Set(items.map(({ judged }) => judged.source))].map((source, i) => [source, i % FOLDS]));
const fits = Array.from({ length: FOLDS }, (_, out) => fit(items.filter(({ judged }) => place.get(judged.source) !== out)));
const rated = items.map((item) => ({
  ...item,
  right: probablyRight(item.features, fits[place.get(item.judged.source) ?? 0] as EstimatorModel),
}));
const atFirst = items.map((item) => ({
  ...item,
  right: probablyRight(item.features, (fits[place.get(item.judged.source) ?? 0] as EstimatorModel).first),
}));
process.stdout.write(
  `${items.length} rewrites of ${place.size} sources, ${FOLDS} folds over sources\n\n${inOrder(rated)}\n${losses(rated)}\nAt first sight\n\n${inOrder(atFirst)}`,
);
if (featureFile !== undefined)
  await writeFile(
    featureFile,
    rated
      .map(
        ({ judged: { source, rewrite, label, judge, isBold, change }, ...rest }) =>
          `${JSON.stringify({ source, rewrite, label, judge, isBold, change, ...rest })}\n`,
      )
      .join(''),
  );
if (manifestFile !== undefined) {
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as Record<string, unknown>;
  await writeFile(manifestFile, `${JSON.stringify({ ...manifest, estimator: fit(items) }, null, 1)}\n`);
}
