import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type EstimatorFeature, estimatorFeatures, type EstimatorModel, type Logistic, probablyRight,
} from '../../../src/core/quality/estimator.ts';
import { featureReader, type JudgedFeatures } from './features.ts';
import { biasesOf, keyOf, readJudged, readJudgements, weightOfJudgement } from './judged.ts';
import { fitLogistic } from './logistic.ts';
import { type Said, short, stacked } from './stacking.ts';
import { inOrder, losses, type Rated } from './tables.ts';

/*
 * Fits the estimator (src/core/quality/estimator.ts) on judged rewrites with the model's own scores, prints how well it
 * orders and what it stops on sources it was not fitted on, and writes it into the model's manifest:
 *   node src/setup/otherwise.mjs --script models/recipe/fit/estimator.ts WORK/base/judged-scores.jsonl
 *     WORK/base/estimators.json [models/base/manifest.json] [--judgements WORK/base/adapter-held-out.jsonl] [--features FILE]
 * Scores and probes are made by the stage `scores` of the recipe, judgements of rewrites that the adapter was not learnt
 * from by the stage `adapter`. All judged rewrites count, those too that break an invariant; --features writes every
 * rewrite with its features.
 */
interface Item extends JudgedFeatures {
  /** What the adapter says of it, if it was not learnt from it. */
  readonly judgement: number | undefined;
}

const FOLDS = 5;
const RIDGE = 10;
/** An observation that fewer judged rewrites have is not weighed: its weight would be that of chance. */
const LEAST_SEEN = 12;
/**
 * The reject threshold and the flag threshold (`EstimatorModel`), by model. Those of base were chosen on the table that this script
 * prints. The reject threshold of small was chosen on readings (models/small/README.md); its flag threshold is that of base.
 */
const LIMITS = { usual: { drop: 0.1, note: 0.45 }, small: { drop: 0.3, note: 0.45 } };

const { positionals, values: { judgements, features: featureFile } } = parseArgs({
  allowPositionals: true, options: { judgements: { type: 'string' }, features: { type: 'string' } },
});
const [file, probesFile, manifestFile] = positionals;
if (file === undefined || probesFile === undefined)
  throw new Error('Name the file of judged rewrites with their scores and that of the probes (stage `scores` of the recipe).');
const read = await featureReader();
const probes = JSON.parse(await readFile(probesFile, 'utf8')) as EstimatorModel['probes'];
const known = judgements === undefined ? new Map<string, number>() : await readJudgements(judgements);
const items: Item[] = (await readJudged(file)).map((judged) => ({ ...read(judged), judgement: known.get(keyOf(judged)) }));

/** Features that enough rewrites have. */
function weighable(some: readonly Item[]): EstimatorFeature[] {
  const seen = new Map<EstimatorFeature, number>();
  for (const { features } of some)
    for (const name of estimatorFeatures) if ((features[name] ?? 0) !== 0) seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen].filter(([, count]) => count >= LEAST_SEEN).map(([name]) => name).sort();
}

/** Features that are known at first sight. */
const isFirst = (name: EstimatorFeature): boolean => !name.startsWith('source.') && name !== 'prior';

const fit = (some: readonly Item[]): EstimatorModel => ({
  ...regression(some, weighable(some)), first: regression(some, weighable(some).filter(isFirst)), ...LIMITS.usual, probes,
});

function regression(some: readonly Item[], names: readonly EstimatorFeature[]): Logistic {
  const outcomes = some.map(({ features, judged, isGood }) => ({
    features: [...names.map((name) => features[name] ?? 0), ...biasesOf(judged)], positive: isGood, weight: weightOfJudgement(judged),
  }));
  const { bias, weights } = fitLogistic(outcomes, RIDGE);
  return { bias: short(bias), weights: Object.fromEntries(names.map((name, i) => [name, short(weights[i] ?? 0)])) };
}

/** Items with their probability by a fit without the sources of their fold. */
type Out = Item & Rated;
const place = new Map([...new Set(items.map(({ judged }) => judged.source))].map((source, i) => [source, i % FOLDS]));
const foldOf = ({ judged }: Pick<Item, 'judged'>): number => place.get(judged.source) ?? 0;
const fits = Array.from({ length: FOLDS }, (_, out) => fit(items.filter((item) => foldOf(item) !== out)));
const outOf = <T extends Item>(some: readonly T[], modelOf: (fold: number) => Logistic): (T & Rated)[] =>
  some.map((item) => ({ ...item, right: probablyRight(item.features, modelOf(foldOf(item))) }));
const fitOf = (fold: number): EstimatorModel => fits[fold] as EstimatorModel;
const [rated, atFirst] = [outOf(items, fitOf), outOf(items, (fold) => fitOf(fold).first)];
const print = (title: string, some: readonly Out[]): void => {
  process.stdout.write(`${title}\n\n${inOrder(some)}\n${losses(some)}\n`);
};
print(`${items.length} rewrites of ${place.size} sources, ${FOLDS} folds over sources`, rated);
print('At first sight', atFirst);

/** What the adapter says is weighed on rewrites that it was not learnt from. */
const isSaid = (item: Out): item is Out & Said => item.judgement !== undefined;
function judging(name: string, some: readonly Out[], baseOf: (model: EstimatorModel) => Logistic): (model: EstimatorModel) => Logistic {
  const said = some.filter(isSaid);
  const heard = said.map((item) => ({ ...item, features: { ...item.features, judgement: item.judgement } }));
  print(`Not known to the adapter, ${name}, without it`, said);
  print('With it', outOf(heard, (fold) => stacked(baseOf(fitOf(fold)), said.filter((item) => foldOf(item) !== fold))));
  return (model) => stacked(baseOf(model), said);
}

function withAdapter(model: EstimatorModel): EstimatorModel {
  if (!rated.some(isSaid)) return model;
  const [both, judged] = [judging('read both ways', rated, (own) => own), judging('not read backward', atFirst, ({ first }) => first)];
  return { ...model, ...both(model), judged: judged(model) };
}
const estimator = withAdapter(fit(items));

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
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as { readonly name: string };
  const limits = manifest.name === 'small' ? LIMITS.small : LIMITS.usual;
  await writeFile(manifestFile, `${JSON.stringify({ ...manifest, estimator: { ...estimator, ...limits } }, null, 1)}\n`);
}
