import './bench.css';
import { WorkerRewriter } from '../../engine/client/worker-rewriter.ts';
import { copyText } from '../platform/clipboard.ts';
import { languageFor, rememberedLanguage } from '../platform/language.ts';
import { registerServiceWorker, reloadForIsolation } from '../platform/service-worker-registration.ts';
import { createParaphraseWorker } from '../workers/create-worker.ts';
import { measure } from './measure.ts';
import { stringsOf, type Strings } from './messages.ts';
import { cellsOf, COLUMNS, type BenchResult, type BenchFailure, tableOf } from './table.ts';
import { tasksOf, type BenchTask } from './tasks.ts';

function added<K extends keyof HTMLElementTagNameMap>(parent: HTMLElement, name: K, text = ''): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.textContent = text;
  parent.append(element);
  return element;
}

async function start(main: HTMLElement): Promise<void> {
  const language = languageFor(rememberedLanguage());
  const strings = stringsOf[language];
  document.documentElement.lang = language;
  document.title = `Otherwise – ${strings.title}`;
  added(main, 'h1', strings.title);
  added(main, 'p', strings.about);
  added(main, 'p', strings.storage);
  const begin = added(main, 'button', strings.begin);
  begin.disabled = true;
  const state = added(main, 'p');
  state.role = 'status';
  const wide = added(main, 'div');
  wide.className = 'wide';
  const copy = added(main, 'button', strings.copy);
  copy.hidden = true;
  const tasks = tasksOf(new URLSearchParams(location.search));
  if ('unknown' in tasks) {
    state.textContent = strings.unknown(tasks.unknown);
    return;
  }
  let found: readonly (BenchResult | BenchFailure)[] = [];
  copy.addEventListener('click', () => void copyText(tableOf(found, navigator.userAgent)).then((taken) => {
    state.textContent = taken ? strings.copied : strings.refused;
  }));
  begin.addEventListener('click', () => {
    begin.disabled = true;
    copy.hidden = true;
    wide.replaceChildren();
    found = [];
    void measureAll(tasks, strings, state, (rows) => {
      found = rows;
      show(wide, strings.table, rows);
    }).finally(() => {
      begin.disabled = false;
      copy.hidden = found.length === 0;
    });
  });
  if (await isReloading()) return;
  if (!crossOriginIsolated) state.textContent = strings.single;
  begin.disabled = false;
}

/** Takes the service worker, which isolates the page where the host does not. @returns true when the page is about to reload for that */
async function isReloading(): Promise<boolean> {
  // The server of development isolates the page by itself, and a service worker would hide changes.
  if (!import.meta.env.PROD) return false;
  // An update is the app's to offer. Without a service worker the page measures too, with one thread.
  await registerServiceWorker('./service-worker.js', () => undefined).catch(() => undefined);
  return reloadForIsolation();
}

/** Measures one task after the other, saying in `state` how far it is; `onRow` gets all rows after each task. */
async function measureAll(
  tasks: readonly BenchTask[], strings: Strings, state: HTMLElement, onRow: (found: readonly (BenchResult | BenchFailure)[]) => void,
): Promise<void> {
  const found: (BenchResult | BenchFailure)[] = [];
  for (const task of tasks) {
    found.push(await measure(task, {
      create: () => new WorkerRewriter(createParaphraseWorker()),
      now: () => performance.now(),
      onProgress: ({ model, device }, done, all) => {
        state.textContent = done === 0 ? strings.loading(model, device) : strings.done(model, device, done, all);
      },
    }));
    onRow(found);
  }
  state.textContent = strings.ended;
}

/** Draws the table anew. */
function show(parent: HTMLElement, title: string, found: readonly (BenchResult | BenchFailure)[]): void {
  parent.replaceChildren();
  const table = added(parent, 'table');
  added(table, 'caption', title);
  const head = added(added(table, 'thead'), 'tr');
  for (const column of COLUMNS) added(head, 'th', column).scope = 'col';
  const body = added(table, 'tbody');
  for (const one of found) {
    const row = added(body, 'tr');
    for (const cell of cellsOf(one, navigator.userAgent)) added(row, 'td', cell);
  }
}

const place = document.querySelector<HTMLElement>('#bench');
if (place) void start(place);
