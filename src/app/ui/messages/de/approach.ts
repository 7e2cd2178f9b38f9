import { systems, type System } from '../../../state/rewrites/approach.ts';
import type { Messages } from '../types.ts';
import { number } from './formats.ts';

const list = new Intl.ListFormat('de', { type: 'conjunction' });
const ordinals = ['', 'zweit', 'dritt'];
const counts = ['kein Wort', 'ein Wort', 'zwei Wörter', 'drei Wörter'];
const forms = (variants: boolean): string => (variants ? ', in allen Formen' : '');

/** Das seltenste und das drittseltenste Wort. */
function ranked(ranks: readonly number[], end: 'highest' | 'lowest'): string {
  const most = end === 'highest' ? 'seltenste' : 'häufigste';
  return `${list.format(ranks.map((rank) => `das ${ordinals[rank] ?? ''}${most}`))} Wort`;
}

const substitutes = {
  equivalence: 'ein gleichbedeutendes',
  forward: 'ein allgemeineres',
  reverse: 'ein genaueres',
} as const;

/** Was eines von ParaBanks Systemen tut, in einfachen Worten. */
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

export const approach: Messages['approach'] = {
  label: 'Verfahren',
  modes,
  hints: {
    otherwise: 'Unser eigenes: fünf Umformulierungen, die die Bedeutung behalten und sich voneinander unterscheiden.',
    parabank2: 'ParaBank 2 auf den Buchstaben genau: 150 Stichproben, nichts geprüft oder weggelassen; es dauert länger.',
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
    const known = systems.find((one) => String(one.number) === which);
    if (known !== undefined) return `System ${which} – ${described(known.system)}`;
    return which === 'parabank2' ? modes.parabank2 : modes.otherwise;
  },
};
