import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const spaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]);
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A Word document with this body, a picture, a footnote and styles of its own. */
export function wordFile(body: string, note = 'A note.'): Uint8Array<ArrayBuffer> {
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
  const relations = (inner: string): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ' +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>' +
      '<Override PartName="/word/document.xml" ' +
      'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(relation('p1', 'image', 'media/p.png') + relation('f1', 'footnotes', 'footnotes.xml')),
    'word/document.xml':
      `<w:document ${spaces}><w:body>${body}<w:sectPr><w:pgSz w:w="11906"/></w:sectPr></w:body></w:document>`,
    'word/footnotes.xml': `<w:footnotes ${spaces}><w:footnote w:id="2">${p(note)}</w:footnote></w:footnotes>`,
    'word/styles.xml': `<w:styles ${spaces}/>`,
    'word/media/p.png': picture,
  };
  const packed = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]);
  return zipSync(Object.fromEntries(packed) as Record<string, Uint8Array>);
}

/** A run with its properties. */
export const r = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
/** A paragraph of runs or of plain text, with its properties. */
export const p = (text: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${text.startsWith('<') ? text : r(text)}</w:p>`;
export const cell = (text: string): string => `<w:tc><w:tcPr><w:shd w:fill="FF0000"/></w:tcPr>${p(text)}</w:tc>`;
export const table =
  `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr>${cell('One')}${cell('It rained all day.')}</w:tr>` +
  `<w:tr>${cell('Two')}${cell('x')}</w:tr></w:tbl>`;
export const drawing =
  '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="p1"/></pic:blipFill></pic:pic>' +
  '</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>';

/** A part of a file as text. */
export const partOf = (bytes: Uint8Array, name: string): string => strFromU8(unzipSync(bytes)[name] ?? new Uint8Array());
