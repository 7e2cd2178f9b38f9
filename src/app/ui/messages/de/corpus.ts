import { bytes, counted, duration, number, oneDigit, twoDigits } from './formats.ts';

const none = '–';
const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium' });
const two = (value: number | undefined): string => (value === undefined ? none : twoDigits.format(value));
const one = (value: number | undefined): string => (value === undefined ? none : oneDigit.format(value));
const whole = (value: number | undefined): string => (value === undefined ? none : number.format(value));

export const title: string = 'Viele Sätze';

export const start = {
  intro:
    'Öffnen Sie eine Datei mit einem Satz je Zeile, eine Tabelle oder JSON-Zeilen. Jeder Satz wird auf diesem Gerät umformuliert, ' +
    'mit jedem System, das Sie wählen; der Text, an dem Sie schreiben, bleibt, wie er ist.',
  choose: 'Datei öffnen',
  drop: 'Oder hier ablegen: .txt, .csv, .tsv oder .jsonl, in UTF-8.',
  earlier: 'Frühere Dateien',
  open: (name: string) => `„${name}“ öffnen`,
  remove: (name: string) => `„${name}“ mit ihren Umformulierungen löschen`,
  sure: (name: string) => `„${name}“ mit allen Umformulierungen löschen?`,
  confirm: 'Löschen',
  done: (done: number, total: number) => `${number.format(done)} von ${counted(total, 'Zeile', 'Zeilen')}`,
  made: (time: number) => day.format(time),
  reading: 'Was aufbewahrt ist, wird gelesen …',
  notLasting: 'Dieses Fenster bewahrt nichts auf: Was hier entsteht, ist weg, wenn Sie die Seite schließen. Speichern Sie es vorher.',
  kept: 'Dateien und Umformulierungen bleiben auf diesem Gerät. Wird die Seite geschlossen, ruht die Arbeit; danach geht sie dort weiter.',
};

export const problems = {
  title: (name: string) => `„${name}“ ist nicht zu gebrauchen`,
  'too-large': (most: number) => `Sie ist zu groß: Höchstens ${bytes(most)} lassen sich öffnen. Teilen Sie sie auf.`,
  empty: 'Sie enthält keinen Text.',
  'not-text': 'Sie ist keine Textdatei in UTF-8. Speichern Sie sie als Text, als Tabelle mit Tabulatoren oder als JSON-Zeilen in UTF-8.',
  unreadable: 'Sie ist nicht mehr zu lesen. Öffnen Sie sie noch einmal.',
  noRows: 'So gelesen ergibt keine Zeile einen Satz. Wählen Sie ein anderes Format oder eine andere Spalte.',
  header: 'Die erste Zeile nennt die gewählten Spalten nicht, oder eine zweimal.',
  noRoom:
    'Der Browser hat keinen Platz dafür. Löschen Sie hier frühere Dateien oder schaffen Sie Platz auf dem Gerät; verloren ist nichts.',
};

export const setup = {
  heading: (name: string) => `Wie „${name}“ zu lesen ist`,
  format: 'Art der Datei',
  formats: { txt: 'Ein Satz je Zeile', tsv: 'Tabelle', jsonl: 'JSON-Zeilen' },
  header: 'Die erste Zeile nennt die Spalten',
  text: 'Die Sätze stehen in',
  id: 'ID-Spalte',
  noId: 'keiner Spalte',
  column: (which: string | number) => (typeof which === 'number' ? `Spalte ${number.format(which)}` : which),
  preview: 'Die ersten Zeilen, wie sie gelesen werden',
  line: 'Zeile',
  sentence: 'Satz',
  name: 'Bezeichnung',
  noPreview: 'So ist nichts zu lesen.',
  how: 'Wie umformuliert wird',
  systems: 'Systeme',
  systemsHint: 'Gleiche Umformulierungen mehrerer Systeme werden zusammengelegt.',
  chosen: (count: number) => `${counted(count, 'System', 'Systeme')} gewählt`,
  numbered: 'Nummerierte Systeme von ParaBank',
  n: 'Umformulierungen je System',
  seed: 'Startwert des Zufalls',
  distance: 'Wie anders (0 bis 4)',
  settings: 'Schwelle, Verbotslisten und Stichproben sind die der Einstellungen.',
  filters: 'Nur einen Teil der Umformulierungen behalten',
  filtersHint: 'Was hier wegfällt, wird nicht aufbewahrt. Sie können auch alles behalten und später die Tabelle filtern.',
  copies: 'Kopien des Satzes weglassen',
  limits: {
    minLength: 'Wenigste Wörter jeder Seite',
    maxLength: 'Meiste Wörter jeder Seite',
    maxOverlap: 'Höchste Überschneidung ∩/∪, 0 bis 100',
    maxScore: 'Höchste beidseitige Punktzahl, Nats',
    maxCrossEntropy: 'Höchste beidseitige Kreuzentropie, Nats',
    minMeaning: 'Niedrigste geschätzte Bedeutung, 0 bis 100',
  },
  begin: 'Beginnen',
  back: 'Zurück',
  reading: (lines: number) => `${counted(lines, 'Zeile', 'Zeilen')} gelesen …`,
  noModel: 'Beginnen können Sie, sobald das Modell geladen ist.',
};

export const run = {
  back: 'Alle Dateien',
  rows: (done: number, total: number) => `${number.format(done)} von ${counted(total, 'Zeile', 'Zeilen')} fertig`,
  pairs: (count: number) => counted(count, 'Umformulierung', 'Umformulierungen'),
  rate: (rate: number) => (rate >= 1 ? `${oneDigit.format(rate)} Zeilen je Sekunde` : `${oneDigit.format(rate * 60)} Zeilen je Minute`),
  left: (seconds: number) =>
    `noch etwa ${seconds >= 5400 ? counted(Math.round(seconds / 3600), 'Stunde', 'Stunden') : duration(seconds)}`,
  progress: 'Fertige Zeilen',
  pause: 'Anhalten',
  go: 'Weiter',
  anew: 'Mit diesem Modell neu beginnen',
  phases: {
    resting: 'Ruht. Was fertig ist, bleibt aufbewahrt.',
    working: 'Bei der Arbeit. Sie können dies schließen und weiterschreiben: Ihre eigenen Sätze gehen vor.',
    waiting: 'Wartet, bis das Modell frei ist.',
    'other-model':
      'Begonnen hat ein anderes Modell als das, das jetzt antwortet. Wählen Sie jenes in den Einstellungen oder beginnen Sie neu.',
    elsewhere: 'Ein anderer Tab arbeitet daran.',
    failed: 'Angehalten. Alles, was fertig ist, bleibt aufbewahrt.',
    done: 'Fertig.',
  },
  noRoom: 'Der Speicher ist voll. Alles, was fertig ist, bleibt und lässt sich speichern; schaffen Sie Platz, dann geht es weiter.',
  skipped: (count: number) => `${counted(count, 'Zeile ergab', 'Zeilen ergaben')} nichts`,
  skippedLine: (line: number, reason: string) => `Zeile ${number.format(line)}: ${reason}`,
  skippedMore: (count: number) => `und ${number.format(count)} weitere`,
  reasons: {
    'bad-json': 'kein JSON-Objekt',
    'bad-utf8': 'nicht in UTF-8',
    'missing-field': 'eine Spalte fehlt',
    'bad-request': 'andere Spalten als der Rest',
    'text-empty': 'leer',
    'text-too-long': 'zu lang',
    'nothing-to-rewrite': 'ohne Wörter',
  } as Readonly<Record<string, string>>,
  reason: 'nicht umzuformulieren',
  asked: (model: string, hash: string, seed: number) => `Modell ${model} (${hash}), Startwert ${seed}`,
  views: { table: 'Tabelle', statistics: 'Statistik' },
  view: 'Ansicht',
};

/** The figures of a rewrite: `name` in a column, `about` in full. */
export const figures = {
  score: {
    name: 'Punkte', about: 'Beidseitige Punktzahl: vorwärts plus rückwärts, Nats je Token. Niedriger ist wahrscheinlicher.', format: two,
  },
  crossEntropy: { name: 'Kreuzentr.', about: 'Beidseitige bedingte Kreuzentropie, Nats je Token. Niedriger ist besser.', format: two },
  meaning: { name: 'Bedeutung', about: 'Geschätzte Ähnlichkeit der Bedeutung, 0 bis 100.', format: one },
  right: { name: 'Richtig', about: 'Wie wahrscheinlich ein Leser sie richtig nennt, 0 bis 1.', format: two },
  overlap: { name: '∩/∪', about: 'Gemeinsame Token mit dem Satz, 0 bis 100. Niedriger ist anders.', format: one },
  distance: { name: 'Abstand', about: 'Anteil der Wörter, die nicht in beiden stehen, 0 bis 1.', format: two },
  words: { name: 'Wörter', about: 'Wörter der Umformulierung.', format: whole },
  ratio: { name: 'Länge', about: 'Wörter der Umformulierung durch Wörter des Satzes.', format: two },
  forward: { name: 'Vorwärts', about: 'Negative Log-Wahrscheinlichkeit der Umformulierung nach dem Satz, Nats je Token.', format: two },
  backward: { name: 'Rückwärts', about: 'Negative Log-Wahrscheinlichkeit des Satzes nach der Umformulierung, Nats je Token.', format: two },
};

export const table = {
  label: 'Umformulierungen',
  keys: 'Pfeiltasten gehen durch die Zeilen, Enter sieht eine an.',
  row: 'Zeile',
  rewrite: 'Umformulierung und Satz',
  systems: 'Systeme',
  system: (which: string | number) => (which === 'otherwise' ? 'Eigenes' : which === 'parabank2' ? 'PB2' : String(which)),
  sort: 'Sortiert nach',
  fileOrder: 'Reihenfolge der Datei',
  up: 'Niedrigste zuerst',
  down: 'Höchste zuerst',
  sortBy: (name: string) => `Nach ${name} sortieren`,
  search: 'In Sätzen und Umformulierungen suchen',
  anySystem: 'Alle Systeme',
  bySystem: 'Gemacht von',
  filters: (count: number) => (count === 0 ? 'Grenzen' : `Grenzen (${number.format(count)})`),
  least: (name: string) => `${name}, mindestens`,
  most: (name: string) => `${name}, höchstens`,
  from: 'von',
  to: 'bis',
  shown: (shown: number, all: number) =>
    `${shown === all ? '' : `${number.format(shown)} von `}${counted(all, 'Umformulierung', 'Umformulierungen')}`,
  reset: 'Alle zeigen',
  nothing: 'Keine Umformulierung ist so.',
  noneYet: 'Umformulierungen erscheinen hier, sobald sie fertig sind.',
  save: (form: string) => `Als .${form} speichern`,
  saveHint: 'Gespeichert wird, was gezeigt wird, in dieser Reihenfolge.',
};

export const detail = {
  heading: (line: number, rank: number) => `Zeile ${number.format(line)}, Umformulierung ${number.format(rank)}`,
  sentence: 'Satz',
  rewrite: 'Umformulierung',
  fragments: 'Wendungen, die füreinander stehen',
  fragment: (place: number) => `Wendung ${number.format(place)}`,
  noFragments: 'Keine längere Wendung wurde ersetzt.',
  figures: 'Werte',
  systems: 'Gemacht von',
  origin: (name: string, rank: number) => `${name}, dort Nr. ${number.format(rank)}`,
  previous: 'Vorige Zeile',
  next: 'Nächste Zeile',
  close: 'Zurück zur Tabelle',
};

export const statistics = {
  counting: 'Wird gezählt …',
  all: 'Alle Systeme',
  system: 'Wer',
  sources: (count: number, without: number, length: number | null) =>
    `${counted(count, 'Satz', 'Sätze')}${length === null ? '' : ` von durchschnittlich ${one(length)} Wörtern`}` +
    `${without === 0 ? '' : `, davon ${number.format(without)} ohne Umformulierung`}.`,
  again: 'Mitzählen, was seither kam',
  bySystem: 'Die Umformulierungen jedes Systems',
  rewrites: 'Umformulierungen',
  words: 'Wörter',
  entropy: 'Entropie der Wörter',
  copies: 'Kopien, %',
  meaning: 'Bedeutung',
  oneMinusBleu: '1−BLEU',
  overlap: '∩/∪',
  trigrams: 'Gemeinsame Trigramme',
  treeEdit: 'Baumänderungen',
  ratio: 'Längenverhältnis',
  selfBleu: 'Self-BLEU',
  byLength: 'Nach Wörtern des Satzes:',
  byLengthOf: (measure: string) => `${measure}, nach Wörtern des Satzes`,
  lengthMeasures: {
    n: 'Zahl der Umformulierungen', copies: 'Kopien in Prozent', meaning: 'Geschätzte Bedeutung', paragraphBleu: 'BLEU als ein Absatz',
    overlap: 'Überschneidung ∩/∪',
  },
  count: (value: number) => number.format(value),
  value: (value: number | null) => two(value ?? undefined),
  spread: (value: { readonly mean: number; readonly deviation: number } | null) =>
    value === null ? none : `${one(value.mean)} ± ${one(value.deviation)}`,
  about:
    'Entropie in Nats. Die Bedeutung ist geschätzt, nicht beurteilt. Bei ∩/∪, Trigrammen, BLEU und Self-BLEU heißt niedriger: ' +
    'verschiedener. Baumänderungen werden bis 3.000 Umformulierungen gezählt.',
  nothingTitle: 'Keine Datei ist offen',
  nothing: 'Öffnen Sie eine Datei unter „Viele Sätze auf einmal“: Ihre Statistik steht dann hier.',
};
