import { editorLines } from './editor-lines.ts';

/** The number of frames that an editor has to show what it was told; most need one or two. */
const PATIENCE = 30;

/** A way in which something gets into an editor. */
export interface Way {
  /** Tells the editor what is to stand in a range. @returns whether it said that it takes care of it */
  readonly tell: (range: Range) => boolean;
  /** Tells whether the browser itself writes, so that a model of the editor would not hear of it. */
  readonly isNative?: boolean;
}

const told = { bubbles: true, cancelable: true, composed: true };

/** Tells of a replacement, as a spelling checker does. */
const tellOfReplacement = (range: Range, text: string): boolean => !target(range).dispatchEvent(
  new InputEvent('beforeinput', {
    ...told, inputType: 'insertReplacementText', data: text, dataTransfer: transferOf({ text }), targetRanges: [new StaticRange(range)],
  }),
);

/** The content of a paste: its words, and the same with their marks. */
interface Pasted {
  readonly text: string;
  readonly html?: string;
}

/** Tells of a paste. */
export const tellOfPaste = (range: Range, pasted: Pasted): boolean =>
  !target(range).dispatchEvent(new ClipboardEvent('paste', { ...told, clipboardData: transferOf(pasted) }));

/**
 * Says how editors are told of a text, one after the other, until one way shows: those with a model of their own hear of a replacement or
 * of a paste, and what has none is written into by the browser itself. All of them can be undone there.
 */
export const waysOf = (text: string): Way[] => [
  { tell: (range) => tellOfReplacement(range, text) },
  { tell: (range) => tellOfPaste(range, { text }) },
  { tell: () => document.execCommand('insertText', false, text), isNative: true },
  // Beside an element the browser may drop a space when it inserts plain text.
  { tell: () => !text.includes('\n') && insertHtml(asHtml(text)), isNative: true },
];

/** Says what stands in an editor, line by line. */
export const linesIn = (editor: HTMLElement): string[] => editorLines(editor).map(({ text }) => text);

/** A text that is to get into an editor: the ways to put it there, and how it is known to be there. */
export interface Writing {
  /** The ways, tried one after the other. */
  readonly ways: readonly Way[];
  /** Tells whether the lines that stand in the editor are what is wanted. */
  readonly isWritten: (lines: readonly string[]) => boolean;
}

/**
 * Puts something in the place of a range. Where something else came of it, it is undone, and the next way is tried.
 * @param reach the range, anew: an editor may have put other elements there
 * @returns the way that did it; undefined where the editor does not hold what is wanted
 */
export async function write(editor: HTMLElement, reach: () => Range, { ways, isWritten }: Writing): Promise<Way | undefined> {
  const before = linesIn(editor);
  for (const way of ways) {
    const range = reach();
    await select(editor, range);
    const isTaken = way.tell(range);
    const now = await changed(editor, before, isTaken ? PATIENCE : 1);
    if (isWritten(now)) return way;
    if (!same(now, before) && !(await takeBack(editor, before))) return undefined;
  }
  return undefined;
}

/** Undoes what was written last. @returns whether the editor holds what it held */
export async function takeBack(editor: HTMLElement, before: readonly string[]): Promise<boolean> {
  const undo = new InputEvent('beforeinput', { ...told, inputType: 'historyUndo' });
  const now = linesIn(editor);
  if (editor.dispatchEvent(undo)) document.execCommand('undo');
  return same(await changed(editor, now, PATIENCE), before);
}

/** Reads the lines of an editor once they differ from those before and have stayed so for a frame; after so many frames in any case. */
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

/** Waits for the next frame that is drawn, and what the page does in it; a page that is not drawn has turns only. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.visibilityState === 'hidden') setTimeout(resolve);
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

export const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((line, at) => line === b[at]);

/** Writes HTML by the browser's own command, which pages may forbid. */
export function insertHtml(html: string): boolean {
  try {
    return document.execCommand('insertHTML', false, html);
  } catch {
    return false;
  }
}

function asHtml(text: string): string {
  const holder = document.createElement('p');
  holder.textContent = text;
  return holder.innerHTML;
}

function target({ startContainer }: Range): Element {
  const element = startContainer instanceof Element ? startContainer : startContainer.parentElement;
  return element ?? document.body;
}

function transferOf({ text, html }: Pasted): DataTransfer {
  const transfer = new DataTransfer();
  transfer.setData('text/plain', text);
  if (html !== undefined) transfer.setData('text/html', html);
  return transfer;
}
