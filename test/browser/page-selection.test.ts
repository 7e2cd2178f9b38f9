import { afterEach, describe, expect, test } from 'vitest';
import { fieldPlace } from '../../src/extension/page/field.ts';
import { passagePlace } from '../../src/extension/page/passage.ts';
import type { EditablePlace } from '../../src/extension/page/place.ts';

afterEach(() => {
  document.body.replaceChildren();
});

/** Shows HTML as the page. @returns its first element */
function show<T extends HTMLElement>(html: string): T {
  document.body.innerHTML = html;
  return document.body.firstElementChild as T;
}

/** Selects everything in an element, or from one element to another. */
function select(from: Element, to = from): void {
  getSelection()?.setBaseAndExtent(from, 0, to, to.childNodes.length);
}

const there = (place: EditablePlace | undefined): EditablePlace => {
  if (place === undefined) throw new Error('Nothing is selected.');
  return place;
};

function selectInField(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus();
  field.setSelectionRange(field.value.indexOf(text), field.value.indexOf(text) + text.length);
}

describe('a field', () => {
  test('gives what is selected without the white space around, and takes another text with an input event', async () => {
    const field = show<HTMLTextAreaElement>('<textarea>One.  Two. Three.</textarea>');
    const events: string[] = [];
    field.addEventListener('input', (event) => events.push((event as InputEvent).inputType));
    selectInField(field, '  Two. ');
    const place = there(fieldPlace());
    expect([place.text, place.takes]).toEqual(['Two.', 'kept']);
    expect(await place.putBack('Second.')).toBe('kept');
    expect(field.value).toBe('One.  Second. Three.');
    expect(await place.putBack('')).toBe('kept');
    expect(field.value).toBe('One.   Three.');
    expect(events).toEqual(['insertText', 'deleteContentBackward']);
  });

  test('inside a component is found too', async () => {
    const host = show('<div></div>');
    host.attachShadow({ mode: 'open' }).innerHTML = '<input value="in the shade">';
    const field = host.shadowRoot?.querySelector('input') as HTMLInputElement;
    selectInField(field, 'shade');
    expect(await there(fieldPlace()).putBack('sun')).toBe('kept');
    expect(field.value).toBe('in the sun');
  });

  test('that cannot be written is not written', async () => {
    const field = show<HTMLInputElement>('<input readonly value="fixed">');
    selectInField(field, 'fixed');
    const place = there(fieldPlace());
    expect(place.takes).toBe('none');
    expect(await place.putBack('loose')).toBe('changed');
    expect(field.value).toBe('fixed');
  });

  test.each([
    ['a password', '<input type="password" value="secret">'],
    ['white space', '<input value="   ">'],
    ['a field without a selection', '<input type="checkbox">'],
  ])('%s is left alone', (_, html) => {
    const field = show<HTMLInputElement>(html);
    field.focus();
    field.select();
    expect(fieldPlace()).toBeUndefined();
  });

  test('that went away, or holds something else there, is left alone', async () => {
    const field = show<HTMLTextAreaElement>('<textarea>One. Two.</textarea>');
    selectInField(field, 'Two.');
    const place = there(fieldPlace());
    field.value = 'Zero. One. Two.';
    expect(await place.putBack('Second.')).toBe('changed');
    expect(field.value).toBe('Zero. One. Two.');
    field.value = 'One. Two.';
    field.remove();
    expect(await place.putBack('Second.')).toBe('changed');
  });
});

describe('an editor', () => {
  test('gets the lines that changed, and events for them', async () => {
    const editor = show('<div contenteditable><p>One <b>bold</b>.</p><p>Two<br>Three</p><p hidden>Hidden</p></div>');
    const events: string[] = [];
    editor.addEventListener('input', (event) => events.push((event as InputEvent).inputType));
    select(editor);
    const place = there(passagePlace());
    expect([place.text, place.takes]).toEqual(['One bold.\n\nTwo\n\nThree', 'kept']);
    expect(await place.putBack('One bold.\n\nSecond\n\nThree')).toBe('kept');
    expect(editor.innerHTML).toBe('<p>One <b>bold</b>.</p><p>Second<br>Three</p><p hidden="">Hidden</p>');
    expect(events).toEqual(['insertText']);
    expect(await place.putBack('One bold.\n\nSecond\n\nThird')).toBe('kept');
    expect(editor.innerText.trim()).toBe('One bold.\n\nSecond\nThird');
  });

  test('gets everything in place of the lines when there are more or fewer than before', async () => {
    const editor = show('<div contenteditable><p>One.</p><p>Two.</p><p>Three.</p></div>');
    select(editor.children[0] as Element, editor.children[1]);
    expect(await there(passagePlace()).putBack('One and two.')).toBe('kept');
    expect([...editor.children].map(({ textContent }) => textContent)).toEqual(['One and two.', 'Three.']);
    select(editor.children[0] as Element, editor.children[1]);
    expect(await there(passagePlace()).putBack('One and two.')).toBe('kept');
    expect([...editor.children].map(({ textContent }) => textContent)).toEqual(['One and two.']);
  });

  test('keeps the breaks of lines that it draws as they are', async () => {
    const editor = show('<div contenteditable style="white-space: pre-wrap">One\n  two</div>');
    select(editor);
    const place = there(passagePlace());
    expect(place.text).toBe('One\ntwo');
    expect(await place.putBack('One\nsecond')).toBe('kept');
    expect(editor.innerText).toBe('One\n  second');
  });

  test('that drew the same text anew has it replaced all the same', async () => {
    const editor = show('<div contenteditable><p>One.</p></div>');
    select(editor);
    const place = there(passagePlace());
    editor.innerHTML = '<p>One.</p>';
    expect(await place.putBack('Two.')).toBe('kept');
    expect(editor.innerHTML).toBe('<p>Two.</p>');
  });
});

describe('text that nobody can edit', () => {
  test('is shown in another way, line for line, and what stands around it stays', async () => {
    const article = show('<article><h1>Title</h1><p>One <a href="#a">link</a>, <i>two</i>.</p><p>Three.</p></article>');
    select(article.querySelector('p') as Element, article.lastElementChild as Element);
    const place = there(passagePlace());
    expect([place.text, place.takes]).toEqual(['One link, two.\n\nThree.', 'shown']);
    expect(await place.putBack('First.\n\nThird.')).toBe('shown');
    expect([...article.children].map(({ textContent }) => textContent)).toEqual(['Title', 'First.', 'Third.']);
    expect(article.querySelector('a')).not.toBeNull();
    expect(await place.putBack('1\n\n3')).toBe('shown');
    expect([...article.children].map(({ textContent }) => textContent)).toEqual(['Title', '1', '3']);
  });

  test('a part of a sentence leaves the rest of it', async () => {
    const paragraph = show('<p>One two, <b>three</b>.</p>');
    getSelection()?.setBaseAndExtent(paragraph.firstChild as Node, 4, paragraph.querySelector('b')?.firstChild as Node, 5);
    const place = there(passagePlace());
    expect(place.text).toBe('two, three');
    expect(await place.putBack('2, 3')).toBe('shown');
    expect(paragraph.textContent).toBe('One 2, 3.');
  });

  test('without a selection there is no place', () => {
    show('<p>One.</p>');
    getSelection()?.removeAllRanges();
    expect(passagePlace()).toBeUndefined();
  });
});
