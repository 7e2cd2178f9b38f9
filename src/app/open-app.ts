// The base styles come first: they fix the order of the cascade's layers, which the components' own styles refer to.
import './ui/styles/base.css';
import './ui/styles/tokens.css';
import './ui/styles/controls.css';
import { mount } from 'svelte';
import { LaterClient } from '../engine/client/later-client.ts';
import { CrashGuard } from './platform/crash-guard.ts';
import { isCorpusGoing } from './platform/unfinished.ts';
import { openPageStore } from './platform/database.ts';
import { languageFor, rememberedLanguage } from './platform/language.ts';
import { AUTOMATIC, planOf } from './platform/model-plan.ts';
import { rememberedTheme, showTheme } from './platform/theme.ts';
import { AppState } from './state/app.svelte.ts';
import type { Host } from './state/host.svelte.ts';
import App from './ui/App.svelte';
import { speak } from './ui/messages.ts';

/** Returns the bundled model that the address names (`?model=tiny`); the automatic choice where it names no plain folder. */
function modelOfAddress(): string {
  const wanted = new URL(location.href).searchParams.get('model') ?? AUTOMATIC;
  return /^[a-z0-9-]{1,40}$/u.test(wanted) ? wanted : AUTOMATIC;
}

/** The app in this page, and the models that it would load now. */
interface Opened {
  readonly app: AppState;
  readonly plan: () => ReturnType<typeof planOf>;
}

/**
 * Shows the app with the texts of the last visit; its model is not loaded yet. `beside`: the browser around it, when it
 * stands in a panel beside other pages, whose selection it takes.
 * @throws Error when the page has no place for it
 */
export async function openApp(beside?: Host): Promise<Opened> {
  showTheme(rememberedTheme());
  // The language is set before the first paint; without the strings of that language the page speaks English.
  await speak(languageFor(rememberedLanguage())).catch(() => undefined);
  const guard = new CrashGuard();
  const client = new LaterClient(async () => (await import('./engine.ts')).supervisedEngine(guard));
  const app = new AppState(client, modelOfAddress(), () => performance.now());
  const host = beside && new (await import('./state/host.svelte.ts')).HostState(beside, app);
  const target = document.getElementById('app');
  if (target === null) throw new Error('index.html has no element with the id "app".');
  mount(App, { target, props: { app, host } });
  app.listen();
  // A browser closes its panel without a word, which would look like a death.
  if (beside === undefined) await guard.open();
  if (guard.careful) {
    app.trust = () => {
      guard.forgive();
      app.trust = undefined;
      void app.load();
    };
  }
  await app.open(await openPageStore());
  await host?.pick();
  if (isCorpusGoing()) void import('./state/corpus/corpus.svelte.ts').then(({ corpusOf }) => corpusOf(app).open()).catch(() => undefined);
  return { app, plan: () => planOf(app.wanted, guard.careful) };
}
