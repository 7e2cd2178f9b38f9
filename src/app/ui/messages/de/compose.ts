import type { Fixed } from '../../../state/review/review.ts';
import type { Messages } from '../types.ts';
import { counted, number } from './formats.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });

export const compose: Messages['compose'] = {
  review: 'Prüfen und sichern',
  heading: 'Ihr Text',
  label: 'Ihr Text',
  placeholder:
    'Schreiben Sie Ihren englischen Text hier, oder fügen Sie ihn ein. Klicken Sie in einen ' +
    'Satz, um zu sehen, wie man es anders sagen kann.',
  words: (count) => counted(count, 'Wort', 'Wörter'),
  sentences: (count) => counted(count, 'Satz', 'Sätze'),
  replaced: (count, sentences) => `${number.format(count)} von ${number.format(sentences)} ersetzt`,
  copy: 'Text kopieren',
  sample: 'Mit einem Beispielsatz probieren',
  // English as in every language of the page: so is the model.
  file: 'Text öffnen',
  fileHint: 'Text, Markdown oder Word-Dokument.',
  sampleText: 'The committee decided to postpone the meeting until next week.',
};

/** Die Arten von Sätzen, die bleiben, wie sie sind, in einer Liste derer, die ein Text hat. */
const fixed: Readonly<Record<Fixed, string>> = {
  greeting: 'die Anrede', signature: 'die Unterschrift', heading: 'Überschriften', quotation: 'Zitiertes', word: 'einzelne Wörter',
  line: 'Zeilen, die keine Sätze sind',
};

export const queue: Messages['queue'] = {
  all: (count) => `Alle ${number.format(count)} Sätze umformulieren`,
  marked: (count) => (count === 1 ? 'Den markierten Satz umformulieren' : `Die ${number.format(count)} markierten Sätze umformulieren`),
  paragraph: (count) => `Nur diesen Absatz (${number.format(count)})`,
  hint: 'Markieren Sie einen Absatz oder einige Sätze, um nur diese umzuformulieren.',
  progress: (done, total) => `${number.format(done)} von ${counted(total, 'Satz', 'Sätzen')} umformuliert`,
  left: (seconds) =>
    seconds < 50
      ? `noch etwa ${number.format(Math.max(1, Math.ceil(seconds / 10)) * 10)} s`
      : `noch etwa ${number.format(Math.ceil(seconds / 60))} min`,
  waiting: 'wartet auf das Modell',
  review: 'Prüfen',
  spared: (kinds) => `Unverändert: ${list.format(kinds.map((kind) => fixed[kind]))}.`,
  resume: (count) => (count === 1 ? 'Mit dem letzten Satz weitermachen' : `Mit den übrigen ${number.format(count)} weitermachen`),
  outcome: (replaced, offered) =>
    replaced > 0
      ? `${counted(replaced, 'Satz', 'Sätze')} gleichbedeutend umformuliert.`
      : offered > 0 ? 'Ohne Sie wurde nichts ersetzt.' : 'Keine sichere Umformulierung gefunden.',
  reviewRest: (count) => (count === 1 ? '1 Vorschlag prüfen' : `${number.format(count)} Vorschläge prüfen`),
};

export const sentence: Messages['sentence'] = {
  approach: (system) =>
    `Umformuliert wird wie in ${system === undefined ? 'ParaBank 2' : `ParaBank, System ${number.format(system)}`}.`,
  approachChange: 'Ändern',
  open: 'Wörter und Stil',
  position: (index, count) => `Satz ${number.format(index)} von ${number.format(count)}`,
  only: 'Dieser Satz',
  previous: 'Voriger Satz',
  previousKeys: 'Voriger Satz (Alt ↑)',
  next: 'Nächster Satz',
  nextKeys: 'Nächster Satz (Alt ↓)',
  original: 'Wörter des ursprünglichen Satzes, den Sie ersetzt haben',
  restore: 'Ursprünglichen Satz zurückholen',
  startHere: 'Vom neuen ausgehen',
  toolbar: 'Wörter des Satzes',
  hint:
    'Klicken Sie auf ein Wort, um es zu vermeiden, noch einmal, um es zu verlangen. Auf der Tastatur: Pfeile ' +
    'wechseln das Wort, die Leertaste ändert es, Minus vermeidet, Plus verlangt, 0 gibt frei, die Menütaste öffnet ein Menü.',
  hintShort: 'Ein Klick auf ein Wort vermeidet es, noch einer verlangt es.',
  hintTouch: 'Tippen vermeidet, noch einmal verlangt; halten zeigt mehr.',
  clear: 'Alle freigeben',
  long: (words) => `Ein langer Satz (${number.format(words)} Wörter): Kürzere gelingen besser.`,
};

export const wish: Messages['wish'] = {
  neutral: 'frei',
  avoid: 'vermieden',
  require: 'verlangt',
  chip: (word, state) => `${word}: ${state}`,
  phraseLabel: 'Andere Wörter oder Wendungen',
  phrasePlaceholder: 'Anderes Wort, andere Wendung',
  addAvoid: 'Vermeiden',
  addRequire: 'Verlangen',
  avoidWord: (word) => `„${word}“ vermeiden`,
  requireWord: (word) => `„${word}“ verlangen`,
  remove: (phrase) => `„${phrase}“ entfernen`,
  list: 'Andere vermiedene und verlangte Wendungen',
};

export const word: Messages['word'] = {
  about: (word) => `Über „${word}“`,
  forms: 'Mit allen Formen vermieden:',
  formsHint: 'Ein Klick auf eine Form erlaubt sie.',
  form: (form, banned) => `${form}: ${banned ? 'vermieden' : 'erlaubt'}`,
  instead: 'Stattdessen:',
  swap: (word, instead) => `„${word}“ vermeiden und „${instead}“ verlangen`,
};

export const wordMenu: Messages['wordMenu'] = {
  label: (phrase) => `Was mit „${phrase}“ geschehen soll`,
  instead: 'Stattdessen',
  ban: 'Hier vermeiden',
  require: 'Hier verlangen',
  banThroughout: 'Im ganzen Text vermeiden',
  keepThroughout: 'Im ganzen Text behalten',
  keepPhrase: (phrase, instead) => `„${instead}“ für „${phrase}“ merken`,
};

export const throughout: Messages['throughout'] = {
  heading: (count) => (count === 0 ? 'Wörter für den ganzen Text' : `Wörter für den ganzen Text (${number.format(count)})`),
  hint:
    'Was hier vermieden wird, steht in keiner Umformulierung; was behalten wird, bleibt, wo immer es steht. Namen, Zahlen, ' +
    'Begriffe in Anführungszeichen und Adressen bleiben ohnehin.',
  neutral: 'frei',
  avoid: 'vermieden',
  require: 'behalten',
  add: 'Wort oder Wendung für den ganzen Text',
  keep: 'Behalten',
  list: 'Im ganzen Text vermiedene und behaltene Wörter',
  keptHere: (words) => `Hier von selbst behalten: ${list.format(words)}.`,
};

export const spelling: Messages['spelling'] = {
  label: 'Rechtschreibung',
  unknown: (word) => `„${word}“ – gemeint ist`,
  all: (count) => `Alle ${number.format(count)} verbessern`,
  learn: 'Ins Wörterbuch',
  learnHint: 'Nach diesem Wort nicht mehr fragen',
};

export const distance: Messages['distance'] = {
  label: 'Wie verschieden',
  // Without nouns: they also stand in the middle of a line, in small letters.
  stops: ['Ganz leicht verändert', 'Nah dran', 'Ausgewogen', 'Frei formuliert', 'Kaum noch gemeinsam'],
  ends: ['Nah', 'Frei'],
};

export const presets: Messages['presets'] = {
  label: 'Stil',
  names: {
    plainer: 'Schlichter', shorter: 'Kürzer', longer: 'Länger', formal: 'Förmlicher', friendly: 'Freundlicher', active: 'Im Aktiv',
    different: 'Ganz anders', structure: 'Gleicher Satzbau',
    clean: 'Nur korrigieren',
  },
  hints: {
    plainer: 'Die geläufigsten Wörter zuerst; seltene, für die es ein geläufiges gibt, werden vermieden.',
    shorter: 'Nur Umformulierungen mit weniger Wörtern als der ursprüngliche Satz. Gewünscht ist ein Viertel weniger.',
    longer: 'Nur Umformulierungen mit mehr Wörtern als der ursprüngliche Satz. Gewünscht ist die Hälfte mehr.',
    formal: 'Wörter aus Berichten und Zeitungen zuerst, und keines an Stelle eines förmlicheren.',
    friendly: 'Wörter, die man im Gespräch sagt, zuerst, und keines an Stelle eines freundlicheren.',
    active: 'Wer etwas tut, steht vorn: nur Umformulierungen mit weniger Sätzen im Passiv oder ohne solche.',
    different: 'Kaum ein gemeinsames Wort, und untereinander weit auseinander.',
    structure: 'Andere Wörter im selben Gerüst: Funktionswörter und Kommas bleiben, wo sie sind.',
    clean:
      'Nur Rechtschreibung und Grammatik werden korrigiert, jeweils mit Begründung; vermiedene und ' +
      'verlangte Wörter und Ihr Wortschatz zählen dabei nicht. Was die Fehler findet, wird einmal geladen (16 MB).',
  },
  wanted: (count) => `Hier: etwa ${counted(count, 'Wort', 'Wörter')}.`,
  banned: (words) => `Hier vermieden: ${list.format(words.map((word) => `„${word}“`))}.`,
  noTables: 'Die Worttabellen konnten nicht geladen werden, darum wird nichts vermieden.',
};
