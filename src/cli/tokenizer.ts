import { PieceTokenizer } from '../../workers/engine/tokenizer.ts';
import { readManifest } from '../files/manifest.ts';
import { readChecked } from '../files/read.ts';
import { modelFolder } from './model-folder.ts';

/** The tokenizer of a model without the model. @throws OtherwiseError `model-*` */
export async function loadTokenizer(model: string): Promise<PieceTokenizer> {
  const files = modelFolder(model);
  const { tokenizer } = await readManifest(files);
  return new PieceTokenizer(new TextDecoder().decode(await readChecked(files, tokenizer)));
}
