import type { InferenceSession, Tensor } from 'onnxruntime-web';

/** The counts of what the runtime did since the last `reset`. */
export interface Counts {
  /** Runs of any session. */
  readonly runs: number;
  /** Bytes of outputs that were handed to JavaScript: on WASM all outputs are, on WebGPU those that were not left on the card. */
  readonly bytes: number;
}

/** A module of the runtime, as far as sessions are made by it. */
interface Sessions {
  readonly InferenceSession: { create: unknown };
}

const bytesOf = (tensor: Tensor): number => {
  const values = tensor.location === 'cpu' ? tensor.data : undefined;
  return ArrayBuffer.isView(values) ? values.byteLength : 0;
};

/** Counts what sessions of a runtime hand over, whoever makes them. */
export class Counter {
  private runs = 0;
  private bytes = 0;

  /** Counts every session that the module makes from now on. */
  watch(ort: Sessions): void {
    const create = (ort.InferenceSession.create as (...given: unknown[]) => Promise<InferenceSession>).bind(ort.InferenceSession);
    ort.InferenceSession.create = async (...given: unknown[]): Promise<InferenceSession> => this.counted(await create(...given));
  }

  private counted(session: InferenceSession): InferenceSession {
    const run = session.run.bind(session) as (...given: unknown[]) => ReturnType<InferenceSession['run']>;
    session.run = (async (...given: unknown[]) => {
      const results = await run(...given);
      this.runs += 1;
      for (const tensor of Object.values(results)) this.bytes += bytesOf(tensor);
      return results;
    });
    return session;
  }

  reset(): void {
    this.runs = 0;
    this.bytes = 0;
  }

  counts(): Counts {
    return { runs: this.runs, bytes: this.bytes };
  }
}
