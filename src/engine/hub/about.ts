import * as v from 'valibot';
import { OtherwiseError } from '../../core/errors.ts';
import type { HubFiles } from '../files/hub/hub-files.ts';
import type { HubAbout } from '../../core/protocol.ts';
import { chooseExport, externalFiles, exportsOf, graphFiles } from './exports.ts';

const kindSchema = v.object({ is_encoder_decoder: v.nullish(v.boolean()) });
/** The files of a repository that are read besides its graphs. */
const TEXTS = ['config.json', 'generation_config.json', 'chat_template.jinja', 'tokenizer.json', 'tokenizer_config.json'];

/**
 * Gives the facts about a model before it is loaded; of its files only the config is read.
 * @throws OtherwiseError `model-unsupported` for one without an export that can be used, `model-not-found`, `model-download`, `aborted`
 */
export async function aboutModel(files: HubFiles, signal?: AbortSignal): Promise<HubAbout> {
  const listing = await files.listing(signal);
  const isEncoderDecoder = kindOf(files.name, await files.read('config.json', undefined, signal));
  const bytesOf = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + (listing.files.get(path)?.bytes ?? 0), 0);
  const usable = exportsOf(listing, isEncoderDecoder).map((chosen) => {
    const graphs = graphFiles(chosen);
    return { dtype: chosen.dtype, bytes: bytesOf([...TEXTS, ...graphs, ...graphs.flatMap((graph) => externalFiles(listing, graph))]) };
  });
  // It throws the error that says what is missing.
  if (usable.length === 0) chooseExport(files.name, listing, isEncoderDecoder);
  return { name: files.name, licence: listing.licence, languages: listing.languages, exports: usable };
}

function kindOf(name: string, config: Uint8Array): boolean {
  try {
    return v.parse(kindSchema, JSON.parse(new TextDecoder().decode(config))).is_encoder_decoder === true;
  } catch (cause) {
    throw new OtherwiseError('model-corrupt', `The config of ${name} can’t be read.`, { cause });
  }
}

/** Joins two translators to one model: exports that both have, licences and languages of both. */
export const aboutPair = (toPivot: HubAbout, back: HubAbout): HubAbout => ({
  name: `${toPivot.name}, ${back.name}`,
  licence: toPivot.licence && back.licence ? [...new Set([toPivot.licence, back.licence])].join(', ') : undefined,
  languages: [...new Set([...toPivot.languages, ...back.languages])],
  exports: toPivot.exports.flatMap(({ dtype, bytes }) => {
    const other = back.exports.find((one) => one.dtype === dtype);
    return other ? [{ dtype, bytes: bytes + other.bytes }] : [];
  }),
});
