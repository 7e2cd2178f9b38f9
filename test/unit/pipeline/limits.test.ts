import { describe, expect, it } from 'vitest';
import { OtherwiseError, type ErrorData } from '../../../src/core/errors.ts';
import { settingsOf } from '../../../src/core/options.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import { reply, unpackReply } from '../../../src/core/protocol.ts';
import { ToyModel } from '../../oracle/toy-model.ts';
import { pieces, toyTools, vocabulary } from './toy-tools.ts';

/** A model that can rewrite 35 tokens at once: these, the longest rewrite (1.6 times as many and 10) and 8 marks. */
const model = Object.assign(new ToyModel({ vocabularySize: vocabulary.length, eos: 0, top: 12, seed: 1, sharpness: 4 }), {
  maxPositions: 100,
});

/** Tells whether a text is refused, and how. */
async function refusal(text: string, tools = toyTools(1, { model })): Promise<ErrorData | undefined> {
  const settings = settingsOf({ sets: 1, samples: 1, rounds: 1 }, tools.threshold);
  const packed = await reply(() => paraphraseText(text, { tools, settings }));
  return packed.ok ? undefined : packed.error;
}

const words = (count: number): string => `${'man '.repeat(count).trim()}.`;

describe('a text that is too long is told its limit, in words like its own', () => {
  it('a sentence may have as many words as the model can rewrite at once, and no word more', async () => {
    expect(await refusal(words(34))).toBeUndefined();
    expect(await refusal(words(35))).toMatchObject({ code: 'text-too-long', excess: { words: 35, most: 34 } });
    expect(await refusal(words(70))).toMatchObject({ code: 'text-too-long', excess: { words: 70, most: 34 } });
  });

  it('a sentence of words with two tokens each may have half as many words', async () => {
    const halves = { ...pieces, encode: (text: string) => pieces.encode(text).flatMap((id) => [id, id]) };
    expect(await refusal(words(40), toyTools(1, { model, pieces: halves }))).toMatchObject({ excess: { words: 40, most: 17 } });
  });

  it('a sentence with more characters than a text may have gets the same limit', async () => {
    expect(await refusal(words(1000))).toMatchObject({ code: 'text-too-long', excess: { words: 1000, most: 35 } });
  });

  it('several sentences may have as many words as a text may have', async () => {
    const text = Array.from({ length: 20 }, () => `M${words(20).slice(1)}`).join(' ');
    expect(await refusal(text)).toMatchObject({ excess: { words: 400, most: 243 } });
  });

  it.each([
    { code: 'text-too-long', message: 'Too long.', excess: { words: 35, most: 34 } },
    { code: 'unsupported-language', message: 'The text seems to be German.', language: 'de' },
  ] as const)('an error crosses the worker border with all its details: $code', async (error) => {
    const packed = await reply(() => Promise.reject(new OtherwiseError(error.code, error.message, error)));
    expect(packed).toEqual({ ok: false, error });
    const unpacked: unknown = await (async () => unpackReply(await Promise.resolve(packed)))().catch((cause: unknown) => cause);
    expect(unpacked).toBeInstanceOf(OtherwiseError);
    expect((unpacked as OtherwiseError).toJSON()).toEqual(error);
  });
});
