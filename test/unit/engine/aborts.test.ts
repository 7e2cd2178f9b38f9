import { expect, test } from 'vitest';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import { settingsOf } from '../../../src/core/options.ts';

const text = 'I like your car. The committee decided to postpone the meeting.';

/** The tools with a model that tells of every call before it does anything. */
function telling(tools: LoadedTools, tell: (stage: string) => void): LoadedTools {
  const { model } = tools;
  const told = <Given extends unknown[], Answer>(stage: string, call: (...given: Given) => Answer) => (...given: Given): Answer => {
    tell(stage);
    return call(...given);
  };
  return {
    ...tools,
    model: {
      vocabularySize: model.vocabularySize,
      eos: model.eos,
      maxPositions: model.maxPositions,
      reserved: model.reserved,
      encode: told('encode', model.encode.bind(model)),
      begin: told('begin', model.begin.bind(model)),
      step: told('step', model.step.bind(model)),
      score: told('score', model.score.bind(model)),
    },
  };
}

test('a request stopped at any stage rejects with `aborted` within one step, and the next one is as if it had not been', async () => {
  const tools = await loadTools('tiny', 1);
  const settings = settingsOf({ sets: 2, samples: 2, rounds: 1, seed: 1 }, 20);
  const calls: string[] = [];
  // The number of calls of the model when progress was told.
  const told: { readonly kind: string; readonly after: number }[] = [];
  const whole = await paraphraseText(text, {
    tools: telling(tools, (stage) => calls.push(stage)),
    settings,
    progress: ({ kind }) => told.push({ kind, after: calls.length }),
  });
  expect(whole.rewrites.length).toBeGreaterThan(0);
  expect(new Set(calls)).toEqual(new Set(['encode', 'begin', 'step', 'score']));
  expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['encode', 'sample', 'score', 'early']));

  /** Stops when the so manieth call begins or the so manieth progress is told. */
  const stoppedAt = async (call: number, event: number): Promise<number> => {
    const controller = new AbortController();
    let [made, heard] = [0, 0];
    const stopped = paraphraseText(text, {
      tools: telling(tools, () => {
        if (made++ === call) controller.abort();
      }),
      settings,
      signal: controller.signal,
      progress: () => {
        if (heard++ === event) controller.abort();
      },
    });
    await expect(stopped, `call ${call} (${String(calls[call])}), event ${event} (${String(told[event]?.kind)})`).rejects.toMatchObject({
      code: 'aborted',
    });
    return made;
  };

  // The first and the last call of each kind: of the first sentence and of the second.
  for (const call of new Set(calls.flatMap((stage) => [calls.indexOf(stage), calls.lastIndexOf(stage)])))
    expect(await stoppedAt(call, -1)).toBe(call + 1);
  const kinds = told.map(({ kind }) => kind);
  for (const event of new Set(kinds.flatMap((kind) => [kinds.indexOf(kind), kinds.lastIndexOf(kind)]))) {
    const after = told[event]?.after ?? 0;
    // The model may be asked once more and refuses; after the last call there is nothing left to stop.
    if (after < calls.length) expect(await stoppedAt(-1, event)).toBeLessThanOrEqual(after + 1);
  }
  expect(await paraphraseText(text, { tools, settings })).toEqual(whole);
}, 120_000);
