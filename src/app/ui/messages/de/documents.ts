import type { DocumentMessages } from '../types.ts';
import { bytes, counted, number } from './formats.ts';

const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium' });
const hour = new Intl.DateTimeFormat('de', { timeStyle: 'short' });

export const documents: DocumentMessages['documents'] = {
  title: 'Dokumente',
  new: 'Neues Dokument',
  list: 'Ihre Dokumente',
  current: 'Offen',
  words: (count) => counted(count, 'Wort', 'Wörter'),
  changed: (time, now) => (day.format(time) === day.format(now) ? `heute, ${hour.format(time)}` : day.format(time)),
  openThis: (name) => `„${name}“ öffnen`,
  rename: (name) => `„${name}“ umbenennen`,
  nameLabel: 'Name des Dokuments',
  namePlaceholder: 'Nach den ersten Wörtern benannt',
  save: 'Name sichern',
  delete: (name) => `„${name}“ löschen`,
  deleted: (name) => `„${name}“ wurde gelöscht.`,
  undo: 'Rückgängig',
  opening: 'Liest Ihre Dokumente …',
  empty: 'Noch ist nichts gespeichert. Ein Dokument wird vom ersten Wort an behalten.',
  notLasting: 'Dieses Fenster behält nichts: Die Dokumente sind fort, wenn Sie es schließen.',
  kept: 'Dokumente werden nur auf diesem Gerät behalten.',
  import: 'Datei öffnen',
  importHint: 'Sitzungsdateien, reine Texte, Markdown und Word-Dokumente (.docx) lassen sich hier öffnen oder auf die Seite ziehen.',
  export: 'Sitzungsdatei sichern',
};

export const files: DocumentMessages['files'] = {
  problem: 'Diese Datei lässt sich nicht öffnen',
  tooLarge: (name, most) => `„${name}“ ist zu groß: Höchstens ${bytes(most)} lassen sich öffnen.`,
  tooLong: (name, most) => `„${name}“ ist zu lang: Höchstens ${number.format(most)} Zeichen lassen sich öffnen.`,
  notText: (name) =>
    `„${name}“ lässt sich nicht als Text lesen. Sichern Sie die Datei mit dem Programm, aus dem sie stammt, als reinen Text in UTF-8 ` +
    'oder als Word-Dokument (.docx).',
  empty: (name) => `In „${name}“ steht kein Text.`,
  damaged: (name) =>
    `„${name}“ ist beschädigt oder kein Word-Dokument. Sichern Sie es mit dem Programm, aus dem es stammt, noch einmal als .docx.`,
  locked: (name) =>
    `„${name}“ hat ein Passwort oder das alte Format von Word. Sichern Sie es ohne Passwort als .docx und öffnen Sie es noch einmal.`,
  noReader: (name) =>
    `Was „${name}“ liest, ließ sich nicht laden. Prüfen Sie die Verbindung und öffnen Sie die Datei noch einmal; Ihre Texte sind sicher.`,
  notJson: (name) =>
    `„${name}“ ist beschädigt: Die Datei bricht ab oder wurde von einem anderen Programm verändert. Nehmen Sie eine frühere Kopie.`,
  notASession: (name) => `„${name}“ ist keine Sitzungsdatei dieser App.`,
  newer: (name) =>
    `„${name}“ stammt von einer neueren Version. Laden Sie die Seite neu, um diese Version zu bekommen, und ` +
    'öffnen Sie die Datei dann noch einmal.',
  broken: (name, place) => `„${name}“ ist bei „${place}“ beschädigt. Nichts wurde geändert.`,
  lost:
    'Die geteilten Dateien sind nicht angekommen: Der Browser konnte sie nicht aufbewahren. Öffnen Sie sie hier, oder ' +
    'legen Sie sie auf der Seite ab.',
  link: 'Der Link',
};
