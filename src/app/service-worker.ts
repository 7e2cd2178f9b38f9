import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { FileStore } from './platform/file-store.ts';
import { keepShared } from './platform/shared.ts';
import { isOfBuild } from './platform/shell-answer.ts';
import { hubOf } from '../engine/engine-address.ts';
import { contentPolicy, isolationHeaders, policyWithHub } from '../engine/policy.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[] };

/** A waiting worker asks again to become the active one after this many ms. */
const AGAIN_AFTER = 1000;
const store = new FileStore(matchPrecache);
const scope = new URL(self.registration.scope);

/**
 * Static hosts send no headers: with the first ones the runtime may use several threads, the last one binds workers,
 * which no page's policy does.
 */
const headersOfAll = { ...isolationHeaders, 'Content-Security-Policy': contentPolicy };

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  // No request to another origin is ever made by this page, but to a hub whose model was asked for: refuse it here too.
  if (url.origin !== scope.origin) {
    event.respondWith(beyond(event));
    return;
  }
  if (event.request.method === 'POST' && url.pathname === `${scope.pathname}share`) {
    event.respondWith(event.request.formData().then(async (form) => Response.redirect((await keepShared(form, scope)).href, 303)));
    return;
  }
  if (event.request.method !== 'GET' || !url.pathname.startsWith(scope.pathname)) return;
  event.stopImmediatePropagation();
  event.respondWith(
    answer(event.request, url).catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === 'AbortError') return Response.error();
      // A store that is broken or refused costs the offline mode, not the page.
      return fetchPlainly(event.request);
    }),
  );
});

const shell = self.__WB_MANIFEST;
const shellFiles = shell.map((entry) => (typeof entry === 'string' ? entry : entry.url));
// A network that wants somebody to sign in answers with a page of its own: then nothing is installed, and the next visit tries again.
addPlugins([{ cacheWillUpdate: async ({ request, response }) => ((await isOfBuild(request, response, shellFiles)) ? response : null) }]);
// The listener above answers everything itself; this one installs the shell and keeps it up to date.
precacheAndRoute(shell);
cleanupOutdatedCaches();

self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), store.sweep()])));

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') event.waitUntil(takeOver());
  if (event.data === 'make-way') store.breakOff();
});

/**
 * Takes the place of the active worker. The browser lets the active worker finish its requests, Chromium for up to five minutes
 * (https://github.com/w3c/ServiceWorker/issues/1295), so that worker is told to break off its downloads. A request at the wrong moment can
 * undo `skipWaiting`, so it is repeated until no worker waits.
 */
async function takeOver(): Promise<void> {
  while (self.registration.waiting !== null) {
    self.registration.active?.postMessage('make-way');
    void self.skipWaiting();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

async function answer(request: Request, url: URL): Promise<Response> {
  const path = url.pathname.slice(scope.pathname.length);
  if (/^(?:models|ort|dictionaries|proofreader)\//u.test(path)) return isolated(await store.answer(request));
  const hub = hubOf(request.url);
  const stored = hub === undefined ? request.url : request.url.replace(/\?.*$/su, '');
  // Every navigation gets the app's shell, except `bench.html`, which is a page of its own.
  const isApp = request.mode === 'navigate' && path !== 'bench.html';
  const shell = await matchPrecache(isApp ? 'index.html' : stored);
  return isolated(shell ?? (await fetchPlainly(request)), hub);
}

/** Answers a request to another host: an engine started for a model of a hub may speak to that hub; nobody speaks to another host. */
async function beyond({ request, clientId }: FetchEvent): Promise<Response> {
  const client = await self.clients.get(clientId);
  const hub = client && hubOf(client.url);
  return hub === new URL(request.url).origin ? fetch(request) : Response.error();
}

/** Fetches from the host. It does not learn what the address of the page carries: that may be a text that another app shared. */
function fetchPlainly(request: Request): Promise<Response> {
  return request.mode === 'navigate' ? fetch(request.url.replace(/[?#].*$/su, '')) : fetch(request);
}

function isolated(response: Response, hub?: string): Response {
  if (response.type === 'opaque' || response.type === 'error' || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(headersOfAll)) headers.set(name, value);
  if (hub !== undefined) headers.set('Content-Security-Policy', policyWithHub(hub));
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
