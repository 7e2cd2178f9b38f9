import type { CDPSession, Page } from '@playwright/test';

/** Bytes of one world of the page after its garbage was collected: objects of the program, and what they hold outside its heap. */
export interface Heap {
  readonly used: number;
  readonly outside: number;
}

interface Usage {
  readonly usedSize: number;
  readonly backingStorageSize: number;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** The heaps of a page and its workers, over the browser's debugging protocol. Workers are known by their names. */
export class Heaps {
  readonly #session: CDPSession;
  readonly #workers = new Map<string, string>();
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, title } }) => {
      if (type === 'worker') this.#workers.set(title, sessionId);
    });
    session.on('Target.receivedMessageFromTarget', ({ message }) => {
      const answer = JSON.parse(message) as Answer;
      this.#waiting.get(answer.id ?? 0)?.(answer);
    });
  }

  static async of(page: Page): Promise<Heaps> {
    const session = await page.context().newCDPSession(page);
    const heaps = new Heaps(session);
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    return heaps;
  }

  /** Gives the heap of the page itself. */
  async page(): Promise<Heap> {
    // What finalizers let go is garbage the next time.
    for (let i = 0; i < 2; i += 1) await this.#session.send('HeapProfiler.collectGarbage');
    return heapOf(await this.#session.send('Runtime.getHeapUsage'));
  }

  /** Gives the heap of a worker that lives. @throws Error where there is none of that name */
  async worker(name: string): Promise<Heap> {
    for (let i = 0; i < 2; i += 1) await this.#ask(name, 'HeapProfiler.collectGarbage');
    return heapOf(await this.#ask(name, 'Runtime.getHeapUsage') as Usage);
  }

  async #ask(name: string, method: string): Promise<unknown> {
    const sessionId = this.#workers.get(name);
    if (sessionId === undefined) throw new Error(`The page has no worker '${name}'.`);
    const id = ++this.#asked;
    const answered = new Promise<Answer>((resolve) => { this.#waiting.set(id, resolve); });
    await this.#session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    const { result, error } = await answered;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}

const heapOf = ({ usedSize, backingStorageSize }: Usage): Heap => ({ used: usedSize, outside: backingStorageSize });
