// First of all: it fixes the order of the cascade's layers, which the components' own styles refer to.
import './ui/styles/base.css';
import './ui/styles/tokens.css';
import './ui/styles/controls.css';
import { mount } from 'svelte';
import { createParaphraseWorker } from './client/create-worker.ts';
import { EngineClient } from './client/engine-client.ts';
import { GuardedClient } from './client/guarded-client.ts';
import { StandInClient } from './client/stand-in-client.ts';
import { CrashGuard } from './platform/crash-guard.ts';
import { openPageStore } from './platform/database.ts';
import { languageFor, rememberedLanguage } from './platform/language.ts';
import { onLaunchFiles } from './platform/launch-files.ts';
import { AUTOMATIC, planOf } from './platform/model-plan.ts';
import { isMetered } from './platform/network.ts';
import { registerServiceWorker, reloadForIsolation } from './platform/service-worker-registration.ts';
import { holdsModel, modelBytes } from './platform/storage.ts';
import { takeShared } from './platform/take-shared.ts';
import { rememberedTheme, showTheme } from './platform/theme.ts';
import { AppState } from './state/app.svelte.ts';
import App from './ui/App.svelte';
import { speak } from './ui/messages.ts';

/** Another bundled model is chosen by `?model=tiny`; anything but a plain folder name is not heard. */
function modelOfAddress(): string {
  const wanted = new URL(location.href).searchParams.get('model') ?? AUTOMATIC;
  return /^[a-z0-9-]{1,40}$/u.test(wanted) ? wanted : AUTOMATIC;
}

async function start(): Promise<void> {
  showTheme(rememberedTheme());
  // Before the first paint; without the strings of that language the page speaks English.
  await speak(languageFor(rememberedLanguage())).catch(() => undefined);
  const guard = new CrashGuard();
  const client = new StandInClient(
    () => new GuardedClient(new EngineClient(createParaphraseWorker), guard),
    (wanted) => planOf(wanted, guard.careful),
  );
  const app = new AppState(client, modelOfAddress(), () => performance.now());
  const target = document.getElementById('app');
  if (target === null) throw new Error('index.html has no element with the id "app".');
  mount(App, { target, props: { app } });
  app.listen();
  await guard.open();
  if (guard.careful) {
    app.trust = () => {
      guard.forgive();
      app.trust = undefined;
      void app.load();
    };
  }
  await app.open(await openPageStore());
  const shared = await takeShared();
  if (shared.text !== '') await app.receive(shared.text);
  await app.exchange.openShared(shared.files);
  await app.exchange.openLink();
  onLaunchFiles((file) => app.exchange.openFile(file));
  addEventListener('hashchange', () => void app.exchange.openLink());

  // In development Vite serves everything, and a service worker would hide changes.
  if (import.meta.env.PROD) {
    // Without a service worker the page works too, only not offline: a refusal (private window) is no reason to stop.
    await registerServiceWorker('./service-worker.js', (apply, taken) => {
      app.update = apply;
      app.updateTaken = taken;
    }).catch(() => undefined);
    // Whoever has begun to write is not interrupted: one thread is enough until the next visit.
    if (app.history.version === 0 && reloadForIsolation()) return;
  }
  const asked = isMetered() ? (await planOf(app.wanted, guard.careful)).first : undefined;
  if (asked !== undefined && !(await holdsModel(asked))) app.engine.askFirst(await modelBytes(asked));
  else await app.load();
}

void start();
