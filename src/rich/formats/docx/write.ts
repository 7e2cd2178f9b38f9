import {
  AlignmentType, Document, ExternalHyperlink, HeadingLevel, LevelFormat, Packer, Paragraph, TextRun, type INumberingOptions,
  type IRunOptions, type ParagraphChild,
} from 'docx';
import { piecesOf, type MarkedStretch } from '../../inline.ts';
import type { MarkKind, RichText } from '../../rich.ts';
import { sectionsOf, type ListItem, type TextRange, type Section } from '../../sections.ts';
import { xmlText } from './text-edits.ts';

/** The look of each mark in Word; links are more than a look. */
const looks: Readonly<Record<MarkKind, IRunOptions>> = {
  a: { style: 'Hyperlink' },
  strong: { bold: true },
  em: { italics: true },
  u: { underline: {} },
  s: { strike: true },
  sup: { superScript: true },
  sub: { subScript: true },
  code: { style: 'Code' },
};
const headings = {
  h1: HeadingLevel.HEADING_1,
  h2: HeadingLevel.HEADING_2,
  h3: HeadingLevel.HEADING_3,
  h4: HeadingLevel.HEADING_4,
  h5: HeadingLevel.HEADING_5,
  h6: HeadingLevel.HEADING_6,
};
/** The number of levels that Word's lists have. */
const LEVELS = 9;
/** The indentation of a level, twentieths of a point. */
const STEP = 720;
const bullets = ['•', '◦', '▪'];

/** Writes a rich text as a Word document with Word's own headings, lists and quotations. */
export async function toDocx(rich: RichText, title: string): Promise<Blob> {
  const numberings: INumberingOptions['config'][number][] = [];
  const children = sectionsOf(rich).flatMap((section) => paragraphsOf(section, rich, numberings));
  const document = new Document({
    title: xmlText(title),
    creator: '',
    styles: {
      paragraphStyles: [
        { id: 'Quote', name: 'Quote', basedOn: 'Normal', next: 'Normal', run: { italics: true }, paragraph: { indent: { left: STEP } } },
      ],
      characterStyles: [{ id: 'Code', name: 'Code', run: { font: 'Courier New' } }],
      default: { document: { paragraph: { spacing: { after: 160 } } } },
    },
    numbering: { config: numberings },
    sections: [{ children }],
  });
  return Packer.toBlob(document);
}

/** Writes a section as paragraphs. @param numberings takes in how the list counts, if the section is one */
function paragraphsOf(section: Section, rich: RichText, numberings: INumberingOptions['config'][number][]): Paragraph[] {
  if (section.kind === 'list') {
    const reference = `list-${numberings.length + 1}`;
    numberings.push({ reference, levels: levelsOf(section.items) });
    return section.items.map(
      (item) => new Paragraph({ numbering: { reference, level: Math.min(item.depth, LEVELS - 1) }, children: runsOf(rich, [item]) }),
    );
  }
  const children = runsOf(rich, section.lines);
  if (section.kind === 'quote') return [new Paragraph({ style: 'Quote', children })];
  return [new Paragraph(section.kind === 'p' ? { children } : { heading: headings[section.kind], children })];
}

/** Makes the levels of a list, each of which counts as its first item does. */
function levelsOf(items: readonly ListItem[]): INumberingOptions['config'][number]['levels'] {
  return Array.from({ length: LEVELS }, (_, level) => {
    const number = items.find(({ depth }) => depth === level)?.number;
    const indent = { left: STEP * (level + 1), hanging: STEP / 2 };
    const look = { level, alignment: AlignmentType.LEFT, style: { paragraph: { indent } } };
    return number === undefined
      ? { ...look, format: LevelFormat.BULLET, text: bullets[level % bullets.length] ?? '•' }
      : { ...look, format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start: number };
  });
}

/** Writes the words of some lines, with breaks between these. */
function runsOf(rich: RichText, lines: readonly TextRange[]): ParagraphChild[] {
  return lines.flatMap((line, index) => [
    ...(index > 0 ? [new TextRun({ break: 1 })] : []),
    ...piecesOf(rich, line).map(runOf),
  ]);
}

function runOf({ text, marks }: MarkedStretch): ParagraphChild {
  const run = new TextRun(marks.reduce((options, { kind }) => ({ ...options, ...looks[kind] }), { text: xmlText(text) }));
  const link = marks.find(({ kind }) => kind === 'a')?.href;
  return link === undefined ? run : new ExternalHyperlink({ link: xmlText(link), children: [run] });
}
