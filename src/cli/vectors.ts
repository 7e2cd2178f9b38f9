import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { OtherwiseError } from '../core/errors.ts';
import { SentenceEmbeddings } from '../core/quality/meaning/embedding.ts';
import type { TableFiles } from '../core/quality/meaning/embedding-table.ts';
import { embeddingParts } from '../lab/embeddings/training-corpus.ts';
import { loadEmbeddings } from './meaning.ts';

/** The schema of the manifest that `embed --train` writes beside the tables. */
export const vectorsManifest = v.object({
  models: v.pipe(v.array(v.object({
    name: v.string(), parts: v.pipe(v.array(v.picklist(embeddingParts)), v.minLength(1)), size: v.number(),
  })), v.minLength(1)),
});
export const MANIFEST = 'manifest.json';
/** Names the files of a model's table. */
export const tableNames = (model: string, part: string): { readonly table: string; readonly list: string } =>
  ({ table: `${model}.${part}.bin`, list: `${model}.${part}.tsv` });

export const vectorsHelp = `\
  --vectors FOLDER   embeddings that embed --train wrote, instead of the shipped ones; of several models the last, which is
                     both where there is one`;

/** Embeddings with their name in their folder. */
export interface NamedEmbeddings {
  readonly name: string;
  readonly embeddings: SentenceEmbeddings;
}

/**
 * Reads the models of a folder, in the order in which they were trained.
 * @throws OtherwiseError `bad-flag` for a folder that `embed --train` did not write, `model-corrupt` for tables of another size
 */
export async function readVectors(folder: string): Promise<NamedEmbeddings[]> {
  const manifest = v.safeParse(v.pipe(v.string(), v.parseJson(), vectorsManifest), (await fileOf(folder, MANIFEST)).toString());
  if (!manifest.success)
    throw new OtherwiseError('bad-flag', `--vectors ${folder}: ${MANIFEST} is none of embed --train (${manifest.issues[0].message}).`);
  const models: NamedEmbeddings[] = [];
  for (const { name, parts, size } of manifest.output.models) {
    const files = await Promise.all(parts.map(async (part) => [part, await tableOf(folder, name, part)] as const));
    const embeddings = SentenceEmbeddings.load(Object.fromEntries(files));
    if (embeddings.size !== size * parts.length) {
      throw new OtherwiseError(
        'model-corrupt', `The vectors of ${name} in ${folder} have ${embeddings.size} numbers, not ${size * parts.length} as they say.`,
      );
    }
    models.push({ name, embeddings });
  }
  return models;
}

/** Returns the embeddings that a flag names, or the shipped ones. @throws OtherwiseError as `readVectors` and `loadEmbeddings` */
export async function embeddingsOf(folder: string | undefined): Promise<SentenceEmbeddings> {
  return folder === undefined ? loadEmbeddings() : (await readVectors(folder)).at(-1)!.embeddings;
}

async function tableOf(folder: string, name: string, part: string): Promise<TableFiles> {
  const { table, list } = tableNames(name, part);
  const [bytes, names] = await Promise.all([fileOf(folder, table), fileOf(folder, list)]);
  return { table: new Uint8Array(bytes), list: names.toString() };
}

async function fileOf(folder: string, name: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, name));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OtherwiseError('bad-flag', `--vectors ${folder} has no ${name} to read: ${why}`, { cause });
  }
}
