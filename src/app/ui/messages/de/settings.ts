import type { SettingsMessages } from '../types.ts';
import { bytes, number } from './formats.ts';

export const settings: SettingsMessages['settings'] = {
  title: 'Einstellungen',
  theme: 'Aussehen',
  themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  languages: { system: 'Wie der Browser', en: 'English', de: 'Deutsch' },
  languageHint: 'Die Sprache dieser Seite. Die Texte, die sie umformuliert, sind englisch.',
  model: 'Modell',
  models: { auto: 'Automatisch', base: 'Besser (84 MB)', small: 'Schneller (27 MB)' },
  modelHint: 'Das schnellere findet weniger Umformulierungen. Automatisch beginnt mit ihm, wo das bessere lange brauchte.',
  device: 'Gerät',
  devices: { auto: 'Automatisch', webgpu: 'WebGPU', wasm: 'WASM' },
  deviceHint: 'Automatisch heißt: die Grafikeinheit, wenn sie einen Selbsttest besteht, sonst der Prozessor.',
  inflections: 'Mit einem Wort alle seine Formen vermeiden (postpone, postpones, postponed …)',
  ordered: 'Verlangte Wörter müssen in der Reihenfolge stehen, in der sie hinzukamen',
  questionMark: 'Einzelne Tasten: Ein Fragezeichen zeigt die Tastenkürzel, und Buchstaben entscheiden beim Prüfen',
  automaticRun: 'Von selbst umformulieren, wenn ich zu tippen aufhöre oder den Satz wechsle',
  ahead: 'Benachbarte Sätze vorbereiten, während ich lese',
  bolder: 'Freiere Umformulierungen bevorzugen: als beste und beim Durchgehen',
  learned: 'Ihr Wörterbuch',
  learnedHint: 'Nach diesen Wörtern fragt die Rechtschreibprüfung nicht.',
  unlearn: (word) => `„${word}“ von der Liste nehmen`,
  unlearnAll: 'Alle von der Liste nehmen',
  storage: 'Speicher',
  used: (used, quota) => `${bytes(used)} von ${bytes(quota)} belegt, die der Browser erlaubt.`,
  persisted: 'Der Browser behält es, bis Sie es löschen.',
  notPersisted: 'Der Browser darf es löschen, wenn der Platz knapp wird.',
  keep: 'Behalten',
  deleteModels: 'Gespeicherte Modelle löschen',
  stored: (size) => `Modelle und was sie ausführt, belegen ${bytes(size)}.`,
  nothingStored: 'Kein Modell ist gespeichert.',
  deleted: 'Gelöscht. Das Modell wird beim nächsten Besuch neu heruntergeladen, oder jetzt.',
  notDeleted: 'Der Browser hat das Löschen nicht erlaubt.',
  loadAgain: 'Jetzt neu herunterladen',
  install: 'Als App',
  installHint: 'Installiert öffnet sich Otherwise in einem eigenen Fenster und läuft auch ohne Netz.',
  reset: 'Einstellungen zurücksetzen',
};

export const shortcuts: SettingsMessages['shortcuts'] = {
  title: 'Tastenkürzel',
  rows: [
    { keys: ['Strg', 'Eingabe'], what: 'Den aktuellen Satz umformulieren' },
    { keys: ['Strg', 'Umschalt', 'Enter'], what: 'Alles umformulieren, oder was markiert ist' },
    { keys: ['Alt', '1 – 5'], what: 'Eine Umformulierung übernehmen' },
    { keys: ['Alt', '↓ ↑'], what: 'Nächster oder voriger Satz' },
    { keys: ['Strg', 'Z'], what: 'Rückgängig' },
    { keys: ['Strg', 'Umschalt', 'Z'], what: 'Wiederholen' },
    { keys: ['Esc'], what: 'Das Umformulieren anhalten' },
    { keys: ['← →'], what: 'Zwischen den Wortfeldern oder den Wörtern einer Umformulierung wechseln' },
    { keys: ['Leertaste'], what: 'Ein Wortfeld ändern: frei, vermieden, verlangt' },
    { keys: ['−', '+', '0'], what: 'Ein Wort vermeiden, verlangen, freigeben' },
    { keys: ['?'], what: 'Diese Liste' },
  ],
  mac: 'Auf einem Mac steht Command für Strg und Option für Alt.',
};

const list = new Intl.ListFormat('de', { type: 'conjunction' });
/** Lists line numbers, the first five of them. */
function lines(numbers: readonly number[]): string {
  const named = list.format(numbers.slice(0, 5).map((line) => number.format(line)));
  return `${numbers.length === 1 ? 'Zeile' : 'den Zeilen'} ${named}${numbers.length > 5 ? ' …' : ''}`;
}

export const phrases: SettingsMessages['phrases'] = {
  heading: 'Eigene Wendungen',
  hint:
    'Was Sie aus dem Menü eines Worts in einer Umformulierung merken, wird als Erstes angeboten, wo das Wort oder die ' +
    'Wendung wieder vorkommt.',
  used: (times) => (times === 0 ? 'noch nicht verwendet' : `${number.format(times)}-mal verwendet`),
  remove: (phrase, instead) => `„${instead}“ für „${phrase}“ von der Liste nehmen`,
  save: 'Als Datei speichern',
  open: 'Aus einer Datei ergänzen',
  opened: (count, wrong) =>
    `${count === 1 ? 'Eine Wendung' : `${number.format(count)} Wendungen`} gelesen.` +
    (wrong.length > 0 ? ` Keine Wendung, Tabulator und Wendung in ${lines(wrong)}: ausgelassen.` : ''),
  none: 'Die Datei hat keine Zeile aus Wendung, Tabulator und Wendung. Die Liste ist, wie sie war.',
  'too-large': 'Die Datei ist zu groß für eine Liste von Wendungen. Die Liste ist, wie sie war.',
  'not-text': 'Die Datei ist keine Textdatei in UTF-8. Die Liste ist, wie sie war.',
};
