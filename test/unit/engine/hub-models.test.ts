import { readFileSync } from 'node:fs';
import type { InferenceSession } from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hubFolderFiles } from '../../../src/cli/model-source.ts';
import { wasmOptions } from '../../../src/cli/execution.ts';
import type { StepModel } from '../../../src/core/decoding/step-model.ts';
import type { HubFiles } from '../../../src/engine/files/hub/hub-files.ts';
import type { Engine, EngineOptions } from '../../../src/engine/model/loaded.ts';
import { openEngine } from '../../../src/engine/open.ts';
import { CausalModel } from '../../../src/engine/hub/causal-model.ts';
import { Seq2SeqModel } from '../../../src/engine/hub/seq2seq-model.ts';
import { createSession, openRuntime, type OrtModule } from '../../../src/engine/model/runtime.ts';

const folder = (name: string): string => new URL(`../../hub/shapes/${name}`, import.meta.url).pathname;
const open = (files: HubFiles, options: Partial<EngineOptions> = {}): Promise<Engine> =>
  openEngine({ kind: 'hub', files }, { ...wasmOptions(1), ...options });
const openNamed = (name: string, options?: Partial<EngineOptions>): Promise<Engine> => open(hubFolderFiles(folder(name)), options);

interface Golden { readonly source?: number[]; readonly prompt?: number[]; readonly target: number[]; readonly logProbs: number[] }
const golden = (name: string): Golden => JSON.parse(readFileSync(`${folder(name)}/golden.json`, 'utf8')) as Golden;

/** Gives the log-probabilities of a target token by token, each step in the company of other rows. */
async function stepped(model: StepModel, source: readonly number[], target: readonly number[]): Promise<number[]> {
  const memory = await model.encode(source);
  const { cache, output } = await model.begin(memory, [[], []], { capacity: 4 * target.length, probes: [target[0] as number] });
  const found = [output.probeLogProbs[1] as number];
  for (const [t, id] of target.entries()) {
    const next = target[t + 1] ?? model.eos;
    // The row under test is the last of its parents, then of 2 or 3 rows; the others go elsewhere.
    const rows = 2 + (t % 2);
    const parents = Int32Array.from({ length: rows }, (_, row) => (row === rows - 1 ? cache.rows - 1 : 0));
    const ids = Int32Array.from({ length: rows }, (_, row) => (row === rows - 1 ? id : 30 + row));
    const after = await model.step(cache, parents, ids, { probes: new Int32Array(rows).fill(next) });
    found.push(after.probeLogProbs[rows - 1] as number);
  }
  cache.dispose();
  memory.dispose();
  return found;
}

const near = (a: readonly number[], b: readonly number[], within: number): void => {
  expect(a).toHaveLength(b.length);
  a.forEach((value, i) => { expect(Math.abs(value - (b[i] ?? NaN))).toBeLessThan(within); });
};

describe.each(['merged', 'split', 'causal'])('a model of the hub: %s', (name) => {
  let engine: Engine;
  beforeAll(async () => { engine = await openNamed(name, { dtype: 'fp32' }); }, 60_000);
  afterAll(() => engine.dispose());

  it('is read by the class that fits it, with what its folder says of it', () => {
    expect(engine.model).toBeInstanceOf(name === 'causal' ? CausalModel : Seq2SeqModel);
    expect(engine.languages).toEqual(['en']);
    expect([engine.name, engine.device, engine.estimator, engine.model.maxPositions]).toEqual([folder(name), 'wasm', undefined, 128]);
    expect(engine.hash).toMatch(/^[0-9a-f]{12}$/u);
  });

  it('says step by step, whatever rows are beside it, what it says of a whole text', async () => {
    const [source, target] = [engine.pieces.encode('He went to the shop.'), engine.pieces.encode('He left again.')];
    const [whole, again] = await engine.model.score([{ source, tags: [], target }, { source, tags: [], target }]);
    near(await stepped(engine.model, source, target), [...whole?.logProbs ?? []], 1e-4);
    expect(again).toEqual(whole);
  });

  it('gives the 64 best tokens and the probes of one distribution', async () => {
    const memory = await engine.model.encode(engine.pieces.encode('He went to the shop.'));
    const all = Array.from({ length: engine.model.vocabularySize }, (_, id) => id);
    const { cache, output } = await engine.model.begin(memory, [[]], { capacity: 1, probes: all });
    cache.dispose();
    const probabilities = [...output.probeLogProbs].map(Math.exp);
    expect(probabilities.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4);
    const sorted = all.toSorted((a, b) => (output.probeLogProbs[b] ?? 0) - (output.probeLogProbs[a] ?? 0) || a - b).slice(0, 64);
    expect([...output.topIds]).toEqual(sorted);
    expect([...output.topLogProbs]).toEqual(sorted.map((id) => output.probeLogProbs[id]));
  });

  it('reads a text with its special tokens written out as text, and gives each token its space', () => {
    const { pieces, model } = engine;
    for (const text of ['He went to the shop.', 'A </s> or <|im_end|> is text.']) {
      const ids = pieces.encode(text);
      expect(ids.some((id) => model.reserved.has(id) && id !== 2)).toBe(false);
      expect(ids.includes(model.eos)).toBe(false);
      expect(ids.map((id) => pieces.pieceText(id)).join('').trim()).toBe(pieces.decode(ids).trim());
    }
    expect(pieces.decode(pieces.encode('He went to the shop.'))).toBe('He went to the shop.');
  });

  it('refuses what is too long, and a batch that appends more than was said', async () => {
    await expect(engine.model.encode(new Array<number>(200).fill(40))).rejects.toMatchObject({ code: 'text-too-long' });
    const memory = await engine.model.encode([40]);
    const { cache } = await engine.model.begin(memory, [[]], { capacity: 1 });
    await expect(engine.model.step(cache, new Int32Array(2), Int32Array.of(40, 41))).rejects.toMatchObject({ code: 'runtime' });
    cache.dispose();
    const stopped = engine.model.score([{ source: [40], tags: [], target: [41] }], AbortSignal.abort());
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  });
});

describe('what NumPy computes for the same weights', () => {
  const marks = { before: [], reserved: new Set<number>(), vocabularySize: 320, maxPositions: 128 };
  /** Sessions of an export by the names of its graphs, and the runtime. */
  async function sessionsOf(name: string, graphs: readonly string[]): Promise<{ ort: OrtModule; sessions: InferenceSession[] }> {
    const runtime = await openRuntime('wasm', wasmOptions(1));
    const sessions = graphs.map(async (graph) =>
      createSession(runtime, { graph: readFileSync(`${folder(name)}/onnx/${graph}.onnx`), external: [] }, {}));
    return { ort: runtime.ort, sessions: await Promise.all(sessions) };
  }

  it.each([
    ['merged', ['encoder_model', 'decoder_model_merged']],
    ['split', ['encoder_model', 'decoder_model', 'decoder_with_past_model']],
  ] as const)('is what %s computes here', async (name, graphs) => {
    const { ort, sessions: [encoder, first, next = first] } = await sessionsOf(name, graphs);
    if (!encoder || !first || !next) throw new Error('A session is missing.');
    const model = new Seq2SeqModel(ort, { encoder, first, next }, { ...marks, after: [1], start: [0], eos: 1 });
    const { source = [], target, logProbs } = golden(name);
    const [scores] = await model.score([{ source, tags: [], target }]);
    near([...scores?.logProbs ?? []], logProbs, 1e-4);
    near(await stepped(model, source, target), logProbs, 1e-4);
    await model.dispose();
  });

  it('is what a causal model computes here', async () => {
    const { ort, sessions: [session] } = await sessionsOf('causal', ['model']);
    if (!session) throw new Error('The session is missing.');
    const model = new CausalModel(ort, session, { ...marks, after: [], eos: 2 });
    const { prompt = [], target, logProbs } = golden('causal');
    const [scores] = await model.score([{ source: prompt, tags: [], target }]);
    near([...scores?.logProbs ?? []], logProbs, 1e-4);
    near(await stepped(model, prompt, target), logProbs, 1e-4);
    await model.dispose();
  });
});

it('rows share a memory where the graph allows it, and have one each where it would mix them up', async () => {
  for (const [name, isShared] of [['merged', true], ['split', false]] as const) {
    const engine = await openNamed(name, { dtype: 'fp32' });
    expect((engine.model as Seq2SeqModel).isShared).toBe(isShared);
    await engine.dispose();
  }
});

it('a T5 reads the name of its task, and a chat model the request to rewrite', async () => {
  const t5 = await openNamed('split');
  const { before } = (t5.model as Seq2SeqModel).marks;
  expect(t5.pieces.decode(before)).toBe('paraphrase:');
  const chat = await openNamed('causal');
  const { marks } = chat.model as CausalModel;
  expect(chat.pieces.decode(marks.before)).toMatch(/^user\nRewrite the following sentence .*\n\n$/su);
  expect(chat.pieces.decode(marks.after)).toBe('\nassistant\n');
  expect([marks.before[0], marks.after[0], chat.model.eos]).toEqual([1, 2, 2]);
  await Promise.all([t5.dispose(), chat.dispose()]);
});

describe('exports that are known to be broken', () => {
  it('weights outside of a branch are recognised, with what to choose, and the next load works', async () => {
    const failure = await openNamed('merged', { dtype: 'q8' }).catch((cause: unknown) => cause as Error);
    expect(failure).toMatchObject({ code: 'model-unsupported' });
    expect((failure as Error).message).toMatch(/outside of the branches.*Choose fp32 instead \(of fp32, fp16\)/u);
    await (await openNamed('merged', { dtype: 'fp32' })).dispose();
  });

  it('layers that exceed 16 bits are recognised', async () => {
    const failure = await openNamed('merged', { dtype: 'fp16' }).catch((cause: unknown) => cause as Error);
    expect(failure).toMatchObject({ code: 'model-unsupported' });
    expect((failure as Error).message).toMatch(/exceed what 16 bits hold.*Choose fp32 instead/u);
  });

  const without = (name: string, isMissing: (path: string) => boolean): HubFiles => {
    const files = hubFolderFiles(folder(name));
    return { ...files, read: (file) => files.read(file), listing: async () => {
      const listing = await files.listing();
      return { ...listing, files: new Map([...listing.files].filter(([path]) => !isMissing(path))) };
    } };
  };

  it.each([
    ['a past', without('split', (path) => path.includes('with_past')), /without a past/u],
    ['graphs', without('split', (path) => path.endsWith('.onnx')), /no ONNX graphs/u],
    ['a decoder', without('split', (path) => path.includes('decoder')), /not those of an encoder and a decoder/u],
  ])('an export without %s says so', async (_, files, message) => {
    const failure = await open(files).catch((cause: unknown) => cause as Error);
    expect(failure).toMatchObject({ code: 'model-unsupported' });
    expect((failure as Error).message).toMatch(message);
  });

  it('an arithmetic that there is not names those there are', async () => {
    await expect(openNamed('split', { dtype: 'q4' })).rejects.toThrow(/no export of the kind q4\. It has fp32/u);
  });

  it('a language model that follows no instructions says so', async () => {
    const files = hubFolderFiles(folder('causal'));
    const plain = { ...files, async read(file: string) {
      const bytes = await files.read(file);
      if (file !== 'tokenizer_config.json') return bytes;
      const { chat_template: _, ...config } = JSON.parse(new TextDecoder().decode(bytes)) as { chat_template: string };
      return new TextEncoder().encode(JSON.stringify(config));
    } };
    await expect(open(plain)).rejects.toMatchObject({ code: 'model-unsupported' });
  });

  it('a tokenizer that is damaged says so', async () => {
    const files = hubFolderFiles(folder('causal'));
    const broken = { ...files, read: async (file: string) => (file === 'tokenizer.json' ? new Uint8Array([0x7b]) : files.read(file)) };
    await expect(open(broken)).rejects.toMatchObject({ code: 'model-corrupt' });
  });
});

