import { OtherwiseError } from '../../core/errors.ts';
import { plainWords } from '../../core/text/words.ts';
import { type BlindKey, type Control, sheetColumns } from './sheet.ts';
import type { RawLine } from '../corpora/references.ts';
import { meanOf } from '../../core/metrics/summary.ts';

/** A rating of both scales, each from 1 to 5. */
export interface Rating {
  readonly fluency: number;
  readonly adequacy: number;
}

/** The ratings that one rater gave, by item; an item may be missing. */
export type Ratings = ReadonlyMap<string, Rating>;

/** The least rating, on both scales, that counts as right. */
const RIGHT = 4;
/** The most adequacy that an attentive rater gives to a rewrite of another sentence. */
const FOREIGN = 2;

export const isRight = ({ fluency, adequacy }: Rating): boolean => fluency >= RIGHT && adequacy >= RIGHT;

/**
 * Reads the ratings of a sheet that was filled in; its lines may stand in any order, and further columns count for nothing.
 * @throws OtherwiseError `bad-request` naming the line for anything that is no rating from 1 to 5, half of one, or not of this key
 */
export function readRatings(lines: readonly RawLine[], key: BlindKey): Ratings {
  const [first, ...rest] = lines.map(({ text }) => text.split('\t').map(unquoted));
  const places = sheetColumns.map((name) => first?.indexOf(name) ?? -1);
  if (places.includes(-1)) throw new OtherwiseError('bad-request', `A sheet's first line names the columns ${sheetColumns.join(', ')}.`);
  const texts = new Map(key.items.map(({ id, text }) => [id, text]));
  const ratings = new Map<string, Rating>();
  rest.forEach((cells, at) => {
    if (cells.every((cell) => cell === '')) return;
    const [id = '', , text = '', fluency = '', adequacy = ''] = places.map((place) => cells[place]);
    const wrong = (why: string): OtherwiseError => new OtherwiseError('bad-request', `Line ${at + 2}: ${why}`);
    const own = texts.get(id);
    if (own === undefined || plainWords(own).join() !== plainWords(text).join())
      throw wrong(`the key has no item '${id}' with this rewrite.`);
    if (ratings.has(id)) throw wrong(`item ${id} is rated twice.`);
    if (fluency === '' && adequacy === '') return;
    if (!isMark(fluency) || !isMark(adequacy)) throw wrong('fluency and adequacy are numbers from 1 to 5, or both empty.');
    ratings.set(id, { fluency: Number(fluency), adequacy: Number(adequacy) });
  });
  return ratings;
}

/** A cell as a spreadsheet may have quoted it. */
const unquoted = (cell: string): string => (/^".*"$/su.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim();
const isMark = (cell: string): boolean => /^[1-5](?:\.\d+)?$/u.test(cell) && Number(cell) <= 5;

/** Returns each item's mean, where every rater has rated it. */
export function meanRatings(raters: readonly Ratings[]): Ratings {
  const [first] = raters;
  return new Map([...(first?.keys() ?? [])].flatMap((id) => {
    const all = ratingsOf(id, raters);
    const [fluency, adequacy] = [meanOf(all.map((one) => one.fluency)), meanOf(all.map((one) => one.adequacy))];
    return all.length < raters.length || fluency === undefined || adequacy === undefined ? [] : [[id, { fluency, adequacy }] as const];
  }));
}

export const ratingsOf = (id: string, raters: readonly Ratings[]): Rating[] => raters.flatMap((ratings) => ratings.get(id) ?? []);

/** The agreement of two raters on the items that both have rated. */
export interface Agreement {
  readonly items: number;
  /** The same verdict, right or not, per cent; and Cohen's kappa of the verdicts, at most 1, undefined without any variety. */
  readonly same: number | undefined;
  readonly kappa: number | undefined;
  /** Mean of the first less the second. */
  readonly fluency: number | undefined;
  readonly adequacy: number | undefined;
}

/** Controls left out. */
export function agreementOf(one: Ratings, other: Ratings, { items }: BlindKey): Agreement {
  const pairs = items.flatMap(({ id, control }): (readonly [Rating, Rating])[] => {
    const [a, b] = [one.get(id), other.get(id)];
    return control || !a || !b ? [] : [[a, b]];
  });
  const verdicts = pairs.map(([a, b]) => [isRight(a), isRight(b)] as const);
  return {
    items: pairs.length,
    same: meanOf(verdicts.map(([a, b]) => (a === b ? 100 : 0))),
    kappa: cohensKappa(verdicts),
    fluency: meanOf(pairs.map(([a, b]) => a.fluency - b.fluency)),
    adequacy: meanOf(pairs.map(([a, b]) => a.adequacy - b.adequacy)),
  };
}

/**
 * Returns Cohen's kappa (1960) of two raters' verdicts: agreement beyond chance, at most 1; undefined where chance alone gives all of it.
 */
export function cohensKappa(verdicts: readonly (readonly [boolean, boolean])[]): number | undefined {
  const share = (of: (pair: readonly [boolean, boolean]) => boolean): number => verdicts.filter(of).length / verdicts.length;
  const [same, one, other] = [share(([a, b]) => a === b), share(([a]) => a), share(([, b]) => b)];
  const chance = one * other + (1 - one) * (1 - other);
  return verdicts.length === 0 || chance === 1 ? undefined : (same - chance) / (1 - chance);
}

/** Says how many controls a rater passed, of those rated: a copy is right in adequacy, another sentence's rewrite has at most 2. */
export function controlsPassed(ratings: Ratings, { items }: BlindKey): Readonly<Record<Control, { passed: number; rated: number }>> {
  const of = (kind: Control, passes: (adequacy: number) => boolean): { passed: number; rated: number } => {
    const given = items.flatMap(({ id, control }) => (control === kind ? ratings.get(id)?.adequacy ?? [] : []));
    return { passed: given.filter(passes).length, rated: given.length };
  };
  return { copy: of('copy', (adequacy) => adequacy >= RIGHT), other: of('other', (adequacy) => adequacy <= FOREIGN) };
}
