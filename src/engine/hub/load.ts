import type { InferenceSession } from 'onnxruntime-web';
import type { StepModel } from '../../core/decoding/step-model.ts';
import { OtherwiseError } from '../../core/errors.ts';
import { sha256 } from '../files/hash.ts';
import type { HubFiles } from '../files/hub/hub-files.ts';
import type { Engine, EngineOptions } from '../model/loaded.ts';
import { createSession, openRuntime, type Runtime } from '../model/runtime.ts';
import { loadingFailure, type Tried } from './broken.ts';
import { CausalModel } from './causal-model.ts';
import { checkModel } from './check.ts';
import { chooseExport, externalFiles, graphFiles } from './exports.ts';
import { HubTokenizer } from './hub-tokenizer.ts';
import { causalMarks, seq2seqMarks, vocabularySize } from './marks.ts';
import { readPretrained } from './pretrained.ts';
import { Seq2SeqModel } from './seq2seq-model.ts';

/** The threshold of ParaBank 2 (§2.2), nats a token: nothing was measured for models that come from elsewhere. */
const THRESHOLD = 3.5;
/** A usual sentence, which checks whether a model that nobody measured works. */
const USUAL = 'We had a very good time.';

/**
 * Loads a model in the hub's layout. It runs on the processor: its graphs have no head, and all logits would come back from a graphics
 * card in every step.
 * @throws OtherwiseError `model-*`, `no-webgpu` where a graphics card is asked for, `runtime`, `aborted`
 */
export async function loadHubEngine(files: HubFiles, options: EngineOptions): Promise<Engine> {
  const { onProgress, signal, breathe, native = false } = options;
  if (options.device === 'webgpu') throw new OtherwiseError('no-webgpu', `${files.name} runs on the processor only.`);
  const listing = await files.listing(signal);
  const pretrained = await readPretrained(files, onProgress, signal);
  const isEncoderDecoder = pretrained.fields.is_encoder_decoder === true;
  const tried: Tried = { name: files.name, listing, chosen: chooseExport(files.name, listing, isEncoderDecoder, options.dtype) };
  const tokenizer = new HubTokenizer(pretrained.tokenizer);
  const runtime = await openRuntime(native ? 'cpu' : 'wasm', options);
  const { sessions, hash, dispose } = await openSessions(files, tried, runtime, options);
  try {
    const model = modelOf(sessions);
    const usual = { source: tokenizer.encode(USUAL), tags: [] };
    onProgress?.({ kind: 'self-test' });
    await checkModel(model, usual, tried);
    return {
      name: files.name, model, pieces: tokenizer, threshold: THRESHOLD, estimator: undefined, languages: listing.languages,
      tags: () => [], usual, device: runtime.device, execution: runtime.execution, threads: runtime.threads,
      hash, runtime: runtime.version, lost: new Promise(() => undefined), dispose,
    };
  } catch (cause) {
    await dispose();
    throw cause;
  }

  function modelOf(opened: ReadonlyMap<string, InferenceSession>): StepModel {
    const session = (file: string): InferenceSession => opened.get(file) as InferenceSession;
    const { chosen, name } = tried;
    if (chosen.kind === 'causal') {
      const vocabulary = vocabularySize(name, session(chosen.decoder), pretrained);
      return new CausalModel(runtime.ort, session(chosen.decoder), causalMarks(name, pretrained, tokenizer, vocabulary), breathe);
    }
    const [first, next] = chosen.kind === 'merged' ? [chosen.decoder, chosen.decoder] : [chosen.first, chosen.next];
    const vocabulary = vocabularySize(name, session(first), pretrained);
    return new Seq2SeqModel(
      runtime.ort, { encoder: session(chosen.encoder), first: session(first), next: session(next) },
      seq2seqMarks(name, pretrained, tokenizer, vocabulary), breathe,
    );
  }
}

interface Opened {
  readonly sessions: ReadonlyMap<string, InferenceSession>;
  /** The hash that names the weights. */
  readonly hash: string;
  dispose(): Promise<void>;
}

/** Reads the graphs of an export and makes a session of each. If one fails, those that are open are closed. */
async function openSessions(files: HubFiles, tried: Tried, runtime: Runtime, options: EngineOptions): Promise<Opened> {
  const { onProgress, signal } = options;
  const sessions = new Map<string, InferenceSession>();
  const hashes: string[] = [];
  const dispose = async (): Promise<void> => { for (const session of sessions.values()) await session.release(); };
  const read = async (file: string): Promise<Uint8Array<ArrayBuffer>> => {
    const total = tried.listing.files.get(file)?.bytes ?? 0;
    const bytes = await files.read(file, (loaded, cached) => onProgress?.({ kind: 'download', file, loaded, total, cached }), signal);
    hashes.push(await sha256(bytes));
    return bytes;
  };
  try {
    for (const file of graphFiles(tried.chosen)) {
      const graph = await read(file);
      const external = [];
      for (const path of externalFiles(tried.listing, file))
        external.push({ path: path.split('/').at(-1) ?? path, data: await read(path) });
      onProgress?.({ kind: 'compile' });
      sessions.set(file, await createSession(runtime, { graph, external }, { ...options.session }).catch((cause: unknown) => {
        throw loadingFailure(cause, tried);
      }));
    }
  } catch (cause) {
    await dispose();
    throw cause;
  }
  const hash = (await sha256(new TextEncoder().encode(hashes.join('\n')))).slice(0, 12);
  return { sessions, hash, dispose };
}
