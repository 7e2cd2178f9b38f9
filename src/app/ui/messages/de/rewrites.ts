import type { Fixed } from '../../../state/review/review.ts';
import type { Messages } from '../types.ts';

const fixed: Readonly<Record<Fixed, string>> = {
  greeting: 'eine Anrede', signature: 'eine Unterschrift', heading: 'eine Überschrift', quotation: 'ein Zitat', word: 'ein einzelnes Wort',
  line: 'kein Satz',
};

export const rewrites: Messages['rewrites'] = {
  heading: 'Umformulierungen',
  go: 'Umformulieren',
  again: 'Mehr',
  againLong: 'Mehr Umformulierungen dieses Satzes',
  emptyTitle: 'Fünfmal anders gesagt',
  emptyText:
    'Klicken Sie in einen Satz Ihres Textes, und hier sehen Sie fünf Umformulierungen, die seine Bedeutung behalten und ' +
    'sich voneinander unterscheiden. Vermeiden Sie Wörter, die Sie nicht mehr lesen mögen, verlangen Sie solche, ' +
    'die Sie wollen.',
  fixed: (kind) => `Bleibt, wie es ist: ${fixed[kind]}`,
  fixedAdvice: 'Mit „Umformulieren“ wird es trotzdem umformuliert.',
  waiting: 'Bereit, wenn Sie es sind',
  waitingText: 'Drücken Sie „Umformulieren“ für den aktuellen Satz.',
  encode: 'Der Satz wird gelesen',
  sample: 'Andere Formulierungen werden gesucht',
  scoring: 'Bedeutungen werden verglichen',
};
