import { Tokenizer } from '@huggingface/tokenizers';
import { OtherwiseError } from '../../core/errors.ts';

/** Text to piece ids and back, through the model's own tokenizer.json. */
export class PieceTokenizer {
  private readonly tokenizer: Tokenizer;
  private readonly texts = new Map<number, string>();
  /** Splits a text at literals of the marks and tags (`<|im_end|>`): written by a person they are text. */
  private readonly marks: RegExp | undefined;

  /** @throws OtherwiseError `model-corrupt` when the file is no tokenizer */
  constructor(json: string) {
    try {
      const spec = JSON.parse(json) as { added_tokens?: { content: string }[] };
      this.tokenizer = new Tokenizer(spec, {});
      const literals = (spec.added_tokens ?? []).map(({ content }) => content.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
      this.marks = literals.length > 0 ? new RegExp(`(${literals.join('|')})`, 'u') : undefined;
    } catch (cause) {
      throw new OtherwiseError('model-corrupt', 'The tokenizer of the model can’t be read. Delete the model and load it again.', { cause });
    }
  }

  /** The one (most usual) segmentation of a text, without marks. */
  encode(text: string): number[] {
    const plain = (part: string): number[] => (part === '' ? [] : this.tokenizer.encode(part, { add_special_tokens: false }).ids);
    if (!this.marks?.test(text)) return plain(text);
    // Cut inside its first character's end, a literal is no mark any more.
    return text.split(this.marks).flatMap((part, i) => (i % 2 === 1 ? [...plain(part.slice(0, 1)), ...plain(part.slice(1))] : plain(part)));
  }

  /** Tells whether a text holds the literal of a mark or tag. */
  holdsControl(text: string): boolean {
    return this.marks?.test(text) ?? false;
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
