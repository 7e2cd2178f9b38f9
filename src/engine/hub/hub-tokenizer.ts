import type { PreTrainedTokenizer } from '@huggingface/transformers';
import type { ModelPieces } from '../model/loaded.ts';

/** Tokens that a tokenizer puts around every text. */
export interface SpecialTokens {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** A tokenizer of the hub, adapted for decoding: one segmentation, and the text of each token with its space. */
export class HubTokenizer implements ModelPieces {
  private readonly texts = new Map<number, string>();
  /** The literals of the special tokens, at which a text is split: written by a person they are text. */
  private readonly marks: RegExp | undefined;
  /** A token before which a decoder keeps the space of the next one, and its text. */
  private readonly anchor: { readonly id: number; readonly text: string } | undefined;

  constructor(private readonly tokenizer: PreTrainedTokenizer) {
    const literals = [...tokenizer._tokenizer.get_added_tokens_decoder().values()].map(({ content }) =>
      content.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&'));
    this.marks = literals.length > 0 ? new RegExp(`(${literals.join('|')})`, 'u') : undefined;
    const id = this.plain('a').at(-1);
    this.anchor = id === undefined ? undefined : { id, text: this.decode([id]) };
  }

  encode(text: string): number[] {
    if (!this.marks?.test(text)) return this.plain(text);
    // A literal that is cut behind its first character is no control token any more.
    return text.split(this.marks).flatMap((part, i) =>
      (i % 2 === 1 ? [...this.plain(part.slice(0, 1)), ...this.plain(part.slice(1))] : this.plain(part)));
  }

  holdsControl(text: string): boolean {
    return this.marks?.test(text) ?? false;
  }

  /** Encodes a text in which literals of special tokens stand for these. */
  encodeMarked(text: string): number[] {
    return this.plain(text);
  }

  private plain(text: string): number[] {
    return text === '' ? [] : this.tokenizer.encode(text, { add_special_tokens: false });
  }

  /** The special tokens that the tokenizer adds around a text by itself. */
  around(): SpecialTokens {
    const text = this.plain('a');
    const whole = this.tokenizer.encode('a');
    const at = whole.findIndex((_, i) => text.every((id, k) => whole[i + k] === id));
    return at < 0 ? { before: [], after: [] } : { before: whole.slice(0, at), after: whole.slice(at + text.length) };
  }

  decode(ids: readonly number[]): string {
    return ids.length === 0 ? '' : this.tokenizer.decode([...ids], { skip_special_tokens: true, clean_up_tokenization_spaces: false });
  }

  pieceText(id: number): string {
    let text = this.texts.get(id);
    if (text === undefined) {
      const { anchor } = this;
      const both = anchor ? this.decode([anchor.id, id]) : '';
      text = anchor && both.startsWith(anchor.text) ? both.slice(anchor.text.length) : this.decode([id]);
      this.texts.set(id, text);
    }
    return text;
  }

  /** Gives the ids without a text, those beyond the vocabulary included. @param vocabularySize of the graph's logits */
  notText(vocabularySize: number): Set<number> {
    const known = new Set(this.tokenizer.get_vocab().values());
    const special = [...this.tokenizer._tokenizer.get_added_tokens_decoder()].filter(([, { special: is }]) => is).map(([id]) => id);
    const beyond = Array.from({ length: vocabularySize }, (_, id) => id).filter((id) => !known.has(id));
    return new Set([...special, ...this.tokenizer.all_special_ids, ...beyond]);
  }
}
