import type { Messages } from '../types.ts';
import { bytes, counted } from './formats.ts';

export const app: Messages['app'] = {
  name: 'Otherwise',
  tagline: 'Anders gesagt',
  title: 'Otherwise – anders gesagt',
  private: 'Alles läuft auf Ihrem eigenen Gerät. Nichts, was Sie schreiben, verlässt es.',
  skip: 'Zu den Umformulierungen springen',
};

export const common: Messages['common'] = { close: 'Schließen', cancel: 'Abbrechen', retry: 'Erneut versuchen', dismiss: 'Ausblenden' };

export const header: Messages['header'] = {
  undo: 'Rückgängig',
  undoKeys: 'Rückgängig (Strg Z)',
  redo: 'Wiederholen',
  redoKeys: 'Wiederholen (Strg Umschalt Z)',
  measure: 'Messen und bewerten',
  settings: 'Einstellungen',
  shortcuts: 'Tastenkürzel',
  shortcutsKeys: 'Tastenkürzel (?)',
  install: 'Installieren',
};

export const settings: Messages['settings'] = {
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
  advanced: 'Für Fortgeschrittene',
  budget: 'Stichproben',
  budgetHint:
    'Mehr Stichproben finden bessere Umformulierungen und dauern länger. Leere Felder richten sich nach dem, was ' +
    'auf diesem Gerät gemessen wurde.',
  sets: 'Verbotslisten',
  samples: 'Stichproben je Liste',
  automatic: 'automatisch',
  seed: 'Startwert',
  seedHint: 'Derselbe Startwert ergibt dieselben Umformulierungen.',
  threshold: 'Schwelle',
  thresholdHint:
    'In Nats je Wortstück, beide Richtungen zusammengezählt. Niedriger ist strenger. ParaBank 2 nimmt 3,5; leer gilt der Wert des Modells.',
  modelDefault: 'Wert des Modells',
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

export const shortcuts: Messages['shortcuts'] = {
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

export const notices: Messages['notices'] = {
  label: 'Hinweise',
  update: 'Eine neue Version ist bereit.',
  updateTaken:
    'Ein anderer Tab hat zu einer neuen Version gewechselt. Laden Sie neu, wann es Ihnen passt: Bis dahin können ' +
    'hier Teile der Seite fehlen.',
  updateNow: 'Neu laden',
  offline: 'Sie sind offline. Alles funktioniert weiter.',
  offlineNoModel: 'Sie sind offline, und das Modell ist noch nicht gespeichert. Verbinden Sie sich einmal, um es zu laden.',
  noGraphics: 'Ohne Grafikbeschleunigung: Jeder Satz dauert länger.',
  understood: 'Verstanden',
  littleMemory: 'Dieses Gerät hat wenig Arbeitsspeicher, darum werden weniger Stichproben gezogen. Wie viele, steht in den Einstellungen.',
  careful: 'Die Seite ist mehr als einmal mitten in der Arbeit abgebrochen. Sie zieht jetzt wenige Stichproben, auf dem Prozessor.',
  trust: 'Wieder mit voller Kraft',
  notLasting: 'Dieses Fenster behält nichts: Sichern oder kopieren Sie Ihren Text, bevor Sie es schließen.',
  unsaved: 'Ihre letzte Änderung konnte nicht gespeichert werden. Sichern Sie sie als Datei, bevor Sie die Seite schließen.',
  full:
    'Der Speicher ist voll: Ihre letzte Änderung konnte nicht gespeichert werden. Sichern Sie sie als Datei, ' +
    'oder löschen Sie Dokumente oder Modelle.',
  saveFile: 'Als Datei sichern',
  install: 'Installieren Sie Otherwise als App: Es läuft auch offline.',
};

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const quoted = (phrases: readonly string[]): string => list.format(phrases.map((phrase) => `„${phrase}“`));

export const status: Messages['status'] = {
  ready: (count) =>
    count === 0 ? 'Keine sichere Umformulierung gefunden.' : `${counted(count, 'Umformulierung', 'Umformulierungen')} fertig.`,
  wish: (phrase, state) => `„${phrase}“: ${state}.`,
  wishThroughout: (phrase, state) => `„${phrase}“ im ganzen Text: ${state}.`,
  wishes: (phrases, state) => `${quoted(phrases)}: ${state}.`,
  'nothing-brought': 'Diese Umformulierung hat kein eigenes Wort, das man vermeiden oder verlangen könnte.',
  scored: 'Ihre Fassung ist geprüft.',
  locked: 'Festgehalten: Diese Umformulierung bleibt.',
  unlocked: 'Nicht mehr festgehalten.',
  loaded: 'Das Modell ist bereit.',
  'load-stopped': 'Das Laden wurde angehalten.',
  online: 'Sie sind wieder online.',
  swap: (word, instead) => `„${word}“ wird vermieden, „${instead}“ verlangt.`,
  accepted: 'Der Satz wurde ersetzt. „Rückgängig“ bringt ihn zurück.',
  restored: 'Der ursprüngliche Satz ist wieder da.',
  left: 'Der Satz bleibt, wie er ist.',
  split: 'Der Satz wurde aufgeteilt. „Rückgängig“ macht wieder einen daraus.',
  'not-split': 'In diesem Satz fand sich keine gute Stelle zum Teilen. Setzen Sie einen Punkt, wo ein Gedanke endet.',
  'other-model': 'Es gibt bessere Umformulierungen.',
  'other-language': 'Dieser Satz ist nicht englisch und wurde nicht umformuliert.',
  allReady: (replaced, offered) =>
    `${counted(replaced, 'Satz', 'Sätze')} umformuliert, ${counted(offered, 'Vorschlag', 'Vorschläge')} zu prüfen.`,
  'corpus-done': 'Alle Zeilen der Datei sind umformuliert.',
  copied: 'Kopiert.',
  'copy-refused': 'Der Browser hat das Kopieren nicht erlaubt.',
  undone: 'Rückgängig gemacht.',
  redone: 'Wiederholt.',
  stopped: 'Angehalten.',
  opened: 'Das Dokument ist geöffnet.',
  begun: 'Ein neues Dokument.',
  deleted: 'Das Dokument wurde gelöscht.',
  'brought-back': 'Das Dokument ist wieder da.',
  'saved-as-copy': 'Ein anderer Tab hat dieses Dokument auch geändert. Was Sie hier schreiben, kommt in eine Kopie.',
  unreadable: 'Dieses Dokument konnte nicht gelesen werden.',
  unsaved: 'Noch nicht: Das offene Dokument konnte nicht gespeichert werden.',
  'part-missing': 'Dieser Teil der Seite ließ sich nicht laden. Versuchen Sie es noch einmal, oder laden Sie die Seite neu.',
  'link-copied': 'Der Link ist in der Zwischenablage. Er enthält den ganzen Text: Wer ihn hat, kann ihn lesen.',
  'too-long-for-link': 'Für einen Link ist dieser Text zu lang. Sichern Sie stattdessen eine Sitzungsdatei.',
  'written-anew':
    'Ihr Text steht in einer neuen Datei, denn er ließ sich nicht in die ursprüngliche schreiben. Was diese außer dem Text enthält, fehlt.',
};
