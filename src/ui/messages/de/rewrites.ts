import type { FindingKind } from '../../../quality/finding.ts';
import type { Messages } from '../types.ts';
import { counted, number, oneDigit, twoDigits } from './formats.ts';
import { remark } from './remarks.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const quoted = (phrases: readonly string[]): string => list.format(phrases.map((phrase) => `„${phrase}“`));

/** What was seen in a rewrite, where no words of it tell. */
const findings: Readonly<Record<FindingKind, string>> = {
  number: 'ändert eine Zahl',
  'number-word': 'ändert eine Zahl',
  unit: 'ändert eine Einheit',
  bound: 'ändert eine Grenze',
  comparison: 'dreht einen Vergleich um',
  negation: 'kehrt ein Wort ins Gegenteil',
  name: 'ändert einen Namen',
  quote: 'ändert zitierte Wörter',
  url: 'ändert eine Adresse',
  pronoun: 'ändert eine Person',
  role: 'ändert, wer was tut',
  contrast: 'macht aus einem Wort ein anderes seiner Art',
  question: 'ändert, ob gefragt wird',
  mood: 'macht aus einer Bitte eine Aussage',
  modality: 'ändert, wie sicher oder verlangt es ist',
  tense: 'ändert die Zeit',
  quantifier: 'ändert die Menge',
  detail: 'sagt vielleicht nicht dasselbe',
  word: 'hat ein falsches Wort',
  derivation: 'benutzt ein Wort, das mit einem verbotenen verwandt ist',
  repetition: 'sagt etwas zweimal',
  unfinished: 'bricht ab',
  length: 'hat eine andere Länge',
  unlikely: 'schlecht bewertet: mit Vorsicht lesen',
};

export const rewrites: Messages['rewrites'] = {
  heading: 'Umformulierungen',
  go: 'Umformulieren',
  again: 'Mehr',
  againLong: 'Mehr Umformulierungen dieses Satzes',
  changed: (changed, words) => `${number.format(changed)} von ${counted(words, 'Wort', 'Wörtern')} geändert`,
  meaning: (value) => `Bedeutung ${number.format(Math.round(value))}`,
  meaningLong: (value) => `Vorhergesagte Ähnlichkeit der Bedeutung: ${number.format(Math.round(value))} von 100`,
  use: 'Übernehmen',
  useNumber: (index) => `Übernehmen: Umformulierung ${number.format(index)}`,
  used: 'In Ihrem Text',
  usedNumber: (index) => `In Ihrem Text: Umformulierung ${number.format(index)}`,
  tools: (index) => `Mehr zu Umformulierung ${number.format(index)}`,
  lock: (index) => `Umformulierung ${number.format(index)} festhalten`,
  lockHint: 'Festhalten: Sie bleibt, wenn andere entstehen',
  like: (index) => `Mehr wie Umformulierung ${number.format(index)}`,
  likeHint: 'Mehr davon: verlangt die Wörter, die sie hereinbringt',
  different: (index) => `Anderes als Umformulierung ${number.format(index)}`,
  differentHint: 'Anderes: verbietet die Wörter, die sie hereinbringt',
  lockedButBanned: (phrases) => `Festgehalten, obwohl Verbotenes darin steht: ${quoted(phrases)}.`,
  lockedButMissing: (phrases) => `Festgehalten, obwohl Verlangtes darin fehlt: ${quoted(phrases)}.`,
  copy: (index) => `Umformulierung ${number.format(index)} kopieren`,
  details: 'Details',
  detailsOf: (index) => `Details zu Umformulierung ${number.format(index)}`,
  title: (index) => `Umformulierung ${number.format(index)}: `,
  wordsOf: (index) => `Wörter der Umformulierung ${number.format(index)}: eines wählen, um es zu verbieten`,
  ban: (word, changed) => (changed ? `${word}, geändert: verbieten` : `${word}: verbieten`),
  banHint: 'Ein Klick auf ein Wort verbietet es',
  removed: 'Was sich geändert hat',
  forward: 'Umformulierung bei gegebener Quelle',
  backward: 'Quelle bei gegebener Umformulierung',
  score: 'Summe',
  cluster: 'Gruppe',
  nats: (value) => twoDigits.format(value),
  unit: 'Nats je Wortstück, niedriger ist besser',
  early: 'Erste Funde – die besten werden noch ausgesucht',
  stale: 'Neue Umformulierungen entstehen; diese sind von vor Ihrer Änderung.',
  counts: (sampled, unique, accepted) =>
    `${number.format(sampled)} gezogen · ${number.format(unique)} verschieden · ${number.format(accepted)} gut genug`,
  took: (milliseconds) => `${oneDigit.format(milliseconds / 1000)} s`,
  finding: ({ kind, lost, gained }) => {
    if (lost && gained) return `macht aus ${quoted(lost)} ${quoted(gained)}`;
    if (lost) return `lässt ${quoted(lost)} weg`;
    return gained ? `fügt ${quoted(gained)} hinzu` : findings[kind];
  },
  unmetHeading: 'Nicht erfüllt',
  unmet: (phrase, reason) => `„${phrase}“: ${remark(reason)}`,
  none: 'Keine Umformulierung war gut genug',
  noneAdvice: 'Heben Sie ein Verbot oder eine Forderung auf, schieben Sie „Wie verschieden“ nach links, oder lassen Sie andere machen.',
  left: (count) =>
    `${counted(count, 'gute Umformulierung ist', 'gute Umformulierungen sind')} nicht kürzer als der ` +
    'ursprüngliche Satz und nicht zu sehen.',
  fewer: (count) => `${counted(count, 'Wort', 'Wörter')} weniger`,
  aimAdvice:
    'Wählen Sie unter „Lieber“ etwas anderes oder nichts, heben Sie ein Verbot oder eine Forderung auf, oder lassen Sie andere machen.',
  noneShorter: 'Keine kürzere Umformulierung gefunden',
  few: (count) => `Nur ${counted(count, 'Umformulierung war', 'Umformulierungen waren')} gut genug.`,
  emptyTitle: 'Fünfmal anders gesagt',
  emptyText:
    'Wählen Sie links einen Satz, und hier sehen Sie fünf Umformulierungen, die seine Bedeutung behalten und ' +
    'sich voneinander unterscheiden. Verbieten Sie Wörter, die Sie nicht mehr lesen mögen, verlangen Sie solche, ' +
    'die Sie wollen.',
  waiting: 'Bereit, wenn Sie es sind',
  waitingText: 'Drücken Sie „Umformulieren“ für den aktuellen Satz.',
  encode: 'Der Satz wird gelesen',
  sample: 'Andere Formulierungen werden gesucht',
  scoring: 'Bedeutungen werden verglichen',
};
