import { openApp } from './open-app.ts';
import { onLaunchFiles } from './platform/launch-files.ts';
import { isMetered } from './platform/network.ts';
import { registerServiceWorker, reloadForIsolation } from './platform/service-worker-registration.ts';
import { holdsModel, modelBytes } from './platform/storage.ts';
import { takeShared } from './platform/take-shared.ts';

async function start(): Promise<void> {
  const { app, plan } = await openApp();
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
    // Whoever has begun to do something is not interrupted: one thread is enough until the next visit.
    const isUntouched = app.history.version === 0 && !navigator.userActivation?.hasBeenActive;
    if (isUntouched && reloadForIsolation()) return;
  }
  const asked = isMetered() ? (await plan()).first : undefined;
  if (asked !== undefined && !(await holdsModel(asked))) app.engine.askFirst(await modelBytes(asked));
  else await app.load();
}

void start();
