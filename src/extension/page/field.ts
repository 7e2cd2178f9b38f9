import { margins, type EditablePlace } from './place.ts';
import type { PutBack } from '../../app/state/host.svelte.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Says what is selected in the field in focus; undefined when there is none, when it is a password, or when nothing is selected. */
export function fieldPlace(): EditablePlace | undefined {
  const field = focused();
  if (!isField(field) || field.selectionStart === null || field.selectionEnd === null) return undefined;
  const selected = field.value.slice(field.selectionStart, field.selectionEnd);
  const { start, end } = margins(selected);
  if (selected.trim() === '') return undefined;
  const takes = field.readOnly || field.disabled ? 'none' : 'kept';
  return new FieldPlace(field, { start: field.selectionStart + start, end: field.selectionEnd - end }, takes);
}

/** Finds the element in focus, also inside of components. */
function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

function isField(element: Element | null): element is Field {
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type !== 'password');
}

class FieldPlace implements EditablePlace {
  text: string;
  readonly takes: EditablePlace['takes'];
  readonly #field: Field;
  #start: number;
  #end: number;

  constructor(field: Field, { start, end }: { readonly start: number; readonly end: number }, takes: EditablePlace['takes']) {
    this.#field = field;
    this.#start = start;
    this.#end = end;
    this.text = field.value.slice(start, end);
    this.takes = takes;
  }

  putBack(wanted: string): PutBack {
    const field = this.#field;
    // A field of one line would drop the breaks, and the words at both sides would become one.
    const text = field instanceof HTMLInputElement ? wanted.replace(/\s*\n\s*/gu, ' ') : wanted;
    if (this.takes === 'none' || !field.isConnected || this.#standing() !== this.text) return 'changed';
    if (field.maxLength >= 0 && field.value.length - this.text.length + text.length > field.maxLength) return 'long';
    this.#insert(text);
    this.#end = this.#start + text.length;
    if (this.#standing() !== text) return 'changed';
    this.text = text;
    return 'kept';
  }

  #standing(): string {
    return this.#field.value.slice(this.#start, this.#end);
  }

  /** Inserts a text as if it were typed: the page hears of it, and its undo takes it back. */
  #insert(text: string): void {
    const field = this.#field;
    field.focus({ preventScroll: true });
    field.setSelectionRange(this.#start, this.#end);
    if (document.execCommand(text === '' ? 'delete' : 'insertText', false, text)) return;
    field.setRangeText(text, this.#start, this.#end, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
}
