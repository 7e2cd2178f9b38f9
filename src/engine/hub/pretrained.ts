import type { PretrainedConfig, PreTrainedTokenizer } from '@huggingface/transformers';
import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import type { HubFiles } from '../files/hub/hub-files.ts';
import type { LoadProgress } from '../../core/protocol.ts';

const id = v.pipe(v.number(), v.integer(), v.minValue(0));
const ids = v.nullish(v.union([id, v.pipe(v.array(id), v.minLength(1))]));
const positions = v.nullish(v.pipe(v.number(), v.minValue(1)));
/** The fields of config.json and generation_config.json that are used; the latter file goes before the former. */
const fieldsSchema = v.object({
  model_type: v.string(),
  is_encoder_decoder: v.nullish(v.boolean()),
  vocab_size: v.nullish(id),
  eos_token_id: ids,
  bos_token_id: ids,
  pad_token_id: ids,
  decoder_start_token_id: ids,
  forced_bos_token_id: ids,
  max_position_embeddings: positions,
  n_positions: positions,
  task_specific_params: v.nullish(v.looseObject({ paraphrase: v.nullish(v.looseObject({ prefix: v.nullish(v.string()) })) })),
});
export type ModelFields = v.InferOutput<typeof fieldsSchema>;

/** The tokenizer that @huggingface/transformers reads from a repository, and its config as far as it is used here. */
export interface Pretrained {
  readonly tokenizer: PreTrainedTokenizer;
  readonly fields: ModelFields;
  /** A chat template in a file of its own; undefined where the tokenizer's config has it, or the model has none. */
  readonly chatTemplate: string | undefined;
}

/** A host that is never asked: requests of the library are answered from our files. */
const HOST = 'https://files.invalid/';
const sources = new Map<string, (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>>();
let opened = 0;

/** Loads the library, set up to read only the files that are given to it. */
async function library(): Promise<typeof import('@huggingface/transformers')> {
  const transformers = await import('@huggingface/transformers');
  const { env } = transformers;
  Object.assign(env, {
    remoteHost: HOST, allowLocalModels: false, useBrowserCache: false, useFSCache: false, useFS: false, useWasmCache: false,
    logLevel: transformers.LogLevel.ERROR,
  });
  env.fetch = async (input) => {
    const [, key = '', path = ''] = /^\/(\w+\/\w+)\/resolve\/main\/(.+)$/u.exec(new URL(input).pathname) ?? [];
    const bytes = await sources.get(key)?.(path);
    return bytes ? new Response(bytes, { headers: { 'Content-Length': String(bytes.byteLength) } }) : new Response(null, { status: 404 });
  };
  return transformers;
}

/** Reads tokenizer and config of a repository. @throws OtherwiseError `model-corrupt`, `model-not-found`, `model-download`, `aborted` */
export async function readPretrained(
  files: HubFiles, onProgress?: (event: LoadProgress) => void, signal?: AbortSignal,
): Promise<Pretrained> {
  const listing = await files.listing(signal);
  // The library reports a failure in its own words; ours say what to do.
  let failure: unknown;
  const read = async (file: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const listed = listing.files.get(file);
    if (!listed) return undefined;
    try {
      const { bytes: total } = listed;
      return await files.read(file, (loaded, cached) => onProgress?.({ kind: 'download', file, loaded, total, cached }), signal);
    } catch (cause) {
      failure ??= cause;
      throw cause;
    }
  };
  const key = `model/m${(opened += 1)}`;
  sources.set(key, read);
  try {
    const { AutoConfig, AutoTokenizer } = await library();
    const config = await AutoConfig.from_pretrained(key);
    const fields = fieldsOf(config, await read('generation_config.json'));
    const template = await read('chat_template.jinja');
    const tokenizer = await AutoTokenizer.from_pretrained(key);
    return { tokenizer, fields, chatTemplate: template && new TextDecoder().decode(template) };
  } catch (cause) {
    if (failure instanceof OtherwiseError) throw failure;
    if (cause instanceof OtherwiseError) throw cause;
    const why = cause instanceof Error ? cause.message.replaceAll(HOST + key, files.name) : String(cause);
    throw new OtherwiseError('model-corrupt', `Tokenizer or config of ${files.name} can’t be read: ${why}`, { cause });
  } finally {
    sources.delete(key);
  }
}

function fieldsOf(config: PretrainedConfig, generation: Uint8Array | undefined): ModelFields {
  const generationFields = generation === undefined ? {} : JSON.parse(new TextDecoder().decode(generation)) as Record<string, unknown>;
  const entries = Object.entries(generationFields).filter(([, value]) => value !== null);
  return v.parse(fieldsSchema, { ...config, ...Object.fromEntries(entries) });
}

/** Gives the first of the ids that a field may have. */
export const firstId = (value: number | readonly number[] | null | undefined): number | undefined =>
  typeof value === 'number' ? value : value?.[0];
