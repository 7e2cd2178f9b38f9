import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** Nothing that would ask the network or the user; the port is Firefox's to choose. */
const preferences: Readonly<Record<string, boolean | number | string>> = {
  'marionette.port': 0,
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.server': '',
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.update.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'intl.accept_languages': 'en-US, en',
};

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/**
 * A Firefox as it comes from its makers, driven through Marionette, its own remote control: WebDriver's commands as
 * JSON over TCP, each message with its length in bytes before it (firefox-source-docs.mozilla.org, “Marionette: Protocol”).
 */
export class Firefox {
  readonly #socket: Socket;
  readonly #stop: () => Promise<void>;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  #received = Buffer.alloc(0);
  #last = 0;

  private constructor(socket: Socket, stop: () => Promise<void>) {
    this.#socket = socket;
    this.#stop = stop;
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('Firefox went away.')));
  }

  /** Starts a Firefox without a window on a profile of its own. */
  static async launch(executable: string): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), 'otherwise-firefox-'));
    await writeFile(
      join(profile, 'user.js'),
      Object.entries(preferences)
        .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
        .join(''),
    );
    // System access: an extension's sidebar belongs to the browser's own window.
    const switches = ['--marionette', '--remote-allow-system-access', '--headless', '--no-remote', '--profile', profile];
    const browser = spawn(executable, [...switches, 'about:blank'], { stdio: 'ignore' });
    const ended = new Promise<void>((resolve) => {
      browser.on('exit', () => resolve());
      browser.on('error', () => resolve());
    });
    const stop = async (): Promise<void> => {
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    try {
      const port = await waitFor(
        async () => Number(await readFile(join(profile, 'MarionetteActivePort'), 'utf8').catch(() => '')) || undefined,
        60_000,
        'Firefox opens its remote control',
      );
      const socket = connect(port, '127.0.0.1');
      const firefox = new Firefox(socket, stop);
      await firefox.#send('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
      return firefox;
    } catch (error) {
      await stop();
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await this.#send('WebDriver:Navigate', { url });
  }

  /** Runs the body of a function in the page. @returns what it returns, as JSON carries it */
  async evaluate(body: string): Promise<unknown> {
    const { value } = (await this.#send('WebDriver:ExecuteScript', { script: body, args: [], newSandbox: true })) as { value: unknown };
    return value;
  }

  /** Clicks as a mouse does, once the element that the XPath finds is there. */
  async click(xpath: string): Promise<void> {
    await this.#send('WebDriver:ElementClick', { id: await this.#find(xpath) });
  }

  /** Types into a field; the keys of WebDriver (U+E000 on) are keys here too. */
  async type(xpath: string, text: string): Promise<void> {
    await this.#send('WebDriver:ElementSendKeys', { id: await this.#find(xpath), text });
  }

  /** Waits until the body of a function is true in the page. */
  async until(body: string, milliseconds = 60_000): Promise<void> {
    await waitFor(async () => (await this.evaluate(body)) === true || undefined, milliseconds, body);
  }

  /** Puts an unpacked extension in, until the browser ends. */
  async install(folder: string): Promise<void> {
    await this.#send('Addon:Install', { path: folder, temporary: true });
  }

  /** Presses the keys of a shortcut of the browser together, and lets them go in the other order. */
  async press(...keys: readonly string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }));
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }));
    const keyboard = { type: 'key', id: 'keyboard', actions: [...down, ...up] };
    await this.#aroundPages(() => this.#send('WebDriver:PerformActions', { actions: [keyboard] }));
  }

  /** Runs the body of a function in the sidebar. @returns what it returns; undefined where there is no sidebar yet */
  async inSidebar(body: string): Promise<unknown> {
    const script = `
      const [done] = arguments;
      const panels = document.getElementById('sidebar').contentDocument?.getElementById('webext-panels-browser');
      const actor = panels?.browsingContext?.currentWindowGlobal?.getActor('MarionetteCommands');
      Promise.resolve(actor?.executeScript(${JSON.stringify(body)}, [], { newSandbox: true, sandboxName: 'test', timeout: 30000 }))
        .then(done, () => done());`;
    const answer = await this.#aroundPages(() => this.#send('WebDriver:ExecuteAsyncScript', { script, args: [], newSandbox: true }));
    return (answer as { value: unknown }).value ?? undefined;
  }

  /** Does something in the window of the browser itself. */
  async #aroundPages<T>(task: () => Promise<T>): Promise<T> {
    await this.#send('Marionette:SetContext', { value: 'chrome' });
    try {
      return await task();
    } finally {
      await this.#send('Marionette:SetContext', { value: 'content' });
    }
  }

  async close(): Promise<void> {
    await this.#send('Marionette:Quit', { flags: ['eForceQuit'] }).catch(() => undefined);
    this.#socket.destroy();
    await this.#stop();
  }

  async #find(xpath: string): Promise<string> {
    return waitFor(
      async () => {
        const found = (await this.#send('WebDriver:FindElements', { using: 'xpath', value: xpath })) as Record<string, string>[];
        return found[0]?.[ELEMENT];
      },
      60_000,
      xpath,
    );
  }

  #send(command: string, parameters: object): Promise<unknown> {
    const id = ++this.#last;
    const message = JSON.stringify([0, id, command, parameters]);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(`${Buffer.byteLength(message)}:${message}`);
    });
  }

  #read(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      // What is no answer is the greeting.
      if (Array.isArray(message)) this.#answer(message as Answer);
    }
  }

  #answer([, id, error, result]: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${error.error}: ${error.message}`));
    else waiting?.resolve(result);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/** Asks until there is something. @throws when the time is over, with what was waited for */
async function waitFor<T>(ask: () => Promise<T | undefined>, milliseconds: number, what: string): Promise<T> {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > end) throw new Error(`Waited ${milliseconds / 1000} s in vain: ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}
