import type { DocumentEntry } from '../../platform/database.ts';

/** The most characters of the first words that serve as a name. */
const SHOWN = 48;

/** Returns the title of a document: its name, else its first words, else ''. */
export function titleOf(entry: Pick<DocumentEntry, 'name' | 'opening'>): string {
  if (entry.name !== '') return entry.name;
  const opening = entry.opening.trim();
  if (opening.length <= SHOWN) return opening;
  const cut = opening.slice(0, SHOWN);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), SHOWN / 2)).trimEnd()}…`;
}

/** Returns a title as the name of a file, without the characters that some systems refuse; 'otherwise' when nothing is left. */
export function fileNameOf(title: string): string {
  const cleaned = title.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*.…]+/gu, ' ').replace(/\s+/gu, ' ').trim().slice(0, 60).trim();
  return cleaned === '' ? 'otherwise' : cleaned;
}
