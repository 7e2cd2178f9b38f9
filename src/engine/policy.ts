/** The content policy of the page's answers, for the builds of page and extension and for the service worker. */

/** The directives. `wasm-unsafe-eval` compiles WebAssembly, `blob:` workers are the runtime's own threads. */
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

/** Returns the policy of an engine for a model of a hub: it may also speak to that host. @param hub the origin of the host */
export const policyWithHub = (hub: string): string => contentPolicy.replace("connect-src 'self'", `connect-src 'self' ${hub}`);

/** The policy of the extension's pages: there the runtime's threads come from the package, and browsers allow no `blob:`. */
export const extensionPolicy = contentPolicy.replace(' blob:', '');

/** The headers for cross-origin isolation: without it there is no shared memory and WASM runs on one thread. */
export const isolationHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
