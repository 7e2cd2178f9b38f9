import { createReadStream } from 'node:fs';
import * as v from 'valibot';
import { readEntryPairs } from '../../lab/corpus/forms.ts';
import { OtherwiseError, throwIfAborted } from '../../core/errors.ts';
import { readPair } from '../../lab/corpora/pairs.ts';
import { VectorList } from '../../lab/neighbours.ts';
import type { SentenceEmbeddings } from '../../core/quality/meaning/embedding.ts';
import { cleanText } from '../../core/text/clean.ts';
import { comparisonKey } from '../../core/text/normalise.ts';
import type { Command, CommandContext } from '../command.ts';
import { checkFields, checkFlags, parseFlagsAndRest } from '../flags.ts';
import { errorObject, parseObject, readLines, write } from '../lines.ts';
import { embeddingsOf, vectorsHelp } from '../vectors.ts';

const flagSchema = v.strictObject({
  top: v.optional(v.pipe(v.number(), v.integer('must be a whole number.'), v.minValue(1, 'must be at least 1.')), 1),
  same: v.optional(v.boolean(), true),
  pairs: v.optional(v.boolean(), false),
  vectors: v.optional(v.string()),
});
const flagKinds = { top: 'number', same: 'boolean', pairs: 'boolean', vectors: 'string' } as const;
const lineSchema = v.strictObject({
  text: v.optional(v.string('must be a text.')),
  vector: v.optional(v.pipe(v.array(v.pipe(v.number('must hold numbers.'), v.finite('must hold numbers.'))), v.minLength(1, 'is empty.'))),
});

const help = `Usage: otherwise similar FILE FILE [--top N] [--no-same]
       otherwise similar FILE --pairs [--top N]

The nearest neighbours of the first file's texts among the second file's, by the cosine of their sentence embeddings (embed); or
labelled pairs for training: a sentence with its rewrite, and with what is nearest to it and says something else (hard negatives).

Flags
  --top N            how many neighbours of each text, nearest first (1)
  --[no-]same        whether a text that differs only in case and punctuation counts as a neighbour (on)
  --pairs            read pairs and label them
${vectorsHelp}

Input: a text a line, or {"text"?, "vector"?} with a vector of one's own; all vectors have one size. With --pairs lines of sentence, tab,
rewrite, or what corpus writes. Lines that are none are told on stderr (exit code 1).

Output, a JSON object a line
  {"a", "b", "cosine"}: texts; a line without a text goes by its number, from 1
  with --pairs {"a", "b", "cosine", "label": 1 for the pair, 0 for the nearest texts of other pairs}
`;

/** `otherwise similar`: nearest neighbours, and hard negatives. */
export const command: Command = {
  name: 'similar',
  summary: 'nearest neighbours of texts by their embeddings, and pairs with hard negatives',
  help,
  async run(context) {
    const { flags, rest } = parseFlagsAndRest(context.args, flagKinds, 2);
    const asked = checkFlags(flagSchema, flags);
    const [first, second] = rest;
    if (first === undefined || (second === undefined) !== asked.pairs)
      throw new OtherwiseError('bad-flag', 'Name two files, or one file of pairs with --pairs.');
    const run = { context, embeddings: await embeddingsOf(asked.vectors), ...asked };
    const failed = second === undefined ? await labelPairs(first, run) : await neighbours(first, second, run);
    return failed ? 1 : 0;
  },
};

interface Run extends v.InferOutput<typeof flagSchema> {
  readonly context: CommandContext;
  readonly embeddings: SentenceEmbeddings;
}

/** A line: its text, or its number, and its vector. */
interface Item {
  readonly text: string;
  readonly vector: ArrayLike<number>;
}

const nothingIn = (file: string): OtherwiseError =>
  new OtherwiseError('bad-request', `${file} has no line that could be compared, so there is nothing to look for.`);

/** @returns whether a line was an error @throws OtherwiseError `bad-request` for a file without a text or vector */
async function neighbours(first: string, second: string, run: Run): Promise<boolean> {
  const { context, top, same } = run;
  const others: { readonly text: string; readonly key: string }[] = [];
  let list: VectorList | undefined;
  const read = (line: string, number: number): Item => itemOf(line, number, run.embeddings, list?.size);
  const isWrong = await eachLine(second, context, (line, number) => {
    const { text, vector } = read(line, number);
    list ??= new VectorList(vector.length);
    list.add(vector);
    others.push({ text, key: comparisonKey(text) });
    return Promise.resolve();
  });
  if (!list) throw nothingIn(second);
  const all = list;
  let count = 0;
  const isWrongToo = await eachLine(first, context, async (line, number) => {
    const { text, vector } = read(line, number);
    const key = comparisonKey(text);
    count += 1;
    for (const { at, cosine } of all.nearest(vector, top, (place) => same || others[place]?.key !== key))
      await write(context, `${JSON.stringify({ a: text, b: others[at]?.text, cosine: rounded(cosine) })}\n`);
  });
  if (count === 0) throw nothingIn(first);
  return isWrong || isWrongToo;
}

/** @returns whether a line was an error @throws OtherwiseError `bad-request` for a file without a pair */
async function labelPairs(file: string, { context, embeddings, top }: Run): Promise<boolean> {
  const pairs: { readonly a: string; readonly b: string }[] = [];
  /** The texts that each text belongs with: it is no negative of these. */
  const friends = new Map<string, Set<string>>();
  const list = new VectorList(embeddings.embed('').vector.length);
  const texts = new Map<string, { readonly text: string; readonly at: number }>();
  const enter = (text: string): string => {
    const key = comparisonKey(text);
    if (!texts.has(key)) {
      texts.set(key, { text, at: list.length });
      list.add(embeddings.embed(text).vector);
    }
    return key;
  };
  const isWrong = await eachLine(file, context, (line) => {
    for (const { a, b } of pairsOf(line)) {
      pairs.push({ a, b });
      const [one, other] = [enter(a), enter(b)];
      const group = new Set([one, other, ...(friends.get(one) ?? []), ...(friends.get(other) ?? [])]);
      for (const key of group) friends.set(key, group);
    }
    return Promise.resolve();
  });
  if (pairs.length === 0) throw nothingIn(file);
  const keys = [...texts.keys()];
  for (const [at, { a, b }] of pairs.entries()) {
    const [one, other] = [list.at(texts.get(comparisonKey(a))?.at ?? 0), list.at(texts.get(comparisonKey(b))?.at ?? 0)];
    await write(context, line(a, b, one.reduce((sum, value, k) => sum + value * (other[k] ?? 0), 0), 1));
    // The negatives of a sentence stand behind the last of its pairs.
    if (pairs[at + 1]?.a === a) continue;
    const own = friends.get(comparisonKey(a));
    for (const { at: place, cosine } of list.nearest(one, top, (index) => own?.has(keys[index] ?? '') !== true))
      await write(context, line(a, texts.get(keys[place] ?? '')?.text ?? '', cosine, 0));
  }
  return isWrong;
}

const line = (a: string, b: string, cosine: number, label: 0 | 1): string =>
  `${JSON.stringify({ a, b, cosine: rounded(cosine), label })}\n`;
const rounded = (value: number): number => Number(value.toFixed(4));

/** @throws OtherwiseError `text-empty`, `bad-request`, `missing-field`, `bad-json` */
function pairsOf(text: string): { readonly a: string; readonly b: string }[] {
  if (!text.trimStart().startsWith('{')) {
    const { reference, translation } = readPair(text, Infinity);
    return [{ a: reference, b: translation }];
  }
  return readEntryPairs(parseObject(text)).flatMap(({ source, rewrite }) => (rewrite === undefined ? [] : [{ a: source, b: rewrite }]));
}

/**
 * A line with its vector. @param size that all vectors have, where it is known
 * @throws OtherwiseError `text-empty`, `missing-field`, `bad-request` for a vector of another size or of zeros, and those of `checkFields`
 */
function itemOf(raw: string, number: number, embeddings: SentenceEmbeddings, size: number | undefined): Item {
  const { text: given, vector: own } = raw.trimStart().startsWith('{') ? checkFields(lineSchema, parseObject(raw)) : { text: raw };
  const text = given === undefined ? undefined : cleanText(given);
  if (text === '') throw new OtherwiseError('text-empty', 'There is no text. Give at least one word.');
  if (text === undefined && own === undefined) throw new OtherwiseError('missing-field', "The line has neither 'text' nor 'vector'.");
  if (own?.every((value) => value === 0)) throw new OtherwiseError('bad-request', 'The vector is all zeros: it has no direction.');
  const vector = own ?? embeddings.embed(text ?? '').vector;
  if (size !== undefined && vector.length !== size) {
    const whose = own ? 'The vector' : 'The embedding of the text, which has no vector of its own,';
    throw new OtherwiseError('bad-request', `${whose} has ${vector.length} values; the vectors before it have ${size}.`);
  }
  return { text: text ?? String(number), vector };
}

/** Reads the lines of a file, numbered from 1; what is wrong with one is told on stderr. @returns whether one was */
async function eachLine(path: string, context: CommandContext, read: (line: string, number: number) => Promise<void>): Promise<boolean> {
  let isWrong = false;
  try {
    for await (const { text, number, error } of readLines(createReadStream(path))) {
      throwIfAborted(context.signal);
      try {
        if (error) throw error;
        await read(text, number + 1);
      } catch (cause) {
        if (!(cause instanceof OtherwiseError)) throw cause;
        isWrong = true;
        context.stderr.write(`${JSON.stringify({ file: path, line: number + 1, error: errorObject(cause) })}\n`);
      }
    }
  } catch (cause) {
    if (cause instanceof OtherwiseError) throw cause;
    throw new OtherwiseError('file-unreadable', `${path} can't be read: ${(cause as Error).message}`, { cause });
  }
  return isWrong;
}
