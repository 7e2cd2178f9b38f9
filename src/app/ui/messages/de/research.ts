import { systems, type System } from '../../../state/settings/approach.ts';
import type { ResearchMessages } from '../types.ts';
import { bytes, number } from './formats.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const ordinals = ['', 'zweit', 'dritt'];
const counts = ['kein Wort', 'ein Wort', 'zwei Wörter', 'drei Wörter'];
const forms = (variants: boolean): string => (variants ? ', in allen Formen' : '');

/** Nennt das seltenste und das drittseltenste Wort. */
function ranked(ranks: readonly number[], end: 'highest' | 'lowest'): string {
  const most = end === 'highest' ? 'seltenste' : 'häufigste';
  return `${list.format(ranks.map((rank) => `das ${ordinals[rank] ?? ''}${most}`))} Wort`;
}

const substitutes = {
  equivalence: 'ein gleichbedeutendes',
  forward: 'ein allgemeineres',
  reverse: 'ein genaueres',
} as const;

/** Beschreibt in einfachen Worten, was eines von ParaBanks Systemen tut. */
function described(system: System): string {
  switch (system.kind) {
    case 'ranked':
      return `Vermeidet ${ranked(system.ranks, system.end)}${forms(system.variants)}`;
    case 'random':
      return `Vermeidet zufällig ${counts[system.count] ?? ''}${forms(system.variants)}`;
    case 'none':
      return 'Ohne Vorgaben: die wahrscheinlichste Umformulierung';
    case 'positive':
      return `Verlangt ${ranked([system.rank], 'highest')}, ein Verb in anderer Form`;
    case 'opening':
      return `Beginnt anders: vermeidet ${system.count === 1 ? 'das erste Wort' : `die ersten ${counts[system.count] ?? ''}`} am Anfang`;
    case 'substitution':
      return `Ersetzt ein seltenes Wort durch ${substitutes[system.relation]}`;
  }
}

const modes = { otherwise: 'Otherwise', parabank2: 'ParaBank 2', parabank: 'ParaBank' };

export const approach: ResearchMessages['approach'] = {
  label: 'Verfahren',
  modes,
  hints: {
    otherwise: 'Unser eigenes: fünf Umformulierungen, die die Bedeutung behalten und sich voneinander unterscheiden.',
    parabank2: 'Die Schritte von ParaBank 2: 150 Stichproben, nichts geprüft oder weggelassen; es dauert länger.',
    parabank: 'Eines von ParaBanks 37 Systemen: das Beste, was seine Strahlsuche findet.',
  },
  systems: 'ParaBanks Systeme',
  search: 'Suchen: eine Nummer oder Wörter wie „seltenste“',
  found: (count) => (count === 0 ? 'Kein System ist so.' : `${number.format(count)} von ${number.format(systems.length)} Systemen`),
  system: (system) => described(system),
  example: (asked) => `Für Ihren Satz: ${asked}`,
  exampleOfSet: (asked) => `Für Ihren Satz zum Beispiel: ${asked}`,
  notHere: 'Ihr Satz hat keine solchen Wörter.',
  option: (which, words) => `${number.format(which)}: ${words}`,
  name: (which) => {
    if (which === 'in-text') return 'Nur in Ihrem Text';
    const known = systems.find((one) => String(one.number) === String(which));
    if (known !== undefined) return `System ${which} – ${described(known.system)}`;
    return which === 'parabank2' ? modes.parabank2 : modes.otherwise;
  },
};

export const research: ResearchMessages['research'] = {
  measure: 'Messen und bewerten',
  many: 'Viele Sätze auf einmal',
  hint: 'Um einen Text umzuformulieren, braucht das niemand.',
  measureHint:
    'Wie treu und wie verschieden die Umformulierungen Ihres Textes sind, in den Zahlen der Aufsätze; ' +
    'auch Menschen können urteilen.',
  manyHint:
    'Ein Satz je Zeile, eine Tabelle oder JSON-Zeilen, mit jedem der Systeme; ' +
    'alle Umformulierungen lassen sich als Tabelle sichern.',
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
};

export const spread: ResearchMessages['spread'] = {
  label: 'Treu oder vielfältig',
  stops: ['Am treuesten', 'Treu', 'Ausgewogen', 'Vielfältig', 'Am vielfältigsten'],
  notHere: 'Nur in unserem eigenen Verfahren: Die der Aufsätze haben eigene Zahlen.',
};

export const hub: ResearchMessages['hub'] = {
  heading: 'Modelle von einem Hub',
  hint:
    'Jedes Modell, das Englisch umformuliert: ein Marian-, T5- oder BART-Export in ONNX oder ein kleines Chat-Modell. Erst wenn Sie ' +
    'eines nachschlagen, spricht die Seite mit seinem Host; der erfährt Ihre Adresse und den Namen des Modells, und nichts von dem, ' +
    'was Sie schreiben.',
  id: 'Kennung oder Adresse eines Modells',
  idHint: 'Zwei Übersetzer formulieren über eine andere Sprache um: pair:<in diese Sprache>,<zurück>.',
  idExample: 'besitzer/name',
  host: 'Adresse des Hubs',
  ask: 'Nachschlagen',
  asking: 'Der Hub wird gefragt …',
  loading: 'Das Modell wird geladen …',
  storing: 'Der Ordner wird gelesen …',
  licence: (licence) => (licence === undefined ? 'Lizenz: nicht angegeben' : `Lizenz: ${licence}`),
  languages: (languages) => (languages.length === 0 ? 'Sprachen: nicht angegeben' : `Sprachen: ${languages.join(', ')}`),
  fit: 'Es läuft auf dem Prozessor (WASM), und kein Schätzer beurteilt, was es schreibt: Wie gut das ist, hat niemand gemessen.',
  exports: 'Fassung',
  size: (dtype, size) => `${dtype}, ${bytes(size)}`,
  load: (size) => `Laden (${bytes(size)})`,
  failed: 'Dieses Modell ist nicht geladen. Das vorige antwortet weiter.',
  stored: 'Auf diesem Gerät',
  storedSize: (size, licence) => (licence === undefined ? bytes(size) : `${bytes(size)}, ${licence}`),
  unfinished: 'nicht vollständig',
  use: (name) => `${name} verwenden`,
  used: 'antwortet jetzt',
  remove: (name) => `${name} löschen`,
  folder: 'Einen Ordner wählen',
  folderHint: 'Oder den Ordner eines Exports hierher ziehen.',
};
