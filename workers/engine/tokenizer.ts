import { Tokenizer } from '@huggingface/tokenizers';
import { OtherwiseError } from '../../src/errors.ts';

/** Text to piece ids and back, through the model's own tokenizer.json. */
export class PieceTokenizer {
  private readonly tokenizer: Tokenizer;
  private readonly texts = new Map<number, string>();

  /** @throws OtherwiseError `model-corrupt` when the file is no tokenizer */
  constructor(json: string) {
    try {
      this.tokenizer = new Tokenizer(JSON.parse(json) as object, {});
    } catch (cause) {
      throw new OtherwiseError('model-corrupt', 'The tokenizer of the model can’t be read. Delete the model and load it again.', { cause });
    }
  }

  /** The one (most usual) segmentation of a text, without marks. */
  encode(text: string): number[] {
    return this.tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  /** The text of pieces; bytes that make no character become U+FFFD. */
  decode(ids: readonly number[]): string {
    return ids.length === 0 ? '' : this.tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  }

  /** Text of one piece, leading space kept; cached. */
  pieceText(id: number): string {
    let text = this.texts.get(id);
    if (text === undefined) {
      text = this.decode([id]);
      this.texts.set(id, text);
    }
    return text;
  }
}
