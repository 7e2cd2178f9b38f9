/** Marks that language models of all kinds take for the beginning, the end or a part of their input. */
const pattern = new RegExp(
  [
    '<\\|[^|<>\\s]{1,40}\\|>', '</?s>', '</?(?:pad|unk|bos|eos|mask|sep|cls|start_of_turn|end_of_turn|extra_id_\\d+)>',
    '\\[/?(?:CLS|SEP|PAD|UNK|MASK|INST|BOS|EOS)\\]', '<</?SYS>>',
  ].join('|'),
  'iu',
);

/** Tells whether a phrase contains the control token of some model, as far as its spelling tells. */
export const looksLikeControl = (phrase: string): boolean => pattern.test(phrase);
