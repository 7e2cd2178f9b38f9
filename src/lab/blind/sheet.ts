import { Shuffler } from '../shuffle.ts';
import { tsvTable } from '../tables/cells.ts';

/** The rewrites that a system shows for a source, in its order; `right` is its own estimate, 0–1. */
export interface SystemSet {
  readonly system: string;
  readonly source: string;
  readonly rewrites: readonly { readonly text: string; readonly right?: number | undefined }[];
}

/** A copy of the source, or a rewrite of another one: who reads gives the first full marks and the second few. */
export type Control = 'copy' | 'other';

/** One line of a sheet. */
export interface BlindItem {
  readonly id: string;
  /** Its place in the key's `sources`. */
  readonly source: number;
  readonly text: string;
  readonly control?: Control | undefined;
}

/** The key of a sheet: all that the sheet hides from raters. The sheet itself can be made from it. */
export interface BlindKey {
  readonly seed: number;
  readonly systems: readonly string[];
  readonly sources: readonly {
    readonly text: string;
    readonly sets: readonly {
      readonly system: string;
      /** The rewrites in the system's order, by item; several systems may have one. */
      readonly rewrites: readonly { readonly item: string; readonly right?: number | undefined }[];
    }[];
  }[];
  /** The items in the order of the sheet. */
  readonly items: readonly BlindItem[];
}

/** The number of sources for which a sheet has one control of each kind; it has one at least. */
const SOURCES_A_CONTROL = 10;

/**
 * Returns the key of a sheet for a blind reading: equal rewrites of a source are one item, whoever made them; sources, and the
 * items of each, stand in an order that the seed alone decides, controls among them.
 */
export function blindKey(sets: readonly SystemSet[], seed: number): BlindKey {
  const shuffler = new Shuffler(seed);
  const names = [...new Set(sets.map(({ source }) => source))];
  const sources = names.map((text) => ({ text, sets: sets.filter(({ source }) => source === text) }));
  const blocks = sources.map(({ text, sets: own }): Block => ({
    source: text, texts: [...new Set(own.flatMap(({ rewrites }) => rewrites.map((one) => one.text)))],
  }));
  const controls = controlsOf(blocks, shuffler);
  const order = shuffler.shuffled([...blocks.keys()]).flatMap((source) => shuffler.shuffled([
    ...(blocks[source]?.texts ?? []).map((text): Unnamed => ({ source, text })), ...controls.filter((one) => one.source === source),
  ]));
  const items = order.map((item, at): BlindItem => ({ id: String(at + 1), ...item }));
  const ids = new Map(items.flatMap(({ id, source, text, control }) => (control ? [] : [[JSON.stringify([source, text]), id] as const])));
  return {
    seed, systems: [...new Set(sets.map(({ system }) => system))], items,
    sources: sources.map(({ text, sets: own }, source) => ({
      text,
      sets: own.map(({ system, rewrites }) => ({
        system, rewrites: rewrites.map((one) => ({ item: ids.get(JSON.stringify([source, one.text])) ?? '', right: one.right })),
      })),
    })),
  };
}

type Unnamed = Omit<BlindItem, 'id'>;

interface Block {
  readonly source: string;
  readonly texts: readonly string[];
}

function controlsOf(blocks: readonly Block[], shuffler: Shuffler): Unnamed[] {
  const count = Math.max(1, Math.round(blocks.length / SOURCES_A_CONTROL));
  const some = (fits: (block: Block) => boolean): number[] =>
    shuffler.shuffled([...blocks].flatMap((block, at) => (block.texts.length > 0 && fits(block) ? [at] : []))).slice(0, count);
  const copies = some(({ source, texts }) => !texts.includes(source)).map((source): Unnamed =>
    ({ source, text: blocks[source]?.source ?? '', control: 'copy' }));
  const others = some(() => true).flatMap((source): Unnamed[] => {
    const foreign = blocks.flatMap(({ texts }, at) => (at === source ? [] : texts)).filter((text) => !blocks[source]?.texts.includes(text));
    const text = foreign[shuffler.below(foreign.length)];
    return text === undefined ? [] : [{ source, text, control: 'other' }];
  });
  return [...copies, ...others];
}

export const sheetColumns = ['item', 'source', 'rewrite', 'fluency', 'adequacy'] as const;

/** Returns the sheet of a key as a table to be filled in: nothing of systems, ranks or controls is in it. */
export function blindTable({ sources, items }: BlindKey): string {
  return tsvTable([sheetColumns, ...items.map(({ id, source, text }) => [id, sources[source]?.text ?? null, text, null, null])]);
}
