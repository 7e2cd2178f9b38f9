import { PieceTokenizer } from '../engine/model/tokenizer.ts';
import { readManifest } from '../engine/files/manifest.ts';
import { readChecked } from '../engine/files/read.ts';
import { modelFolder } from './model-folder.ts';

/** Loads the tokenizer of a model without the model. @throws OtherwiseError `model-*` */
export async function loadTokenizer(model: string): Promise<PieceTokenizer> {
  const files = modelFolder(model);
  const { tokenizer } = await readManifest(files);
  return new PieceTokenizer(new TextDecoder().decode(await readChecked(files, tokenizer)));
}
