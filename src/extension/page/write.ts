import { editorLines } from './editor-lines.ts';

/** So many frames an editor has to show what it was told; most need one or two. */
const PATIENCE = 30;

/** Tells an editor of a text for a range. @returns whether it said that it takes care of it */
type Way = (range: Range, text: string) => boolean;

/**
 * How editors are told, one after the other, until one way shows: those with a model of their own hear of a replacement or of a paste, and
 * what has none is written into by the browser itself. All of them can be undone there.
 */
const ways: readonly Way[] = [
  (range, text) => !target(range).dispatchEvent(
    new InputEvent('beforeinput', {
      ...told, inputType: 'insertReplacementText', data: text, dataTransfer: transferOf(text), targetRanges: [new StaticRange(range)],
    }),
  ),
  (range, text) => !target(range).dispatchEvent(new ClipboardEvent('paste', { ...told, clipboardData: transferOf(text) })),
  (_range, text) => document.execCommand('insertText', false, text),
  // Beside an element the browser may drop a space when it inserts plain text.
  (_range, text) => !text.includes('\n') && insertAsHtml(text),
];
const told = { bubbles: true, cancelable: true, composed: true };

/** What stands in an editor, line by line. */
export const linesIn = (editor: HTMLElement): string[] => editorLines(editor).map(({ text }) => text);

/**
 * Puts a text in the place of a range, so that the editor holds `expected`, line by line. Where something else came of it, it is undone,
 * and the next way is tried.
 * @param reach the range, anew: an editor may have put other elements there
 * @returns whether the editor holds what is expected
 */
export async function write(editor: HTMLElement, reach: () => Range, text: string, expected: readonly string[]): Promise<boolean> {
  const before = linesIn(editor);
  for (const way of ways) {
    const range = reach();
    await select(editor, range);
    const isTaken = way(range, text);
    const now = await changed(editor, before, isTaken ? PATIENCE : 1);
    if (same(now, expected)) return true;
    if (!same(now, before) && !(await takeBack(editor, before))) return false;
  }
  return false;
}

/** Undoes what was written last. @returns whether the editor holds what it held */
export async function takeBack(editor: HTMLElement, before: readonly string[]): Promise<boolean> {
  const undo = new InputEvent('beforeinput', { ...told, inputType: 'historyUndo' });
  const now = linesIn(editor);
  if (editor.dispatchEvent(undo)) document.execCommand('undo');
  return same(await changed(editor, now, PATIENCE), before);
}

/** What stands in an editor once it is another text than before, and has stayed so for a frame; after so many frames in any case. */
async function changed(editor: HTMLElement, before: readonly string[], frames: number): Promise<string[]> {
  let last = linesIn(editor);
  for (let frame = 0; frame < frames; frame += 1) {
    await nextFrame();
    const now = linesIn(editor);
    if (!same(now, before) && same(now, last)) return now;
    last = now;
  }
  return last;
}

/** Selects a range. Editors with a model of their own learn of it by an event, which comes in its own turn. */
async function select(editor: HTMLElement, range: Range): Promise<void> {
  const selection = getSelection();
  editor.focus({ preventScroll: true });
  selection?.removeAllRanges();
  selection?.addRange(range);
  await nextFrame();
  await nextFrame();
}

/** The next frame that is drawn, and what the page does in it; a page that is not drawn has turns only. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

export const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((line, at) => line === b[at]);

/** Pages may forbid it. */
function insertAsHtml(text: string): boolean {
  const holder = document.createElement('p');
  holder.textContent = text;
  try {
    return document.execCommand('insertHTML', false, holder.innerHTML);
  } catch {
    return false;
  }
}

function target({ startContainer }: Range): Element {
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element ?? document.body;
}

function transferOf(text: string): DataTransfer {
  const transfer = new DataTransfer();
  transfer.setData('text/plain', text);
  return transfer;
}
