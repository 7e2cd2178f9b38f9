import type { MeasureMessages } from '../types.ts';
import { counted, number as format, oneDigit, twoDigits } from './formats.ts';

const none = '–';
const one = (value: number | undefined): string => (value === undefined ? none : oneDigit.format(value));
const two = (value: number | undefined): string => (value === undefined ? none : twoDigits.format(value));
const minus = (text: string): string => text.replace('-', '−');
const rho = (value: number | undefined): string => (value === undefined ? '' : ` Spearmans ρ ist ${minus(two(value))}.`);
const rewrites = (count: number): string => counted(count, 'Umformulierung', 'Umformulierungen');
const between = (
  { least, middle, most }: Readonly<Record<'least' | 'middle' | 'most', number>>,
  words: (value: number) => string,
): string => `${words(least)} bis ${words(most)}, Median ${words(middle)}`;

export const title: MeasureMessages['title'] = 'Messen';
export const view: MeasureMessages['view'] = 'Ansicht';
export const views: MeasureMessages['views'] = { numbers: 'Zahlen', rate: 'Bewerten', corpus: 'Viele Sätze' };
export const missing: MeasureMessages['missing'] = none;
export const notMeasured: MeasureMessages['notMeasured'] = 'nicht gemessen';

export const makers: MeasureMessages['makers'] = {
  label: 'Umformulierungen von',
  option: (name, distance, done, all) => `${name} · ${distance.toLowerCase()} (${format.format(done)}/${format.format(all)})`,
};

export const numbers: MeasureMessages['numbers'] = {
  emptyTitle: 'Noch gibt es nichts zu messen',
  emptyText:
    'Schreiben Sie einen Text, oder fügen Sie einen ein. Hier werden seine Umformulierungen gemessen: wie viel ' +
    'Bedeutung sie behalten, wie weit sie von Ihren Wörtern und voneinander weg sind.',
  coverage: (done, all) => `Umformulierungen von ${format.format(done)} von ${counted(all, 'Satz', 'Sätzen')}`,
  complete: (count) => (count === 1 ? 'Den fehlenden Satz umformulieren' : `Die ${format.format(count)} fehlenden Sätze umformulieren`),
  completing: (done, total) => `${format.format(done)} von ${counted(total, 'Satz', 'Sätzen')} umformuliert`,
  unable: (count) => `${counted(count, 'Satz ließ', 'Sätze ließen')} sich nicht umformulieren.`,
  noModel: 'Das Modell ist nicht geladen: Gemessen wird nur, was keines braucht.',
  measuring: 'Misst …',
  failed: 'Das Messen ist misslungen.',
  caption: 'Maße der Umformulierungen, nach Rang',
  scroll: 'Tabelle der Maße, lässt sich seitwärts rollen',
  measure: 'Maß',
  rank: (rank) => `Nr. ${format.format(rank)}`,
  all: 'Alle',
  inText: 'In Ihrem Text',
  selfBleu: (value) => `Self-BLEU je Gruppe: ${one(value)}`,
  selfBleuHint: 'Wie ähnlich die Umformulierungen eines Satzes einander sind, 0 bis 100. Niedriger: verschiedener.',
  save: 'Zahlen sichern',
  about: 'Was die Zahlen bedeuten',
};

export const measures: MeasureMessages['measures'] = {
  n: {
    name: 'Anzahl',
    hint: '',
    about: 'Wie viele Paare aus einem Satz und einer Umformulierung gemessen wurden.',
    format: (value) => (value === undefined ? none : format.format(value)),
  },
  meaning: {
    name: 'Bedeutung',
    hint: 'höher: erhalten',
    about:
      'Vorhergesagte Ähnlichkeit der Bedeutung, 0 bis 100: was Menschen im Mittel gesagt hätten, soweit ein an ' +
      'menschliche Urteile angepasstes Modell das weiß. Eine Vorhersage, kein Urteil.',
    format: one,
  },
  oneMinusBleu: {
    name: '1−BLEU',
    hint: 'höher: verschiedener',
    about: 'Hundert minus BLEU ohne Abzug für Kürze, Wortfolgen aller Paare zusammengezählt, klein geschrieben und ohne Satzzeichen.',
    format: one,
  },
  overlap: {
    name: '∩/∪',
    hint: 'niedriger: verschiedener',
    about: 'Wortstücke, die Satz und Umformulierung teilen, von allen ihren Wortstücken, in Prozent; Mittel über die Paare.',
    format: one,
  },
  treeEdit: {
    name: 'Baumschritte',
    hint: 'höher: anderer Satzbau',
    about:
      'Knoten, die zu löschen, einzufügen oder umzubenennen sind, um den Baum des einen Satzes in den des ' +
      'anderen zu verwandeln; die obersten drei Ebenen eines flachen Parsers, also nicht mit den Zahlen der ' +
      'Aufsätze vergleichbar.',
    format: two,
  },
  wordEdits: {
    name: 'Wortschritte',
    hint: 'höher: verschiedener',
    about: 'Wörter, die zu löschen, einzufügen oder zu ersetzen sind; Mittel über die Paare.',
    format: one,
  },
  characterEdits: {
    name: 'Zeichenschritte',
    hint: 'höher: verschiedener',
    about: 'Zeichen, die zu löschen, einzufügen oder zu ersetzen sind; Mittel über die Paare.',
    format: one,
  },
  lengthRatio: {
    name: 'Längenverhältnis',
    hint: '1: gleich lang',
    about: 'Wörter aller Umformulierungen durch Wörter ihrer Sätze. Über 1: Die Umformulierungen sind länger.',
    format: two,
  },
};

export const plots: MeasureMessages['plots'] = {
  scatter: 'Treue und Verschiedenheit',
  scatterText: (count, xs, ys, r) =>
    `${rewrites(count)}. Verschiedenheit von ${between(xs, one)}; Bedeutung erhalten von ${between(ys, one)}.${rho(r)}`,
  difference: 'Verschiedenheit (100 − ∩/∪)',
  meaning: 'Erhaltene Bedeutung (vorhergesagt)',
  meaningHistogram: 'Wie viel Bedeutung erhalten ist',
  score: 'Summe vorwärts + rückwärts, Nats je Wortstück',
  scoreHistogram: 'Summen',
  rewrites: 'Umformulierungen',
  histogramText: (count, xs) => `${rewrites(count)}, von ${between(xs, two)}.`,
  meaningText: (count, xs) => `${rewrites(count)}, von ${between(xs, one)}.`,
  inText: 'in Ihrem Text',
  other: 'andere Umformulierungen',
  asTable: 'Als Tabelle',
  tableOf: (name) => `${name}: Tabelle`,
  first: (shown, all) => `Die ersten ${format.format(shown)} von ${format.format(all)}; die gesicherte Datei hat sie alle.`,
  from: 'Von',
  to: 'Bis',
  text: 'Umformulierung',
  tick: (value) => minus(format.format(value)),
  value: one,
};

export const rating: MeasureMessages['rating'] = {
  opening: 'Liest Ihre Bewertungen …',
  heading: 'Umformulierungen bewerten',
  intro:
    'Sie sehen einen Satz und Umformulierungen davon ohne Reihenfolge, gleich wer sie gemacht hat. Stellen Sie ' +
    'jeden Regler darauf, wie viel von der Bedeutung erhalten ist. Einige sind wörtliche Kopien: Sie zeigen, ob ' +
    'noch aufmerksam bewertet wird.',
  sentences: 'Sätze zu bewerten',
  available: (sentences, count) => `${rewrites(count)} von ${counted(sentences, 'Satz', 'Sätzen')} lassen sich bewerten.`,
  nothing: 'Noch gibt es keine Umformulierungen zu bewerten',
  nothingAdvice: 'Lassen Sie zuerst unter „Zahlen“ welche machen. Die mehrerer Verfahren werden gemischt.',
  begin: 'Beginnen',
  page: (round, page, pages) =>
    `${round > 1 ? `Runde ${format.format(round)}, Satz` : 'Satz'} ${format.format(page)} von ${format.format(pages)}`,
  sentence: 'Der Satz',
  instruction: 'Wie viel von seiner Bedeutung behält jede von diesen?',
  low: '0 · nichts davon',
  high: '100 · alles',
  slider: (place) => `Erhaltene Bedeutung der Umformulierung ${format.format(place)}`,
  unrated: 'noch nicht bewertet',
  value: (value) => `${format.format(value)} von 100`,
  progress: (rated, total) => `${format.format(rated)} von ${format.format(total)} bewertet`,
  progressLabel: 'Abgegebene Bewertungen',
  keys:
    'Pfeile bewegen einen Regler um 1, Bild auf und Bild ab um 10, Pos1 und Ende an seine Enden. Die ' +
    'Eingabetaste behält den Wert und geht weiter.',
  back: 'Zurück',
  next: 'Weiter',
  finish: 'Fertig',
  another: 'Noch eine Runde',
  anotherHint: 'Sie zeigt noch einmal, was Ihre Bewertungen am meisten offen lassen; es zählt das Mittel aller Runden.',
  left: (count) => `${counted(count, 'Regler', 'Regler')} auf dieser Seite noch nicht gestellt.`,
  kept: 'In diesem Browser behalten, auch wenn Sie ihn schließen.',
  unsaved: 'Die letzten Bewertungen konnten nicht gespeichert werden. Sichern Sie sie als Datei, bevor Sie die Seite schließen.',
  of: (name) => `Bewertungen von „${name}“`,
  untitled: 'Ohne Titel',
  discard: 'Diese Bewertungen verwerfen',
  discardSure: 'Alle abgegebenen Bewertungen verwerfen?',
  discardYes: 'Verwerfen',
  again: 'Zurück zu den Reglern',
  flag: 'Fehlerhaft oder ohne Sinn',
  saveRatings: 'Bewertungen sichern',
  saveForEvaluate: 'Für „evaluate“ sichern',
  saveHint:
    'Tabellen mit Tabulatoren. Die erste hat jede Bewertung und zu jeder Umformulierung das Mittel ihrer ' +
    'Bewertungen mit einem 95-%-Intervall. Die zweite hat einen Satz je Zeile und wird vom Befehl „evaluate“ ' +
    'gelesen.',
  controls: (rated, missed, least) =>
    rated === 0
      ? 'Keine wörtliche Kopie wurde bewertet.'
      : `Wörtliche Kopien: ${format.format(rated - missed)} von ${format.format(rated)} mit ${format.format(least)} oder mehr bewertet.`,
  failed: (share) =>
    `Mehr als ${format.format(share * 100)} % der Kopien wurden verfehlt: ParaBanks Verfasser würden diese Bewertungen nicht zählen.`,
  caption: 'Mittlere Bewertung nach dem, was die Umformulierung gemacht hat',
  system: 'Gemacht von',
  rank: 'Rang',
  n: 'Bewertet',
  mean: 'Mittlere Bewertung',
  margin: '± 95 %',
  marginOf: (value) => `± ${one(value)}`,
  marginHint: '± 95 %: wie weit das Mittel daneben liegen mag, nach EASLs Beta-Verteilungen. Weitere Runden machen es enger.',
  rounds: (count) => `${format.format(count)} Runden.`,
  predicted: 'Vorhergesagt',
  inText: 'In Ihrem Text',
  correlation: (pearson, spearman) => `Bewertungen und Vorhersagen: Pearson ${minus(two(pearson))}, Spearman ${minus(two(spearman))}.`,
  scatter: 'Bewertungen und Vorhersagen',
  scatterText: (count, xs, ys, r) => `${rewrites(count)}. Vorhergesagt von ${between(xs, one)}; bewertet von ${between(ys, one)}.${rho(r)}`,
  rated: 'Bewertet',
  noneRated: 'Nichts wurde bewertet.',
  format: one,
};

const relationOf = 'Wählen Sie, wie sich die beiden Texte jedes Paares zueinander verhalten.';

export const judging: MeasureMessages['judging'] = {
  open: 'Bogen öffnen',
  openHint: 'Der Befehl „sheet“ macht einen aus den Ausgaben beliebiger Systeme. Niemand sieht darauf, was sie gemacht hat.',
  'too-large': 'Die Datei ist größer als 20 MB.',
  'not-text': 'Die Datei ist kein Text.',
  'not-sheet': 'Die Datei ist kein Bogen des Befehls „sheet“.',
  line: (line) => `Zeile ${format.format(line)} der Datei ist keine Zeile ihres Bogens.`,
  heading: (name, page, pages) => `„${name}“, Seite ${format.format(page)} von ${format.format(pages)}`,
  instructions: {
    parabank: 'Wie viel von seiner Bedeutung behält jede von diesen?',
    paranmt: 'Wählen Sie, wie gut der zweite Text jedes Paares den ersten wiedergibt und wie flüssig er ist.',
    documents: relationOf,
    sentences: relationOf,
    fragments: relationOf,
  },
  pair: (place) => `Paar ${format.format(place)}`,
  first: 'Erster Text',
  second: 'Zweiter Text',
  contexts: 'In ihren Sätzen',
  questions: { strength: 'Wiedergabe', fluency: 'Flüssigkeit des zweiten Textes', relation: 'Verhältnis' },
  answers: {
    strength: { 1: '1 · andere Bedeutung', 2: '2 · fast dieselbe', 3: '3 · dieselbe Bedeutung' },
    fluency: { 1: '1 · kaum Englisch', 2: '2 · einige Fehler', 3: '3 · flüssig' },
    relation: { unrelated: 'Ohne Bezug', related: 'Verwandt', paraphrase: 'Umschreibung' },
  },
  save: 'Bogen sichern',
  saveHint:
    'In diesem Browser behalten, auch wenn Sie ihn schließen. Der Befehl „ratings“ liest den gesicherten Bogen mit ' +
    'seinem Schlüssel.',
};
