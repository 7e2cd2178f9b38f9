import './node-global.ts';
import { Editor as TipTap } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { Bold, ClassicEditor, Essentials, Italic, Link, Paragraph } from 'ckeditor5';
import Draft from 'draft-js';
import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { $createLinkNode, $isLinkNode, LinkNode } from '@lexical/link';
import { registerRichText } from '@lexical/rich-text';
import {
  $createParagraphNode, $createTextNode, $getRoot, $isElementNode, $isTextNode, createEditor as createLexical, UNDO_COMMAND,
} from 'lexical';
import { baseKeymap } from 'prosemirror-commands';
import { history, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { DOMParser as ProseParser } from 'prosemirror-model';
import { schema } from 'prosemirror-schema-basic';
import { EditorState as ProseState } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import Quill from 'quill';
import { createElement, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor as createSlate, Node as SlateNode, type Descendant } from 'slate';
import { withHistory } from 'slate-history';
import { Editable, Slate, withReact, type RenderElementProps, type RenderLeafProps } from 'slate-react';

/** An editor of another maker, with a text in it. */
export interface RealEditor {
  /** The element that is written into. */
  readonly element: HTMLElement;
  /** Gives the editor's own model as lines, one a paragraph; `*bold*`, `[link]`. */
  model(): string[];
  /** Undoes one step as the editor's own command or key does it. */
  undo(): void;
  destroy?(): void;
}

/** Words of a paragraph, and what they are. */
export type Piece = string | { readonly bold: string } | { readonly link: string };
type Maker = (host: HTMLElement, paragraphs: readonly (readonly Piece[])[]) => RealEditor | Promise<RealEditor>;

const html = (paragraphs: readonly (readonly Piece[])[]): string =>
  paragraphs.map((pieces) => `<p>${pieces.map(pieceHtml).join('')}</p>`).join('');

function pieceHtml(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  return 'bold' in piece ? `<strong>${piece.bold}</strong>` : `<a href="https://example.com/x">${piece.link}</a>`;
}

/** Gives the HTML of a model as the lines of `RealEditor.model`. */
function linesOf(markup: string): string[] {
  const { body } = new DOMParser().parseFromString(markup, 'text/html');
  for (const element of body.querySelectorAll('strong, b, a')) {
    const [left, right] = element.localName === 'a' ? ['[', ']'] : ['*', '*'];
    element.replaceWith(left + (element.textContent) + right);
  }
  return [...body.querySelectorAll('p')].map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
}

const plain: Maker = (host, paragraphs) => {
  host.innerHTML = `<div contenteditable="true">${html(paragraphs)}</div>`;
  const element = host.querySelector('div') ?? host;
  return { element, model: () => linesOf(element.innerHTML), undo: () => void document.execCommand('undo') };
};

const proseMirror: Maker = (host, paragraphs) => {
  const content = document.createElement('div');
  content.innerHTML = html(paragraphs);
  const doc = ProseParser.fromSchema(schema).parse(content);
  const view = new EditorView(host, { state: ProseState.create({ doc, plugins: [history(), keymap(baseKeymap)] }) });
  const lines = (): string[] => {
    const found: string[] = [];
    view.state.doc.forEach((block) => {
      let line = '';
      block.forEach(({ text = '', marks }) => {
        const names = marks.map(({ type }) => type.name);
        line += names.includes('link') ? `[${text}]` : names.includes('strong') ? `*${text}*` : text;
      });
      found.push(line);
    });
    return found;
  };
  return { element: view.dom, model: lines, undo: () => void undo(view.state, view.dispatch), destroy: () => view.destroy() };
};

const tipTap: Maker = (host, paragraphs) => {
  const editor = new TipTap({ element: host, extensions: [StarterKit], content: html(paragraphs) });
  return {
    element: editor.view.dom,
    model: () => linesOf(editor.getHTML()),
    undo: () => void editor.commands.undo(),
    destroy: () => editor.destroy(),
  };
};

const lexical: Maker = (host, paragraphs) => {
  const element = document.createElement('div');
  element.contentEditable = 'true';
  host.append(element);
  const editor = createLexical({ namespace: 'test', nodes: [LinkNode], onError: (error) => { throw error; } });
  editor.setRootElement(element);
  registerRichText(editor);
  editor.update(() => {
    for (const pieces of paragraphs) {
      const paragraph = $createParagraphNode();
      for (const piece of pieces) {
        if (typeof piece === 'string') paragraph.append($createTextNode(piece));
        else if ('bold' in piece) paragraph.append($createTextNode(piece.bold).setFormat('bold'));
        else paragraph.append($createLinkNode('https://example.com/x').append($createTextNode(piece.link)));
      }
      $getRoot().append(paragraph);
    }
  }, { discrete: true });
  registerHistory(editor, createEmptyHistoryState(), 0);
  const model = (): string[] => editor.getEditorState().read(() => $getRoot().getChildren().map((paragraph) => {
    const children = $isElementNode(paragraph) ? paragraph.getChildren() : [];
    return children.map((node) => {
      const text = node.getTextContent();
      if ($isLinkNode(node)) return `[${text}]`;
      return $isTextNode(node) && node.hasFormat('bold') ? `*${text}*` : text;
    }).join('');
  }));
  return { element, model, undo: () => void editor.dispatchCommand(UNDO_COMMAND, undefined), destroy: () => editor.setRootElement(null) };
};

const quill: Maker = (host, paragraphs) => {
  const editor = new Quill(host, { modules: { toolbar: false } });
  editor.setContents(editor.clipboard.convert({ html: html(paragraphs) }));
  editor.history.clear();
  const model = (): string[] => editor.getContents().ops.map(({ insert, attributes }) => {
    const text = typeof insert === 'string' ? insert : '';
    return attributes?.['link'] !== undefined ? `[${text}]` : attributes?.['bold'] === true ? `*${text}*` : text;
  }).join('').replace(/\n$/u, '').split('\n');
  return { element: editor.root, model, undo: () => editor.history.undo() };
};

const slate: Maker = async (host, paragraphs) => {
  const editor = withHistory(withReact(createSlate()));
  const initialValue = paragraphs.map((pieces) => ({
    type: 'paragraph',
    children: pieces.map((piece) => {
      if (typeof piece === 'string') return { text: piece };
      return 'bold' in piece ? { text: piece.bold, bold: true } : { type: 'link', children: [{ text: piece.link }] };
    }),
  })) as Descendant[];
  const { isInline } = editor;
  editor.isInline = (element) => (element as { type?: string }).type === 'link' || isInline(element);
  const renderElement = ({ attributes, children, element }: RenderElementProps): ReactElement =>
    createElement((element as { type?: string }).type === 'link' ? 'a' : 'p', { ...attributes }, children as ReactElement);
  const renderLeaf = ({ attributes, children, leaf }: RenderLeafProps): ReactElement =>
    createElement((leaf as { bold?: boolean }).bold === true ? 'strong' : 'span', { ...attributes }, children as ReactElement);
  const root = createRoot(host);
  root.render(createElement(Slate, { editor, initialValue, children: createElement(Editable, { renderElement, renderLeaf }) }));
  const element = await found(host, '[contenteditable="true"]');
  const model = (): string[] => editor.children.map((paragraph) => [...SlateNode.children(paragraph as never, [])].map(([node]) => {
    const text = SlateNode.string(node);
    const { type, bold } = node as { type?: string; bold?: boolean };
    return type === 'link' ? `[${text}]` : bold === true ? `*${text}*` : text;
  }).join(''));
  return { element, model, undo: () => editor.undo(), destroy: () => root.unmount() };
};

const draft: Maker = async (host, paragraphs) => {
  const { Editor, EditorState, convertFromRaw, convertToRaw, CompositeDecorator } = Draft;
  const raw = { entityMap: { 0: { type: 'LINK', mutability: 'MUTABLE' as const, data: {} } }, blocks: paragraphs.map((pieces, index) => {
    let text = '';
    const [inlineStyleRanges, entityRanges]: [object[], object[]] = [[], []];
    for (const piece of pieces) {
      const words = typeof piece === 'string' ? piece : 'bold' in piece ? piece.bold : piece.link;
      const at = { offset: text.length, length: words.length };
      if (typeof piece !== 'string') {
        if ('bold' in piece) inlineStyleRanges.push({ ...at, style: 'BOLD' });
        else entityRanges.push({ ...at, key: 0 });
      }
      text += words;
    }
    return { key: `k${index}`, text, type: 'unstyled', depth: 0, inlineStyleRanges, entityRanges };
  }) };
  const findLinks: Draft.DraftDecorator['strategy'] = (block, report, content) => block.findEntityRanges((character) => {
    const entity = character.getEntity();
    return entity !== null && content.getEntity(entity).getType() === 'LINK';
  }, report);
  const DraftLink = ({ children }: { readonly children: ReactElement }): ReactElement =>
    createElement('a', { href: 'https://example.com/x' }, children);
  const decorator = new CompositeDecorator([{ strategy: findLinks, component: DraftLink }]);
  let state = EditorState.createWithContent(convertFromRaw(raw as never), decorator);
  const root = createRoot(host);
  const render = (): void => root.render(createElement(Editor, {
    editorState: state,
    onChange(next: Draft.EditorState) {
      state = next;
      render();
    },
  }));
  render();
  const element = await found(host, '[contenteditable="true"]');
  const model = (): string[] => convertToRaw(state.getCurrentContent()).blocks.map(({ text, inlineStyleRanges, entityRanges }) => {
    const marks = [
      ...inlineStyleRanges.map((range) => ({ ...range, signs: '**' })),
      ...entityRanges.map((range) => ({ ...range, signs: '[]' })),
    ];
    return marks.sort((a, b) => b.offset - a.offset).reduce(
      (line, { offset, length, signs }) =>
        line.slice(0, offset) + signs.charAt(0) + line.slice(offset, offset + length) + signs.charAt(1) + line.slice(offset + length),
      text,
    );
  });
  const undoStep = (): void => {
    state = EditorState.undo(state);
    render();
  };
  return { element, model, undo: undoStep, destroy: () => root.unmount() };
};

const ckEditor: Maker = async (host, paragraphs) => {
  const place = document.createElement('div');
  host.append(place);
  const editor = await ClassicEditor.create(place, {
    licenseKey: 'GPL', plugins: [Essentials, Paragraph, Bold, Italic, Link], initialData: html(paragraphs),
  });
  const element = editor.ui.getEditableElement() ?? host;
  return { element, model: () => linesOf(editor.getData()), undo: () => void editor.execute('undo'), destroy: () => void editor.destroy() };
};

async function found(host: HTMLElement, selector: string): Promise<HTMLElement> {
  for (;;) {
    const element = host.querySelector<HTMLElement>(selector);
    if (element !== null) return element;
    await new Promise(requestAnimationFrame);
  }
}

/** Editors by their names. */
export const editors: Readonly<Record<string, Maker>> = {
  contenteditable: plain, ProseMirror: proseMirror, TipTap: tipTap, Lexical: lexical, Quill: quill, Slate: slate, 'Draft.js': draft,
  'CKEditor 5': ckEditor,
};
