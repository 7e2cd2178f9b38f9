import type { Plugin } from 'vite';

/** Cross-origin isolation: without it there is no shared memory and WASM runs on one thread. */
export const isolationHeaders: Record<string, string> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

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

/** Puts the content security policy into the built page. Not in development: Vite's hot reload inserts style elements. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'otherwise:content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: directives.join('; ') }, injectTo: 'head-prepend' },
    ],
  };
}
