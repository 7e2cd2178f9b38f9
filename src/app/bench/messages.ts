import type { Language } from '../platform/language.ts';

/** The strings of the page, in one language. */
export interface Strings {
  readonly title: string;
  readonly about: string;
  /** Says what a measurement leaves in the browser. */
  readonly storage: string;
  readonly begin: string;
  /** Says that the page is not isolated, so that WebAssembly has one thread. */
  readonly single: string;
  readonly unknown: (part: string) => string;
  readonly loading: (model: string, device: string) => string;
  readonly done: (model: string, device: string, count: number, all: number) => string;
  readonly ended: string;
  readonly copy: string;
  readonly copied: string;
  readonly refused: string;
  readonly table: string;
}

const en: Strings = {
  title: 'How fast is this machine?',
  about:
    'The button loads the small and the large model, rewrites ten sentences with each, on the graphics card and on the processor, and ' +
    'takes the time. That takes some minutes, and on a first visit up to 115 MB are loaded. Nothing is sent anywhere: copy the table ' +
    'below, and give it to whom you like.',
  storage:
    'The models stay in the browser: up to 115 MB as they are loaded, and up to 405 MB more, unpacked for both devices. “Delete stored ' +
    'models” in the settings of Otherwise frees this space. On a first visit, unpacking and storing count in the time of loading.',
  begin: 'Measure',
  single: 'The browser allows this page only one thread, so rewriting on the processor takes longer here than in a page with several.',
  unknown: (part) =>
    `The address asks for “${part}”, which is unknown. It can name models (model=small) and the devices webgpu and wasm (device=wasm).`,
  loading: (model, device) => `${model} on ${device}: loading.`,
  done: (model, device, count, all) => `${model} on ${device}: ${count} of ${all} sentences.`,
  ended: 'Done.',
  copy: 'Copy the table',
  copied: 'Copied.',
  refused: 'The browser refuses to copy. Select the table and copy it yourself.',
  table: 'What was measured',
};

const de: Strings = {
  title: 'Wie schnell ist dieser Rechner?',
  about:
    'Der Knopf lädt das kleine und das große Modell, lässt jedes zehn Sätze umformulieren, auf der Grafikkarte und auf dem ' +
    'Prozessor, und misst die Zeit. Das dauert einige Minuten, und beim ersten Besuch werden bis zu 115 MB geladen. Es wird nichts ' +
    'gesendet: Kopieren Sie die Tabelle, und geben Sie sie weiter, wenn Sie möchten.',
  storage:
    'Die Modelle bleiben im Browser: bis zu 115 MB, wie sie geladen werden, und bis zu 405 MB mehr, für beide Geräte entpackt. ' +
    '„Gespeicherte Modelle löschen“ in den Einstellungen von Otherwise gibt diesen Platz frei. Beim ersten Besuch zählen Entpacken ' +
    'und Speichern zur Ladezeit.',
  begin: 'Messen',
  single: 'Der Browser erlaubt dieser Seite nur einen Thread. Darum dauert es auf dem Prozessor länger als in einer Seite mit mehreren.',
  unknown: (part) =>
    `Die Adresse verlangt „${part}“, aber das ist unbekannt. Sie kann Modelle nennen (model=small) und die Geräte webgpu und wasm ` +
    '(device=wasm).',
  loading: (model, device) => `${model} auf ${device}: wird geladen.`,
  done: (model, device, count, all) => `${model} auf ${device}: ${count} von ${all} Sätzen.`,
  ended: 'Fertig.',
  copy: 'Tabelle kopieren',
  copied: 'Kopiert.',
  refused: 'Der Browser erlaubt das Kopieren nicht. Markieren Sie die Tabelle, und kopieren Sie sie selbst.',
  table: 'Was gemessen wurde',
};

/** The strings of the page by its language. */
export const stringsOf: Readonly<Record<Language, Strings>> = { en, de };
