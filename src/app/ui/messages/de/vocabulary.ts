import type { VocabularyMessages } from '../types.ts';
import { counted, number } from './formats.ts';

export const vocabulary: VocabularyMessages['vocabulary'] = {
  heading: 'Wortschatz',
  hint:
    'Geben Sie eine Liste englischer Wörter vor, mit denen der Text auskommen soll: für eine Lesestufe, für Lernende oder in einer ' +
    'kontrollierten Sprache. Ein Wort, das darin fehlt, wird vermieden, wo die Liste ein anderes dafür hat, und keine ' +
    'Umformulierung bringt ein neues hinein. Zu jedem Wort der Liste gehören alle seine Formen. Bei jeder Umformulierung steht, wie ' +
    'viele ihrer Wörter nicht in der Liste sind.',
  use: (count) => `Bei meiner Liste bleiben (${counted(count, 'Wort', 'Wörter')})`,
  open: 'Liste öffnen',
  paste: 'Liste einfügen',
  pasted: 'Wörter, eines je Zeile',
  take: 'Diese Wörter verwenden',
  remove: 'Liste löschen',
  taken: (count, wrong) =>
    `${counted(count, 'Wort', 'Wörter')} gelesen.${wrong > 0 ? ` ${counted(wrong, 'Zeile', 'Zeilen')} ohne Wort ausgelassen.` : ''}`,
  removed: 'Die Liste ist gelöscht.',
  none: 'Darin steht kein Wort. Geben Sie ein Wort je Zeile an.',
  'too-many': (most) => `Das sind mehr als ${number.format(most)} Wörter. Geben Sie eine kürzere Liste an.`,
  'too-large': 'Die Datei ist zu groß für eine Wortliste.',
  'not-text': 'Das ist keine Textdatei. Speichern Sie die Liste als reinen Text (.txt), ein Wort je Zeile.',
  kept: 'Ihre Liste bleibt, wie sie war.',
};
