import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';

/** The most bytes that all parts of a document may come to, unpacked. */
const MOST_UNPACKED = 400e6;
/** The names of parts that are packed already. */
const packed = /\.(?:png|jpe?g|gif|webp|mp4|zip|docx|xlsx)$/iu;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A .docx file with its parts. @throws Error where it is no archive, or holds more than memory should */
export class WordPackage {
  readonly #parts: Record<string, Uint8Array>;

  constructor(bytes: Uint8Array) {
    let sum = 0;
    this.#parts = unzipSync(bytes, {
      filter({ originalSize }) {
        sum += originalSize;
        if (sum > MOST_UNPACKED) throw new Error('The document holds more than can be unpacked.');
        return true;
      },
    });
  }

  /** Names of the parts that hold the text, the main one first; the others are its notes. */
  get textParts(): string[] {
    const names = Object.keys(this.#parts);
    const main = names.find((name) => /^word\/document\d*\.xml$/u.test(name));
    const notes = ['word/footnotes.xml', 'word/endnotes.xml'].filter((name) => names.includes(name));
    return main === undefined ? [] : [main, ...notes];
  }

  /** Reads a part as XML. @throws Error where it is none */
  read(name: string): XMLDocument {
    const xml = new DOMParser().parseFromString(strFromU8(this.#parts[name] ?? new Uint8Array()), 'application/xml');
    if (xml.querySelector('parsererror') !== null) throw new Error(`${name} is no XML.`);
    return xml;
  }

  /** Makes the file with other XML for some parts; the rest stays as it is. */
  with(changed: ReadonlyMap<string, XMLDocument>): Uint8Array<ArrayBuffer> {
    const parts: Zippable = {};
    for (const [name, bytes] of Object.entries(this.#parts)) parts[name] = [bytes, { level: packed.test(name) ? 0 : 6 }];
    for (const [name, xml] of changed) {
      const written = HEAD + new XMLSerializer().serializeToString(xml.documentElement);
      parts[name] = [strToU8(written), { level: 6 }];
    }
    return zipSync(parts);
  }
}
