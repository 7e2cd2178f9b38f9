import { OtherwiseError } from '../../core/errors.ts';
import type { HubListing } from '../files/hub/hub-files.ts';
import { type Dtype, dtypes } from '../model/loaded.ts';

/** The endings of graph files for each arithmetic. */
const endings: Readonly<Record<Dtype, string>> = {
  q8: '_quantized', fp32: '', q4: '_q4', fp16: '_fp16', q4f16: '_q4f16', int8: '_int8', uint8: '_uint8', bnb4: '_bnb4',
};

/** The graphs of an export that take part, by the role they play, and the files that hold them. */
export type Export = { readonly dtype: Dtype } & (
  | { readonly kind: 'merged'; readonly encoder: string; readonly decoder: string }
  | { readonly kind: 'split'; readonly encoder: string; readonly first: string; readonly next: string }
  | { readonly kind: 'causal'; readonly decoder: string }
);

/**
 * Chooses the graphs of a repository in the hub's layout: those of the wanted arithmetic, else the first that is there.
 * @param isEncoderDecoder by its config
 * @throws OtherwiseError `model-unsupported` with what there is instead
 */
export function chooseExport(name: string, listing: HubListing, isEncoderDecoder: boolean, wished?: Dtype): Export {
  const usable = exportsOf(listing, isEncoderDecoder);
  const chosen = wished === undefined ? usable[0] : usable.find(({ dtype }) => dtype === wished);
  if (chosen) return chosen;
  if (usable.length > 0)
    throw new OtherwiseError(
      'model-unsupported',
      `${name} has no export of the kind ${wished}. It has ${usable.map(({ dtype }) => dtype).join(', ')}: choose one of these.`,
    );
  throw new OtherwiseError('model-unsupported', `${name} ${whatLacks(listing.files, isEncoderDecoder)}`);
}

/** Returns all exports of a repository that can be used, in the order of `dtypes`. */
export const exportsOf = ({ files }: HubListing, isEncoderDecoder: boolean): Export[] =>
  dtypes.flatMap((dtype) => exportOf(files, isEncoderDecoder, dtype) ?? []);

/** Returns the export of one arithmetic; undefined where a graph of it is missing. */
export function exportOf(files: HubListing['files'], isEncoderDecoder: boolean, dtype: Dtype): Export | undefined {
  const file = (graph: string): string | undefined => [`onnx/${graph}${endings[dtype]}.onnx`].find((path) => files.has(path));
  if (!isEncoderDecoder) {
    const decoder = file('model') ?? file('decoder_model_merged');
    return decoder === undefined ? undefined : { kind: 'causal', dtype, decoder };
  }
  const [encoder, decoder, first, next] =
    [file('encoder_model'), file('decoder_model_merged'), file('decoder_model'), file('decoder_with_past_model')];
  if (encoder === undefined) return undefined;
  if (decoder !== undefined) return { kind: 'merged', dtype, encoder, decoder };
  return first !== undefined && next !== undefined ? { kind: 'split', dtype, encoder, first, next } : undefined;
}

function whatLacks(files: HubListing['files'], isEncoderDecoder: boolean): string {
  const graphs = [...files.keys()].filter((path) => path.endsWith('.onnx'));
  if (graphs.length === 0)
    return 'has no ONNX graphs (onnx/*.onnx). Look for an export of it, as those of Xenova and onnx-community are.';
  const hasDecoder = isEncoderDecoder && graphs.some((path) => /(?:^|\/)decoder_model[^/]*\.onnx$/u.test(path));
  return hasDecoder
    ? 'was exported without a past: its decoder would read everything anew for each token. Choose an export with decoder_model_merged or ' +
      'decoder_with_past_model.'
    : `has graphs, but not those of ${isEncoderDecoder ? 'an encoder and a decoder' : 'a language model'} in the folder onnx/: it is no ` +
      'model that writes text, or it is exported otherwise.';
}

/** Lists the files with weights that are too large to stand in a graph itself: `model.onnx_data`, `model.onnx_data_1`, … */
export function externalFiles({ files }: HubListing, graph: string): string[] {
  return [...files.keys()].filter((path) => path.startsWith(`${graph}_data`)).sort();
}

/** Lists the graph files of an export, in the order in which they are run. */
export function graphFiles(chosen: Export): string[] {
  return chosen.kind === 'causal' ? [chosen.decoder]
    : chosen.kind === 'merged' ? [chosen.encoder, chosen.decoder] : [chosen.encoder, chosen.first, chosen.next];
}
