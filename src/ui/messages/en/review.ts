import { counted, number } from './formats.ts';

export const review = {
  open: 'Review and export',
  title: 'Review and export',
  copy: 'Copy text',
  saveText: 'Save as .txt',
  saveSession: 'Save session file',
  saveChanges: 'Save list of changes',
  copyLink: 'Copy link',
  view: 'View',
  views: { list: 'Changes', whole: 'Whole text' },
  count: (changed: number, sentences: number) => `${number.format(changed)} of ${counted(sentences, 'sentence', 'sentences')} replaced`,
  before: 'Before',
  after: 'Now',
  beforeOf: (index: number) => `Sentence ${number.format(index)}, before: `,
  afterOf: 'Now: ',
  goTo: (index: number) => `Go to sentence ${number.format(index)}`,
  restore: 'Restore',
  restoreOf: (index: number) => `Restore the original of sentence ${number.format(index)}`,
  none: 'Nothing is replaced yet',
  noneAdvice: 'Sentences you replace by a rewrite appear here, beside what they were.',
  tableHead: ['Sentence', 'Before', 'Now'] as readonly [string, string, string],
};
