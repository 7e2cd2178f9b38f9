/** What the page's answers allow: for the builds of page and extension, which write it down, and for the service worker's answers. */

/** One directive a line. `wasm-unsafe-eval` compiles WebAssembly, `blob:` workers are the runtime's own threads. */
const directives = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "img-src 'self' data:",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
];

export const contentPolicy = directives.join('; ');

/** What an engine may do that was asked for a model of a hub: the same, and speak to that host. @param hub the origin of the host */
export const policyWithHub = (hub: string): string => contentPolicy.replace("connect-src 'self'", `connect-src 'self' ${hub}`);

/** The parameter in the address of an engine's program that names the hub which was asked for. */
const HUB = 'hub';

/** The origin of the hub that an engine was started for, from its program's address; undefined for every other address. */
export function hubOf(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address);
  const hub = searchParams.get(HUB);
  if (hub === null || !/\/paraphrase\.worker(?:-[\w-]+)?\.[jt]s$/u.test(pathname) || !URL.canParse(hub)) return undefined;
  const { origin, protocol } = new URL(hub);
  return /^https?:$/u.test(protocol) ? origin : undefined;
}

/** The address of an engine's program that may speak to a hub. */
export function withHub(program: string, hub: string): string {
  const address = new URL(program);
  address.searchParams.set(HUB, hub);
  return address.href;
}

/** The same for the extension's pages: there the runtime's threads come from the package, and browsers allow no `blob:`. */
export const extensionPolicy = contentPolicy.replace(' blob:', '');

/** Cross-origin isolation: without it there is no shared memory and WASM runs on one thread. */
export const isolationHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
