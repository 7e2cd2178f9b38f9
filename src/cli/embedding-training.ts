import * as v from 'valibot';
import { OtherwiseError, throwIfAborted } from '../core/errors.ts';
import { packedTable } from '../lab/embeddings/packed.ts';
import { type EmbeddingPart, TrainingCorpus } from '../lab/embeddings/training-corpus.ts';
import { trainEmbeddings, type TrainedModel, type TrainingOptions } from '../lab/embeddings/train.ts';
import type { CommandContext } from './command.ts';
import { numberList } from './flags.ts';
import { FolderWriter } from './folder-writer.ts';
import { write } from './lines.ts';
import { readMinedPairs } from './mining-input.ts';
import { MANIFEST, tableNames } from './vectors.ts';

const whole = v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.'));
const positive = v.pipe(v.number(), v.gtValue(0, 'must be above 0.'));

/** Flags of `embed --train`. */
export const trainingFlags = {
  train: v.optional(v.string()), out: v.optional(v.string()), models: v.optional(v.string()), mega: v.optional(v.string()),
  size: v.optional(whole), epochs: v.optional(whole), batch: v.optional(v.pipe(whole, v.minValue(2, 'must be at least 2.'))),
  rate: v.optional(positive), margin: v.optional(positive), minCount: v.optional(whole), maxWords: v.optional(whole),
  examples: v.optional(v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(0, 'must be at least 0.'))),
  seed: v.optional(v.pipe(v.number(), v.integer('must be a whole number.'))),
};
export const trainingFlagKinds = {
  train: 'string', out: 'string', models: 'string', mega: 'string', size: 'number', epochs: 'number', batch: 'number', rate: 'number',
  margin: 'number', minCount: 'number', maxWords: 'number', examples: 'number', seed: 'number',
} as const;
type Flags = v.InferOutput<v.ObjectSchema<typeof trainingFlags, undefined>>;

/** ParaNMT-50M's settings (§5.2). */
const usual = {
  models: 'word,trigram,both', mega: '40', size: 300, epochs: 5, batch: 100, rate: 0.001, margin: 0.4, minCount: 1, maxWords: 30,
  examples: 5, seed: 0,
};
const kindsOfModel: Readonly<Record<string, readonly EmbeddingPart[]>> = {
  word: ['words'], trigram: ['trigrams'], both: ['words', 'trigrams'],
};

export const trainingHelp = `\
  --train PAIRS      lines of a text, a tab and a text that means the same, JSON with "a" and "b", or what corpus writes (.xz is
                     unpacked)
  --out FOLDER       where the tables and a manifest.json go, all at once when the training is done
  --models LIST      word: means of word vectors; trigram: means of character-trigram vectors; both: the two trained together
                     and joined end to end (${usual.models}). LSTM and BLSTM are left out: in the paper they are as good
                     as these within a point, and training them takes a graphics card
  --mega LIST        batches that are pooled to look for the hardest negatives (${usual.mega}); several numbers (1,20,40) train each
                     model once with each, and the names of the models end in the number
  --size N           numbers of a vector, of each part (${usual.size})
  --epochs N, --batch N, --rate R, --margin M, --seed N
                     (${usual.epochs}, ${usual.batch}, ${usual.rate}, ${usual.margin}, ${usual.seed}); Adam, the loss of two terms
  --min-count N      words and trigrams that occur less often are unknown (${usual.minCount})
  --max-words N      longest side of a pair in words; longer ones are left out (${usual.maxWords})
  --examples N       pairs that are printed with their hardest negative (${usual.examples})`;

/** A model that is to be trained. */
interface Planned {
  readonly name: string;
  readonly parts: readonly EmbeddingPart[];
  readonly mega: number;
}

/**
 * Trains embeddings on a file of pairs, and prints a line for each model.
 * @returns the exit code: 1 when lines were left out that are no pair
 * @throws OtherwiseError `bad-flag` for flags or pairs that nothing can be made of, `file-unreadable`, `aborted`
 */
export async function trainVectors(
  { train: path, out, ...flags }: Flags & { readonly train: string }, context: CommandContext,
): Promise<number> {
  if (out === undefined) throw new OtherwiseError('bad-flag', 'Name the folder to write: embed --train PAIRS --out FOLDER.');
  const planned = plannedModels(flags);
  const options = { ...usual, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) };
  const { items, skipped } = await readMinedPairs(path, context);
  const corpus = corpusOf(items, options.maxWords, context);
  const names = planned.flatMap(({ name, parts }) => parts.flatMap((part) => Object.values(tableNames(name, part))));
  const writer = new FolderWriter(out, [MANIFEST, ...names]);
  try {
    const models: object[] = [];
    for (const { name, parts, mega } of planned) {
      const model = await trained(name, parts, { corpus, options: { ...options, mega }, context });
      writeTables(writer, name, model, corpus.sentences.length);
      const { size, epochs } = options;
      const losses = model.losses.map((loss) => Number(loss.toFixed(4)));
      const names = Object.fromEntries(model.parts.map(({ part, rows }) => [part, rows.names.length]));
      models.push({ name, parts, size, mega, pairs: corpus.pairs.length, ...names, losses });
      const negatives = model.examples.map((example) => ({ ...example, cosine: Number(example.cosine.toFixed(4)) }));
      await write(context, `${JSON.stringify({ model: name, mega, pairs: corpus.pairs.length, ...names, epochs, losses, negatives })}\n`);
    }
    writer.write(MANIFEST, `${JSON.stringify({ models }, null, 1)}\n`);
    writer.finish();
  } catch (cause) {
    writer.discard();
    throw cause;
  }
  return skipped > 0 ? 1 : 0;
}

function plannedModels({ models = usual.models, mega = usual.mega }: Pick<Flags, 'models' | 'mega'>): Planned[] {
  const megas = numberList(mega, 'mega').map(Number);
  if (megas.includes(0)) throw new OtherwiseError('bad-flag', '--mega takes numbers from 1.');
  const names = [...new Set(models.split(',').map((name) => name.trim()))];
  return megas.flatMap((one) => names.map((name): Planned => {
    const parts = Object.hasOwn(kindsOfModel, name) ? kindsOfModel[name] : undefined;
    if (!parts) throw new OtherwiseError('bad-flag', `--models: '${name}' is none of ${Object.keys(kindsOfModel).join(', ')}.`);
    return { name: megas.length > 1 ? `${name}-${one}` : name, parts, mega: one };
  }));
}

function corpusOf(
  pairs: readonly { readonly a: string; readonly b: string }[], maxWords: number, { stderr }: Pick<CommandContext, 'stderr'>,
): TrainingCorpus {
  const corpus = new TrainingCorpus();
  const words = (text: string): number => text.split(' ').length;
  const left = pairs.filter(({ a, b }) => words(a) > maxWords || words(b) > maxWords || !corpus.add(a, b)).length;
  stderr.write(`${corpus.pairs.length} pairs, ${corpus.sentences.length} sentences; ${left} too long, or the same twice, left out\n`);
  if (corpus.pairs.length < 2) throw new OtherwiseError('bad-flag', 'Two pairs at least are needed: one has the negatives of the other.');
  return corpus;
}

async function trained(
  name: string, parts: readonly EmbeddingPart[],
  { corpus, options, context: { stderr, signal } }: {
    readonly corpus: TrainingCorpus; readonly options: TrainingOptions; readonly context: CommandContext;
  },
): Promise<TrainedModel> {
  const training = trainEmbeddings(corpus, parts, options);
  for (;;) {
    const { done, value } = training.next();
    if (done === true) return value;
    const { epoch, pairs, loss } = value;
    stderr.write(`${name}: epoch ${epoch}, ${pairs} of ${corpus.pairs.length} pairs, loss ${loss.toFixed(4)}\n`);
    // Signals reach a program only while it waits.
    await new Promise(setImmediate);
    throwIfAborted(signal);
  }
}

function writeTables(writer: FolderWriter, name: string, { parts }: TrainedModel, sentences: number): void {
  for (const { part, table, rows } of parts) {
    const [names, packed] = [tableNames(name, part), packedTable(table, rows, sentences)];
    writer.write(names.table, packed.table);
    writer.write(names.list, packed.list);
  }
}
