import type { HubMessages } from '../types.ts';
import { bytes } from './formats.ts';

export const hub: HubMessages['hub'] = {
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
