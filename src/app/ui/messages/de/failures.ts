import type { ErrorCode } from '../../../../core/errors.ts';
import type { Messages } from '../types.ts';
import { number } from './formats.ts';

const failures: Partial<Record<ErrorCode, Omit<ReturnType<Messages['failure']>, 'known'>>> = {
  'text-empty': { title: 'Hier gibt es nichts umzuformulieren', advice: 'Klicken Sie in einen Satz.' },
  'text-too-long': { title: 'Dieser Satz ist zu lang', advice: 'Teilen Sie ihn auf: So viel fasst das Modell nicht auf einmal.' },
  'nothing-to-rewrite': {
    title: 'Hier gibt es keine Wörter umzuformulieren',
    advice: 'Zahlen und Zeichen bleiben, wie sie sind. Wählen Sie einen Satz mit Wörtern.',
  },
  'model-not-found': {
    title: 'Das Modell fehlt',
    advice: 'Die Dateien des Modells sind nicht dort, wo die Seite sie sucht. Laden Sie die Seite neu.',
  },
  'model-corrupt': {
    title: 'Das Modell kam unvollständig an',
    advice: 'Der Download ist unvollständig. Löschen Sie, was davon gespeichert ist, und laden Sie es noch einmal.',
  },
  'model-download': {
    title: 'Das Modell konnte nicht heruntergeladen werden',
    advice: 'Prüfen Sie die Verbindung, und versuchen Sie es noch einmal; was angekommen ist, bleibt erhalten.',
  },
  'model-unsupported': {
    title: 'Das Modell läuft hier nicht',
    advice:
      'Ihre Texte sind sicher und lassen sich bearbeiten und sichern. Erlauben Sie dieser Seite WebAssembly, ' +
      'oder nehmen Sie einen anderen Browser, um Umformulierungen zu bekommen.',
  },
  'no-webgpu': { title: 'Dieser Browser hat kein brauchbares WebGPU', advice: 'Der Prozessor kann es auch, nur langsamer.' },
  'device-lost': {
    title: 'Die Grafikeinheit ging verloren',
    advice: 'Ein Neustart half nicht. Der Prozessor kann weitermachen, nur langsamer.',
  },
  'self-test-failed': { title: 'Diese Grafikeinheit rechnet falsch', advice: 'Der Prozessor rechnet richtig.' },
  'out-of-memory': {
    title: 'Der Arbeitsspeicher reicht nicht',
    advice:
      'Schließen Sie andere Tabs, oder ziehen Sie weniger Stichproben: Die Umformulierungen werden etwas schlechter, der Text ist sicher.',
  },
  'no-storage': {
    title: 'Der Browser verweigert den Speicher',
    advice: 'Schaffen Sie Platz, oder machen Sie weiter: Das Modell wird dann bei jedem Besuch neu geladen.',
  },
};

/** Gives title and advice for an error code. */
export const failure: Messages['failure'] = (code) => {
  const words = failures[code];
  if (words !== undefined) return { ...words, known: true };
  return {
    title: 'Das hat nicht geklappt',
    advice: 'Versuchen Sie es noch einmal. Geschieht es wieder, laden Sie die Seite neu: Ihr Text bleibt erhalten.',
    known: false,
  };
};

export const excess: Messages['excess'] = ({ words, most }) =>
  `Das Modell fasst etwa ${number.format(most)} Wörter auf einmal, dieser Satz hat ${number.format(words)}.`;

export const remedies: Messages['remedies'] = {
  'fewer-samples': 'Weniger Stichproben ziehen',
  wasm: 'Den Prozessor nehmen (WASM)',
  'fetch-anew': 'Löschen und neu laden',
  split: 'Aufteilen',
};
