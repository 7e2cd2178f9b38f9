import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fieldPlace } from '../../src/extension/page/field.ts';
import { passagePlace } from '../../src/extension/page/passage.ts';
import { hunksOf } from '../../src/extension/page/hunks.ts';
import type { EditablePlace } from '../../src/extension/page/place.ts';
import { editors, type Piece, type RealEditor } from './editors.ts';

const paragraphs: readonly (readonly Piece[])[] = [
  ['It ', { bold: 'rained' }, ' all day. The committee decided to postpone the meeting. See ', { link: 'the plan' }, ' for details.'],
  ['Nobody ', { bold: 'objected' }, ' to that.'],
  ['We will ', { link: 'meet again' }, ' next week.'],
];
const sentence = 'The committee decided to postpone the meeting.';
const rewrite = 'The committee chose to put off the meeting.';
const before = [
  'It *rained* all day. The committee decided to postpone the meeting. See [the plan] for details.',
  'Nobody *objected* to that.', 'We will [meet again] next week.',
];
const unmarked = before.map((line) => line.replace(/[*[\]]/gu, ''));

let host: HTMLElement;
let editor: RealEditor | undefined;
beforeEach(() => {
  host = document.createElement('main');
  document.body.append(host);
});
afterEach(() => {
  editor?.destroy?.();
  editor = undefined;
  host.remove();
});

const frames = async (count = 5): Promise<void> => {
  for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
};

/** Selects from some words to others, as far apart as they may be. */
function select(element: HTMLElement, from: string, to = from): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const [first = '', last = ''] = [from.split('|')[0], to.split('|').at(-1)];
  let started = false;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const start = node.data.indexOf(first);
    if (!started && start >= 0) {
      range.setStart(node, start);
      started = true;
    }
    const end = node.data.indexOf(last);
    if (started && end >= 0) {
      range.setEnd(node, end + last.length);
      break;
    }
  }
  element.focus();
  getSelection()?.removeAllRanges();
  getSelection()?.addRange(range);
}

async function pick(name: string, from: string, to = from): Promise<{ own: RealEditor; place: EditablePlace }> {
  const own = await editors[name]?.(host, paragraphs);
  if (own === undefined) throw new Error('There is no such editor.');
  editor = own;
  await frames();
  select(own.element, from, to);
  await frames();
  const place = fieldPlace() ?? passagePlace();
  if (place === undefined) throw new Error('Nothing was picked.');
  expect(own.model()).toEqual(before);
  return { own, place };
}

test.each([
  ['nothing', 'a b c', 'a b c', []],
  ['one word', 'a b c', 'a x c', [[2, 3, 'x']]],
  ['a word that came takes one beside it along', 'a b c', 'a b x c', [[2, 3, 'b x']]],
  ['a word that went, too, and at the beginning the next one', 'a b c', 'b c', [[0, 3, 'b']]],
  ['two words whose middle is marked', 'a b c', 'x b y', [[0, 1, 'x'], [4, 5, 'y']]],
  ['everything', 'a b', 'c d e', [[0, 3, 'c d e']]],
] as const)('only the changed words of a line are replaced: %s', (_, was, is, hunks) => {
  expect(hunksOf(was, is, () => true).map(({ start, end, text }) => [start, end, text])).toEqual(hunks);
});

test('words between two changes that nothing marks are replaced with them, so that one step back takes all', () => {
  expect(hunksOf('a b c', 'x b y', () => false)).toEqual([{ start: 0, end: 5, text: 'x b y' }]);
});

const plainEditor = (inner: string): HTMLElement => {
  host.innerHTML = `<div contenteditable="true">${inner}</div>`;
  return host.querySelector('div') ?? host;
};

test('a part of an editor that nobody can edit is left out of the text, and never lost with the words around it', async () => {
  const element = plainEditor(`<p>One <span contenteditable="false">chip</span> and <img alt="x"> ${sentence}</p>`);
  select(element, 'One', sentence);
  const place = passagePlace();
  expect(place?.text).toBe(`One and ${sentence}`);
  const was = element.innerHTML;
  expect(await place?.putBack('Other words')).toBe('changed');
  expect(element.innerHTML).toBe(was);
  expect(await place?.putBack(`One and ${rewrite}`)).toBe('kept');
  expect(element.innerHTML).toBe(was.replace(sentence, rewrite));
});

test('success is not reported where a page takes the words away again', async () => {
  const element = plainEditor(`<p>${sentence}</p>`);
  const was = element.innerHTML;
  element.addEventListener('input', () => {
    requestAnimationFrame(() => (element.innerHTML = was));
  });
  select(element, sentence);
  expect(await passagePlace()?.putBack(rewrite)).toBe('changed');
  expect(element.innerHTML).toBe(was);
});

describe.each(Object.keys(editors))('%s', (name) => {
  test('a sentence is put back: the model has it, all marks of the others stay, and one step back brings the old one', async () => {
    const { own, place } = await pick(name, sentence);
    expect([place.text, place.takes]).toEqual([sentence, 'kept']);
    expect(await place.putBack(rewrite)).toBe('kept');
    await frames();
    expect(own.model()).toEqual([before[0]?.replace(sentence, rewrite), before[1], before[2]]);
    own.undo();
    await frames();
    expect(own.model()).toEqual(before);
  });

  test('of a whole paragraph one sentence is rewritten: emphasis and link of the others stay, and it can be put back again', async () => {
    const { own, place } = await pick(name, 'It ', ' for details.');
    expect(place.text).toBe('It rained all day. The committee decided to postpone the meeting. See the plan for details.');
    for (const [was, is] of [[sentence, rewrite], [rewrite, 'The meeting will be later.']] as const) {
      expect(await place.putBack(place.text.replace(was, is))).toBe('kept');
      await frames();
      expect(own.model()).toEqual([before[0]?.replace(sentence, is), before[1], before[2]]);
    }
  });

  test('two changes around marked words keep the marks, and one step back takes both where the history can (in Slate three)', async () => {
    const { own, place } = await pick(name, 'It ', ' for details.');
    const text = place.text.replace('It rained all day', 'There it rained all week').replace(' for details', ' for more of it');
    expect(await place.putBack(text)).toBe('kept');
    await frames();
    const written = 'There it *rained* all week. The committee decided to postpone the meeting. See [the plan] for more of it.';
    expect(own.model()).toEqual([written, before[1], before[2]]);
    // Slate takes no marked text from elsewhere, and its history no change of several places.
    for (let step = 0; step < (name === 'Slate' ? 3 : 1); step += 1) own.undo();
    await frames();
    expect(own.model()).toEqual(before);
  });

  test('a selection over three paragraphs: each has its own rewrite, and marks of what stayed the same stay', async () => {
    const { own, place } = await pick(name, 'It ', ' next week.');
    const text = place.text;
    expect(text).toBe(unmarked.join('\n\n'));
    expect(await place.putBack(text.replace(sentence, rewrite).replace('to that', 'to it').replace('We will', 'All will'))).toBe('kept');
    await frames();
    expect(own.model()).toEqual([before[0]?.replace(sentence, rewrite), 'Nobody *objected* to it.', 'All will [meet again] next week.']);
  });

  test('words across a link and a bold one are written in place, or nothing is touched', async () => {
    const { own, place } = await pick(name, 'See ', ' for details.');
    const said = await place.putBack('Read this for more.');
    await frames();
    const words = own.model().map((line) => line.replace(/[*[\]]/gu, ''));
    const written = unmarked[0]?.replace('See the plan for details.', 'Read this for more.');
    expect([said, words[0]]).toEqual(said === 'kept' ? ['kept', written] : ['changed', unmarked[0]]);
    expect(words.slice(1)).toEqual(unmarked.slice(1));
    expect(own.model()[0]).toContain('*rained*');
  });

  test('another number of paragraphs is written in place, or nothing is touched', async () => {
    for (const text of ['One.\n\nTwo.', 'One.\n\nTwo.\n\nThree.\n\nFour.', 'All in one.']) {
      const { own, place } = await pick(name, 'It ', ' next week.');
      const said = await place.putBack(text);
      await frames();
      expect(own.model().filter((line) => line !== '').map((line) => line.replace(/[*[\]]/gu, ''))).toEqual(
        said === 'kept' ? text.split('\n\n') : unmarked,
      );
      own.destroy?.();
      host.replaceChildren();
    }
  });

  test('a text that was changed meanwhile is not touched', async () => {
    const { own, place } = await pick(name, sentence);
    expect(await place.putBack(rewrite)).toBe('kept');
    own.undo();
    await frames();
    expect(await place.putBack('Something else.')).toBe('changed');
    expect(own.model()).toEqual(before);
  });
});

test('textarea: a part of its text is put back, the page hears of it, and one step back brings the old one', async () => {
  host.innerHTML = `<textarea>Before. ${sentence} Behind.</textarea>`;
  const area = host.querySelector('textarea');
  if (area === null) throw new Error('There is no field.');
  let heard = '';
  area.addEventListener('input', () => (heard = area.value));
  area.focus();
  area.setSelectionRange(8, 8 + sentence.length);
  expect(await fieldPlace()?.putBack(rewrite)).toBe('kept');
  expect([heard, area.value]).toEqual([`Before. ${rewrite} Behind.`, `Before. ${rewrite} Behind.`]);
  document.execCommand('undo');
  expect(area.value).toBe(`Before. ${sentence} Behind.`);
});
