import type { Messages } from '../types.ts';
import { counted } from './formats.ts';

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
  research: 'Für die Forschung',
  settings: 'Einstellungen',
  shortcuts: 'Tastenkürzel',
  shortcutsKeys: 'Tastenkürzel (?)',
  install: 'Installieren',
  documents: 'Dokumente',
  documentNamed: (name) => `Dokumente. Offen ist: ${name}`,
  untitled: 'Ohne Titel',
  drop: 'Loslassen, um sie als neues Dokument zu öffnen',
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
