import type { InferenceSession } from 'onnxruntime-web';
import { OtherwiseError } from '../../core/errors.ts';
import type { CausalMarks } from './causal-model.ts';
import type { HubTokenizer } from './hub-tokenizer.ts';
import { firstId, type Pretrained } from './pretrained.ts';
import type { Seq2SeqMarks } from './seq2seq-model.ts';

/** The most positions where neither config nor tokenizer gives a number. */
const POSITIONS = 512;
/** The most positions that are used: a request can't have longer texts. */
const MOST_POSITIONS = 2048;
/** The prefix of T5 and its kin, which are trained with the task's name before the text. */
const PREFIX = 'paraphrase: ';

const lengthOf = ({ fields, tokenizer }: Pretrained): number => {
  const limits = [fields.max_position_embeddings, fields.n_positions, Number(tokenizer.model_max_length)]
    .filter((value) => typeof value === 'number' && value > 0);
  return Math.min(MOST_POSITIONS, limits.length === 0 ? POSITIONS : Math.min(...limits as number[]));
};

/**
 * Returns the size of the vocabulary of a decoder's logits. @throws OtherwiseError `model-unsupported` where neither graph nor config says
 */
export function vocabularySize(name: string, session: InferenceSession, { fields }: Pretrained): number {
  const logits = session.outputMetadata.find((output) => output.name === 'logits');
  const last = logits?.isTensor ? logits.shape.at(-1) : undefined;
  const size = typeof last === 'number' ? last : fields.vocab_size ?? undefined;
  if (logits === undefined || size === undefined)
    throw new OtherwiseError('model-unsupported', `The decoder of ${name} tells no logits: it is no model that writes text.`);
  return size;
}

/** The ids that end a text. @throws OtherwiseError `model-unsupported` */
function ends(name: string, { fields, tokenizer }: Pretrained): readonly number[] {
  const ids = [fields.eos_token_id ?? tokenizer.eos_token_id].flat().filter((one) => typeof one === 'number');
  if (ids.length === 0) throw new OtherwiseError('model-unsupported', `${name} does not say which token ends a text.`);
  return ids;
}

/** Gives the sequences of an encoder–decoder model, by its config and its tokenizer. @throws OtherwiseError `model-unsupported` */
export function seq2seqMarks(name: string, pretrained: Pretrained, tokenizer: HubTokenizer, vocabulary: number): Seq2SeqMarks {
  const { fields } = pretrained;
  const { before, after } = tokenizer.around();
  const isT5 = /t5$/u.test(fields.model_type);
  const prefix = fields.task_specific_params?.paraphrase?.prefix ?? (isT5 ? PREFIX : '');
  const [eos = NaN] = ends(name, pretrained);
  const begin = firstId(fields.decoder_start_token_id) ?? firstId(fields.pad_token_id) ?? firstId(fields.bos_token_id);
  if (begin === undefined) throw new OtherwiseError('model-unsupported', `${name} does not say which token a text begins with.`);
  // BART was trained on targets that begin as its sources do.
  const forced = firstId(fields.forced_bos_token_id) ?? (fields.model_type === 'bart' ? before[0] : undefined);
  const reserved = tokenizer.notText(vocabulary);
  reserved.add(begin);
  reserved.delete(eos);
  return {
    before: [...before, ...tokenizer.encode(prefix.trimEnd())],
    after,
    start: forced === undefined ? [begin] : [begin, forced],
    eos,
    reserved,
    vocabularySize: vocabulary,
    maxPositions: lengthOf(pretrained),
  };
}

/** The instruction to a model that follows instructions. */
const REQUEST = 'Rewrite the following sentence in other words. Keep its meaning, and answer with the new sentence alone.\n\n';
/** A placeholder for the text within a rendered template: no text has this character. */
const PLACE = '\ue000';

/** Gives the sequences of a language model: the prompt around a source, by its chat template. @throws OtherwiseError `model-unsupported` */
export function causalMarks(name: string, pretrained: Pretrained, tokenizer: HubTokenizer, vocabulary: number): CausalMarks {
  const { tokenizer: library, chatTemplate } = pretrained;
  if (!chatTemplate && !library.chat_template)
    throw new OtherwiseError('model-unsupported', `${name} has no chat template: it continues texts and follows no instruction to ` +
      'rewrite one. Choose the same model with “Instruct” in its name.');
  const render = (messages: readonly { role: string; content: string }[], asks: boolean): string =>
    library.apply_chat_template<false>([...messages], {
      tokenize: false, add_generation_prompt: asks, ...(chatTemplate && { chat_template: chatTemplate }),
      // Models that think first are told not to.
      ...{ enable_thinking: false },
    });
  const user = { role: 'user', content: REQUEST + PLACE };
  const [before = '', after = ''] = render([user], true).split(PLACE);
  const answered = render([{ role: 'user', content: REQUEST }, { role: 'assistant', content: PLACE }], false).split(PLACE).at(-1) ?? '';
  const all = ends(name, pretrained);
  const [usual = NaN] = all;
  const eos = tokenizer.encodeMarked(answered).find((id) => all.includes(id)) ?? usual;
  const reserved = tokenizer.notText(vocabulary);
  reserved.delete(eos);
  return {
    before: tokenizer.encodeMarked(before),
    after: tokenizer.encodeMarked(after),
    eos,
    reserved,
    vocabularySize: vocabulary,
    maxPositions: lengthOf(pretrained),
  };
}
