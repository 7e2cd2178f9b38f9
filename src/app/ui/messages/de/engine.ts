import type { FirstLoad } from '../../../state/engine/first-load.ts';
import type { Messages } from '../types.ts';
import { bytes, counted, duration, oneDigit } from './formats.ts';
import { remark } from './remarks.ts';

const sizes: Readonly<Record<FirstLoad, string>> = {
  small: ' (27 MB)', base: ' (84 MB)', both: ', 27 MB für schnelle Entwürfe, danach 84 MB für bessere',
};
const unpacked = ', entpackt bis zu 330 MB,';

export const engine: Messages['engine'] = {
  ready: 'Bereit',
  idle: 'Startet',
  loadingShort: (percent) => (percent === undefined ? 'Lädt' : `Lädt ${percent} %`),
  failed: 'Kein Modell',
  stopped: 'Laden angehalten',
  consent: 'Modell nicht geladen',
  heading: 'Das Modell',
  loadTitle: 'Das Modell wird vorbereitet',
  firstTime: (models) =>
    `Wird einmal geladen${models ? sizes[models] : ''}. Danach liegt es auf Ihrem Gerät${models ? unpacked : ''} und läuft auch offline.`,
  fromStore: 'Aus dem Speicher Ihres Geräts.',
  connect: 'Wird gestartet',
  download: 'Modell herunterladen',
  reading: 'Modell lesen',
  unpack: 'Einrichten (1 von 3)',
  compile: 'Einrichten (2 von 3)',
  selfTest: 'Einrichten (3 von 3)',
  bytes: (loaded, total) => `${bytes(loaded)} von ${bytes(total)}`,
  rate: (perSecond) => `${bytes(perSecond)}/s`,
  left: (seconds) => `noch ${duration(seconds)}`,
  consentTitle: 'Modell laden?',
  consentText: (size) =>
    `Ihre Verbindung wird offenbar nach Menge abgerechnet. Das Modell${size > 0 ? ` (${bytes(size)})` : ''} wird einmal geladen ` +
    'und bleibt dann auf Ihrem Gerät.',
  load: 'Modell laden',
  device: 'Gerät',
  webgpu: 'WebGPU',
  wasm: 'WASM',
  deviceName: (device, name, threads) => (device === 'wasm' ? counted(threads, 'Thread', 'Threads') : name),
  model: 'Modell',
  budget: 'Aufwand',
  budgetValue: (sets, samples) => `${sets} × ${samples} Stichproben je Satz, einige mehr ohne Vorgaben`,
  loadTime: 'Geladen in',
  seconds: (seconds) => `${oneDigit.format(seconds)} s`,
  fallback: (reason) => `WebGPU wird nicht benutzt: ${remark(reason)}`,
};
