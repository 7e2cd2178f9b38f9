import type { Messages } from '../types.ts';
import { counted, number } from './formats.ts';

export const review: Messages['review'] = {
  open: 'Prüfen und sichern',
  title: 'Prüfen und sichern',
  copy: 'Text kopieren',
  saveText: 'Als .txt sichern',
  saveSession: 'Sitzungsdatei sichern',
  saveChanges: 'Liste der Änderungen sichern',
  copyLink: 'Link kopieren',
  view: 'Ansicht',
  views: { list: 'Änderungen', whole: 'Ganzer Text' },
  count: (changed, sentences) => `${number.format(changed)} von ${counted(sentences, 'Satz', 'Sätzen')} ersetzt`,
  before: 'Vorher',
  after: 'Jetzt',
  beforeOf: (index) => `Satz ${number.format(index)}, vorher: `,
  afterOf: 'Jetzt: ',
  goTo: (index) => `Zu Satz ${number.format(index)}`,
  restore: 'Zurückholen',
  restoreOf: (index) => `Ursprünglichen Satz ${number.format(index)} zurückholen`,
  none: 'Noch ist nichts ersetzt',
  noneAdvice: 'Sätze, die Sie durch eine Umformulierung ersetzen, erscheinen hier neben dem, was sie waren.',
  tableHead: ['Satz', 'Vorher', 'Jetzt'],
};
