import type { Counts, FindingKind } from '../../../../core/protocol.ts';
import type { Scarcity } from '../../../state/rewrites/scarcity.ts';
import type { WayOut } from '../../../state/rewrites/ways-out.ts';
import { findingIn } from '../findings.ts';
import type { CardMessages } from '../types.ts';
import { counted, number, oneDigit, twoDigits } from './formats.ts';
import { remark } from './remarks.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const languages = new Intl.DisplayNames('de', { type: 'language' });
const kinds: Readonly<Record<string, string>> = { zxx: 'Programmtext', und: 'einer anderen Sprache' };
const change = new Intl.NumberFormat('de', { style: 'percent', signDisplay: 'exceptZero' });
const quoted = (phrases: readonly string[]): string => list.format(phrases.map((phrase) => `„${phrase}“`));

/** The findings about a rewrite. */
const finding = findingIn({
  kinds: {
    number: 'ändert eine Zahl',
    'number-word': 'ändert ein Zahlwort',
    unit: 'ändert eine Einheit',
    bound: 'ändert eine Grenze (‚mindestens‘)',
    comparison: 'dreht einen Vergleich um',
    negation: 'ändert ein ‚nicht‘',
    name: 'ändert einen Namen',
    quote: 'ändert zitierte Wörter',
    url: 'ändert eine Adresse',
    markup: 'verliert einen Platzhalter, ein Tag oder ein Zeichen',
    pronoun: 'ändert eine Person',
    role: 'ändert, wer was tut',
    swap: 'vertauscht Wörter',
    contrast: 'macht aus einem Wort ein anderes seiner Art',
    question: 'ändert, ob gefragt wird',
    mood: 'macht aus einer Bitte eine Aussage',
    modality: 'ändert, wie sicher oder verlangt es ist',
    tense: 'ändert die Zeit',
    quantifier: 'ändert die Menge',
    detail: 'die Bedeutung könnte sich geändert haben',
    word: 'hat Wörter, die falsch klingen',
    derivation: 'benutzt ein Wort, das mit einem vermiedenen verwandt ist',
    repetition: 'sagt etwas zweimal',
    unfinished: 'bricht ab',
    length: 'hat eine andere Länge',
    condition: 'ändert eine Bedingung',
    emoji: 'ändert Emojis',
    replacement: 'setzt ein anderes Wort an die Stelle eines vermiedenen',
    unlikely: 'schlecht bewertet: mit Vorsicht lesen',
  },
  times: { past: 'Vergangenheit', present: 'Gegenwart', future: 'Zukunft' },
  quoted,
  changes: (lost, gained) => `aus ${lost} wurde ${gained}`,
  leavesOut: (lost) => `lässt ${lost} weg`,
  adds: (gained) => `fügt ${gained} hinzu`,
});

const words = ['', 'eine', 'zwei', 'drei', 'vier'];

const scarcities: Readonly<Record<Scarcity, string>> = {
  wishes: 'Was Sie vermeiden oder verlangen, lässt nicht mehr Raum.',
  short: 'Ein so kurzer oder so fester Satz lässt sich kaum anders sagen.',
  alike: 'Die anderen Funde sind diesen sehr ähnlich oder weniger sicher richtig.',
  doubtful: 'Die anderen Funde sind wohl falsch.',
};

function fates(counts: Counts): string {
  const { unfinished, copies, duplicates, banned, unmet, invariants, unlikely, aboveThreshold, unscored, accepted } = counts;
  const kinds = Object.entries(invariants) as [FindingKind, number][];
  const parts: readonly (readonly [number, string])[] = [
    [accepted, 'gut genug'],
    [duplicates, 'doppelt'],
    [copies, 'wie das Original'],
    [unfinished, 'ohne Ende'],
    [banned, 'mit Vermiedenem'],
    [unmet, 'ohne Verlangtes'],
    ...kinds.map(([kind, count]) => [count, `verworfen: ${finding({ kind })}`] as const),
    [unlikely, 'von der Qualitätsschätzung verworfen'],
    [aboveThreshold, 'vom Wert verworfen'],
    [unscored, 'nicht genauer angesehen'],
  ];
  return parts.filter(([count]) => count > 0).map(([count, what]) => `${number.format(count)} ${what}`).join(', ');
}

/** Names the button of a way out of an empty set. */
function wayOut(way: WayOut): string {
  switch (way.kind) {
    case 'allow': return `„${way.phrase}“ wieder erlauben`;
    case 'drop': return `„${way.phrase}“ nicht mehr verlangen`;
    case 'no-style': return 'Ohne Stil versuchen';
    case 'closer': return 'Kleinere Änderungen versuchen';
    case 'again': return 'Noch einmal versuchen';
  }
}

export const cards: CardMessages['cards'] = {
  changed: (changed, words) => `${number.format(changed)} von ${counted(words, 'Wort', 'Wörtern')} geändert`,
  outside: (share) =>
    share === 0 ? 'alle Wörter in Ihrer Liste' : `${number.format(Math.round(100 * share))} % der Wörter nicht in Ihrer Liste`,
  verdicts: { same: 'Gleiche Bedeutung', check: 'Prüfen', doubtful: 'Weniger sicher' },
  best: 'Am besten',
  othersList: 'Weitere Umformulierungen, von nah bis frei',
  standings: { close: 'Nah dran', between: 'Mittel', bold: 'Frei' },
  use: 'Übernehmen',
  useNumber: (index) => `Übernehmen: Umformulierung ${number.format(index)}`,
  used: 'In Ihrem Text',
  usedNumber: (index) => `In Ihrem Text: Umformulierung ${number.format(index)}`,
  tools: (index) => `Mehr zu Umformulierung ${number.format(index)}`,
  words: { lock: 'Festhalten', like: 'Ähnlich', different: 'Anders', copy: 'Kopieren' },
  lock: (index) => `Umformulierung ${number.format(index)} festhalten`,
  lockHint: 'Festhalten: Sie bleibt, wenn andere entstehen',
  like: (index) => `Ähnlich wie Umformulierung ${number.format(index)}`,
  likeHint: 'Mehr davon: verlangt die Wörter, die sie hereinbringt',
  different: (index) => `Anders als Umformulierung ${number.format(index)}`,
  differentHint: 'Anderes: vermeidet die Wörter, die sie hereinbringt',
  lockedButBanned: (phrases) => `Festgehalten, obwohl zu Vermeidendes darin steht: ${quoted(phrases)}.`,
  lockedButMissing: (phrases) => `Festgehalten, obwohl Verlangtes darin fehlt: ${quoted(phrases)}.`,
  copy: (index) => `Umformulierung ${number.format(index)} kopieren`,
  details: 'Details',
  detailsOf: (index) => `Details zu Umformulierung ${number.format(index)}`,
  title: (index) => `Umformulierung ${number.format(index)}: `,
  wordsOf: (index) => `Wörter der Umformulierung ${number.format(index)}: eines wählen, um damit etwas zu tun`,
  word: (word, changed) => (changed ? `${word}, geändert` : word),
  wordHint: 'Ein Klick auf ein Wort zeigt, was sonst dort stehen kann; dort lässt es sich auch vermeiden oder verlangen',
  leftOut: 'Weggelassen:',
  meaning: 'Vorhergesagte Ähnlichkeit der Bedeutung',
  ofHundred: (value) => `${number.format(Math.round(value))} von 100`,
  forward: 'Umformulierung bei gegebener Quelle',
  backward: 'Quelle bei gegebener Umformulierung',
  score: 'Summe',
  cluster: 'Gruppe',
  nats: (value) => twoDigits.format(value),
  right: 'Wahrscheinlich richtig',
  percent: (share) => `${number.format(Math.round(100 * share))} %`,
  distance: 'Andere Wörter',
  unit: 'Nats je Wortstück, niedriger ist besser.',
  mine: 'Ihre',
  ownList: 'Ihre eigenen Umformulierungen',
  ownLabel: 'Eigene Fassung prüfen',
  ownPlaceholder: 'Sagen Sie es auf Ihre Art',
  ownScore: 'Prüfen',
  early: 'Erste Funde – die besten werden noch ausgesucht',
  draft: 'Schneller Entwurf: Bessere folgen',
  stale: 'Neue Umformulierungen entstehen; diese sind von vor Ihrer Änderung.',
  how: 'Wie diese entstanden sind',
  counts: (counts) => `${number.format(counts.sampled)} gezogen: ${fates(counts)}.`,
  sets: (count) => `Gesucht wurden sie in ${counted(count, 'Versuch', 'Versuchen')}:`,
  setBans: (phrases) => (phrases.length === 0 ? 'Nichts vermieden' : `Ohne ${quoted(phrases)}`),
  setRequires: (phrases) => `mit ${quoted(phrases)}`,
  setOpening: (openings) =>
    openings.length === 1
      ? `nicht mit „${openings[0]?.join(' ') ?? ''}“ am Anfang`
      : openings.map(([word = ''], at) => `${number.format(at + 1)}. Wort nicht „${word}“`).join(', '),
  took: (milliseconds) => `${oneDigit.format(milliseconds / 1000)} s`,
  finding,
  unmetHeading: 'Nicht erfüllt',
  unmet: (phrases, reason) => `${quoted(phrases)}: ${remark(reason)}`,
  conflict: (phrase, banned) =>
    phrase === banned
      ? `„${phrase}“ kann nicht zugleich vermieden und verlangt werden.`
      : `„${phrase}“ ist verlangt, enthält aber „${banned}“, das vermieden wird.`,
  none: 'Keine sichere Umformulierung gefunden',
  ofAnother: 'Es gibt bessere Umformulierungen.',
  anew: 'Jetzt machen',
  otherLanguage: (code) => `Das sieht nach ${kinds[code] ?? languages.of(code) ?? code} aus`,
  otherLanguageAdvice: 'Otherwise formuliert Englisch um. Aus anderen Sprachen macht es Unsinn.',
  anyway: 'Trotzdem umformulieren',
  showDoubtful: (count) => (count === 1 ? 'Eine weniger sichere zeigen' : `${number.format(count)} weniger sichere zeigen`),
  hideDoubtful: 'Die weniger sicheren verbergen',
  doubtfulList: 'Weniger sichere Umformulierungen',
  noneAdvice: (less) => (less ? 'Prüfen Sie die weniger sicheren selbst, oder ändern Sie, was Sie verlangen:' : 'Versuchen Sie es so:'),
  wayOut,
  left: (count) =>
    `${counted(count, 'gute Umformulierung ist', 'gute Umformulierungen sind')} nicht im gewählten Stil und nicht zu sehen.`,
  reached: (count, of) =>
    `${counted(count, 'Wort', 'Wörter')} statt ${number.format(of)} (${change.format(count / of - 1).replace('-', '−')})`,
  corrections: 'Korrekturen',
  noSlips: 'Keine Fehler gefunden',
  noSlipsAdvice:
    'Rechtschreibung und Grammatik dieses Satzes sehen richtig aus. Wählen Sie einen anderen Stil, um Umformulierungen zu sehen.',
  noneServes: (aim) => `Nichts gefunden für „${aim}“`,
  few: (count, why) => `Nur ${words[count] ?? number.format(count)}: ${scarcities[why]}`,
};
