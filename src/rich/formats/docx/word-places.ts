import { diffArrays } from 'diff';
import { labelOf } from '../../label.ts';
import { linesOf } from '../../lines.ts';
import type { RichText } from '../../rich.ts';
import type { SourcePlace } from '../../writer.ts';
import type { TextPiece, TextRow } from './xml-text.ts';

/** A stretch between tabs of a line of the text: a cell of a table, or all of the line. */
interface Cell {
  readonly text: string;
  readonly start: number;
}

/**
 * Says where the words of a document's text stand in the file: rows that say the same are the same, in their order. Words of rows that
 * have no counterpart stand nowhere.
 */
export function wordPlaces(rich: RichText, rows: readonly TextRow[]): SourcePlace[] {
  const cells = cellsOf(rich);
  const said = rows.map(({ pieces }) => seen(pieces.map(({ text }) => text).join('')));
  const changes = diffArrays(cells.map(({ text }) => seen(text)), said);
  const places: SourcePlace[] = [];
  let [cell, row] = [0, 0];
  for (const { added, removed, count } of changes) {
    for (let at = 0; at < count && !added && !removed; at += 1) places.push(...placesIn(cells[cell + at], rows[row + at]));
    if (!added) cell += count;
    if (!removed) row += count;
  }
  return places;
}

/** Gives the words that are seen of a text; soft hyphens and the like are not. */
function seen(text: string): string {
  return text.replace(/[\u00ad\u200b\u2060-\u2064\ufeff]/gu, '').replace(/\s+/gu, ' ').trim();
}

function cellsOf({ text, blocks }: RichText): Cell[] {
  return linesOf(text).flatMap((line, index) => {
    const label = blocks[index] === 'li' ? (labelOf(line.text)?.length ?? 0) : 0;
    let start = line.start + label;
    return line.text.slice(label).split('\t').map((words) => {
      const cell = { text: words, start };
      start += words.length + 1;
      return cell;
    }).filter((cell) => cell.text.trim() !== '');
  });
}

/** Finds the places of a cell's words, word by word: each has as many places as it has pieces. */
function placesIn(cell: Cell | undefined, row: TextRow | undefined): SourcePlace[] {
  if (cell === undefined || row === undefined) return [];
  const letters = row.pieces.flatMap(lettersOf);
  const places: SourcePlace[] = [];
  let from = 0;
  for (const { 0: word, index } of cell.text.matchAll(/\S+/gu)) {
    let start = cell.start + index;
    for (const letter of word) {
      while (from < letters.length && letters[from]?.letter !== letter) from += 1;
      const found = letters[from];
      if (found === undefined) return places;
      extend(places, { start, at: found.at, length: letter.length, size: letter.length, literal: true }, found.piece);
      start += letter.length;
      from += 1;
    }
  }
  return places;
}

function lettersOf(piece: TextPiece): { readonly letter: string; readonly at: number; readonly piece: TextPiece }[] {
  let { at } = piece;
  return [...piece.text].map((letter) => {
    at += letter.length;
    return { letter, at: at - letter.length, piece };
  });
}

/** Adds a letter to the last place where it goes on there, in the file as in the text. */
function extend(places: SourcePlace[], letter: SourcePlace, piece: TextPiece): void {
  const last = places.at(-1);
  const ends = last && { start: last.start + last.length, at: last.at + last.size };
  const goesOn = ends?.start === letter.start && ends.at === letter.at && letter.at !== piece.at;
  if (last === undefined || !goesOn) {
    places.push(letter);
    return;
  }
  const longer = { length: last.length + letter.length, size: last.size + letter.size };
  places[places.length - 1] = { ...last, ...longer };
}
