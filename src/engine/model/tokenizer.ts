import { Tokenizer } from '@huggingface/tokenizers';
import { OtherwiseError } from '../../core/errors.ts';

/** Turns text into token ids and back, by the model's own tokenizer.json. */
export class PieceTokenizer {
  private readonly tokenizer: Tokenizer;
  private readonly texts = new Map<number, string>();
  /** The literals of the control tokens (`<|im_end|>`), at which a text is split: written by a person they are text. */
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

  /** Gives the most usual segmentation of a text, without control tokens. */
  encode(text: string): number[] {
    const plain = (part: string): number[] => (part === '' ? [] : this.tokenizer.encode(part, { add_special_tokens: false }).ids);
    if (!this.marks?.test(text)) return plain(text);
    // A literal that is cut inside its first characters is no control token any more.
    return text.split(this.marks).flatMap((part, i) => (i % 2 === 1 ? [...plain(part.slice(0, 1)), ...plain(part.slice(1))] : plain(part)));
  }

  /** Tells whether a text contains the literal of a control token. */
  holdsControl(text: string): boolean {
    return this.marks?.test(text) ?? false;
  }

  /** Gives the text of tokens; bytes that make no character become U+FFFD. */
  decode(ids: readonly number[]): string {
    return ids.length === 0 ? '' : this.tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  }

  /** Gives the text of one token, leading space kept; cached. */
  pieceText(id: number): string {
    let text = this.texts.get(id);
    if (text === undefined) {
      text = this.decode([id]);
      this.texts.set(id, text);
    }
    return text;
  }
}
