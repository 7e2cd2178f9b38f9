import type { Host, NotPicked, Picked, PutBack } from '../app/state/host.svelte.ts';
import type { PageWorld } from './page/place.ts';

/** The tab and the frames in which the picked text stands. */
interface Target {
  readonly tabId: number;
  readonly frameIds: number[];
}

/** The tabs of the panel's window. From a click of the extension's button a page can be read and written until it is left. */
export class TabHost implements Host {
  #target: Target | undefined;

  /** Looks into the page and those of its frames that are of the same origin. */
  async pick(): Promise<Picked | NotPicked> {
    const [{ id: tabId, title = '' } = {}] = await chrome.tabs.query({ active: true, currentWindow: true });
    if (tabId === undefined) return 'closed';
    try {
      const target = { tabId, allFrames: true };
      await chrome.scripting.executeScript({ target, files: ['page.js'] });
      const answers = await chrome.scripting.executeScript({ target, func: () => (globalThis as PageWorld).otherwise?.pick() });
      for (const { frameId, result } of answers) {
        if (!result) continue;
        this.#target = { tabId, frameIds: [frameId] };
        return { title, ...result };
      }
      return 'nothing';
    } catch {
      return 'closed';
    }
  }

  /** Puts a text back. @returns `gone` also where the click's permission has ended */
  async putBack(text: string): Promise<PutBack> {
    if (this.#target === undefined) return 'gone';
    try {
      const [answer] = await chrome.scripting.executeScript({
        target: this.#target,
        args: [text],
        func: (wanted: string) => (globalThis as PageWorld).otherwise?.putBack(wanted),
      });
      return answer?.result ?? 'gone';
    } catch {
      return 'gone';
    }
  }

  /** Listens to the extension's button, whose click reaches the panels of all windows. */
  onCall(listener: () => void): void {
    chrome.action.onClicked.addListener(({ windowId }) => {
      void chrome.windows.getCurrent().then(({ id }) => {
        if (id === windowId) listener();
      });
    });
  }
}
