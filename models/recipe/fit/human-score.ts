import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { cosine, type SentenceEmbeddings } from '../../../src/core/quality/meaning/embedding.ts';
import { pearson, spearman } from '../../../src/core/metrics/correlation.ts';
import { observe } from '../../../src/core/quality/assess.ts';
import { humanScore, type Penalties } from '../../../src/core/quality/meaning/meaning.ts';
import { featureNames, type MeaningFeatures, meaningFeatures } from '../../../src/core/quality/meaning/features.ts';
import { fitNonNegative, type Observation } from './non-negative.ts';
import { loadIdf, loadInflector } from '../../../src/cli/lexical.ts';
import { loadEmbeddings } from '../../../src/cli/meaning.ts';
import { wordKnowledge } from '../../../src/core/text/knowledge.ts';

/*
 * Fits the predicted human score on judged rewrites and prints the table of held-out correlations:
 *   xz -dc parabank-human-dev.tsv.xz | node src/setup/otherwise.mjs --script models/recipe/fit/human-score.ts [OUT.json]
 * Columns: reference id, its length, systems (0: copy of the reference), candidate, NLL, human score, fluency, worker.
 */
const words = wordKnowledge(await loadInflector(), await loadIdf());
const folds = 10;
const ridges = [0.01, 0.1, 1, 3, 10, 30];
/**
 * The judged rewrites hold too few turned negations, changed numbers, opposites, exchanged parties and texts about something
 * else to learn from; what must hold is that they cost points.
 */
const leastPenalties: Partial<Penalties> = { negation: 60, number: 20, opposite: 45, swap: 45, replaced: 30, unrelated: 150 };
interface Item {
  readonly reference: string;
  readonly features: MeaningFeatures;
  readonly human: number;
  readonly judgements: number;
  readonly cosine: number;
  readonly jaccard: number;
  /** The reference itself, judged as a control; never fitted on. */
  readonly copy: boolean;
}

function jaccard(a: readonly string[], b: readonly string[]): number {
  const [left, right] = [new Set(a), new Set(b)];
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(1, left.size + right.size - shared);
}

/** Judged rewrites with the text of their reference; judgements of one rewrite are averaged. */
function readItems(table: string, embeddings: SentenceEmbeddings): Item[] {
  const rows = table.split('\n').slice(1).filter((line) => line !== '').map((line) => line.split('\t'));
  const references = new Map(rows.filter((row) => row[2] === '0').map((row) => [row[0] ?? '', row[3] ?? '']));
  const judged = new Map<string, { reference: string; candidate: string; copy: boolean; scores: number[] }>();
  for (const [reference = '', , systems, candidate = '', , score = ''] of rows) {
    if (score === '' || !references.has(reference)) continue;
    const key = `${reference}\t${candidate}`;
    const item = judged.get(key) ?? { reference, candidate, copy: systems === '0', scores: [] };
    item.scores.push(Number(score));
    judged.set(key, item);
  }
  return [...judged.values()].map(({ reference, candidate, copy, scores }) => {
    const text = references.get(reference) ?? '';
    const [source, rewrite] = [embeddings.embed(text), embeddings.embed(candidate)];
    return {
      reference,
      copy,
      human: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      judgements: scores.length,
      features: meaningFeatures(embeddings, source, rewrite, observe(text, candidate, words)),
      cosine: cosine(source, rewrite),
      jaccard: jaccard(source.words, rewrite.words),
    };
  });
}

/** Penalties of a non-negative ridge fit, then scaled as a whole by least squares: the ridge makes them too small to be read as points. */
function fit(items: readonly Item[], ridge: number): Penalties {
  const observations: Observation[] = items.map((item) => ({
    features: featureNames.map((name) => item.features[name]), target: 100 - item.human, weight: Math.sqrt(item.judgements),
  }));
  const coefficients = fitNonNegative(observations, ridge);
  const totals = observations.map(({ features, target, weight }) => ({
    features: [features.reduce((left, value, at) => left + value * (coefficients[at] ?? 0), 0)],
    target,
    weight,
  }));
  const [scale = 1] = fitNonNegative(totals, 0);
  return Object.fromEntries(
    featureNames.map((name, at) => [name, Number(Math.max(leastPenalties[name] ?? 0, scale * (coefficients[at] ?? 0)).toFixed(3))]),
  ) as Penalties;
}

/** Predictions for each item by a fit without the items of its fold; a reference lies in one fold with all its rewrites. */
function heldOut(items: readonly Item[], ridge: number): number[] {
  const order = [...new Set(items.map((item) => item.reference))];
  const fold = new Map(order.map((reference, at) => [reference, at % folds]));
  const fits = Array.from({ length: folds }, (_, out) =>
    fit(
      items.filter((item) => !item.copy && fold.get(item.reference) !== out),
      ridge,
    ),
  );
  return items.map((item) => {
    const penalties = fits[fold.get(item.reference) ?? 0];
    return penalties ? humanScore(item.features, penalties) : 0;
  });
}

const chunks: Buffer[] = [];
for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
const items = readItems(Buffer.concat(chunks).toString('utf8'), await loadEmbeddings());
const rewrites = items.filter((item) => !item.copy);
type Value = (item: Item, at: number) => number;
/** Spearman and Pearson over the rewrites, and Spearman with the copies among them. */
function correlations(value: Value): readonly [number, number, number] {
  const values = items.map(value);
  const [kept, human] = [values.filter((_, at) => !items[at]?.copy), rewrites.map((item) => item.human)];
  return [spearman(kept, human) ?? 0, pearson(kept, human) ?? 0, spearman(values, items.map((item) => item.human)) ?? 0];
}
const row = (name: string, value: Value): string => `| ${name} | ${correlations(value).map((number) => number.toFixed(3)).join(' | ')} |`;
const predictions = ridges.map((ridge) => {
  const values = heldOut(items, ridge);
  return { ridge, value: (_: Item, at: number) => values[at] ?? 0, reached: correlations((_, at) => values[at] ?? 0)[0] };
});
const best = predictions.reduce((left, right) => (left.reached >= right.reached ? left : right));
const penalties = fit(rewrites, best.ridge);
process.stdout.write(
  [
    `${rewrites.length} rewrites of ${new Set(items.map((item) => item.reference)).size} references, ${folds} folds over references.`,
    '',
    '| measure | Spearman | Pearson | Spearman, copies of the reference included |',
    '|---|---:|---:|---:|',
    row(`predicted human score, held out (ridge ${best.ridge})`, best.value),
    row('embedding cosine', (item) => item.cosine),
    row('word Jaccard', (item) => item.jaccard),
    '',
    `Held-out Spearman by ridge: ${predictions.map(({ ridge, reached }) => `${ridge}: ${reached.toFixed(3)}`).join(', ')}.`,
    '',
  ].join('\n'),
);
const [out] = process.argv.slice(2);
if (out !== undefined) await store(out);

/** Writes the penalties and names them, with their hash, in the manifest beside them. */
async function store(file: string): Promise<void> {
  const content = `${JSON.stringify(
    {
      name: 'human-score',
      version: 1,
      source:
        'Fitted on the judged rewrites of ParaBank (ParaBank-Eval-Data); coefficients only, no text or judgement is contained. See README.md.',
      heldOutSpearman: Number(best.reached.toFixed(3)),
      penalties,
    },
    null,
    1,
  )}\n`;
  const path = join(dirname(file), 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { files: { path: string }[] };
  const entry = { path: basename(file), bytes: Buffer.byteLength(content), sha256: createHash('sha256').update(content).digest('hex') };
  manifest.files = [...manifest.files.filter((other) => other.path !== entry.path), entry];
  await writeFile(file, content);
  await writeFile(path, `${JSON.stringify(manifest, null, 1)}\n`);
}
