import type { Picked, PutBack } from '../../app/state/host.svelte.ts';

/** A selection that another text can take the place of. */
export interface EditablePlace {
  readonly text: string;
  readonly takes: Picked['takes'];
  /** Puts a text there and remembers that it stands there now. */
  putBack(text: string): PutBack | Promise<PutBack>;
}

/** The globals of the extension's scripts in a page, as the panel finds them there. */
export interface PageWorld {
  otherwise?: {
    /** Gives the place that is known; undefined before anything was picked. */
    place(): EditablePlace | undefined;
    /** Remembers the selection. @returns undefined when nothing is selected: then the last one stays */
    pick(): Pick<EditablePlace, 'text' | 'takes'> | undefined;
    putBack(text: string): Promise<PutBack>;
  };
}

/** Says how many white characters a text begins and ends with; all of them count as its beginning where there are no others. */
export function margins(text: string): { readonly start: number; readonly end: number } {
  return { start: text.length - text.trimStart().length, end: text.trim() === '' ? 0 : text.length - text.trimEnd().length };
}
