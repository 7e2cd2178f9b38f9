import type { InferenceSession } from 'onnxruntime-web';
import type { OrtModule } from '../../src/engine/model/runtime.ts';

/** The one output of the graphs that is read by JavaScript; all others stay where they are computed. */
const READ = 'packed';

/** A runtime whose sessions tell how many bytes of their last run were for JavaScript to read. */
export class CountedRuntime {
  /** Bytes of the last run. */
  bytes = 0;

  constructor(private readonly open: () => Promise<OrtModule>) {}

  readonly importRuntime = async (): Promise<OrtModule> => {
    const ort = await this.open();
    const create = async (...given: Parameters<typeof ort.InferenceSession.create>): Promise<InferenceSession> =>
      this.counted(await ort.InferenceSession.create(...given));
    return { ...ort, InferenceSession: { create } } as unknown as OrtModule;
  };

  private counted(session: InferenceSession): InferenceSession {
    const run = session.run.bind(session) as (...given: unknown[]) => ReturnType<InferenceSession['run']>;
    session.run = (async (...given: unknown[]) => {
      const results = await run(...given);
      const { data } = results[READ] ?? {};
      this.bytes = ArrayBuffer.isView(data) ? data.byteLength : 0;
      return results;
    });
    return session;
  }
}
