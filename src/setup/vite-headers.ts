import type { Plugin } from 'vite';
import { contentPolicy } from '../engine/policy.ts';

/** Puts the content security policy into the built page. Not in development: Vite's hot reload inserts style elements. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'otherwise:content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: contentPolicy }, injectTo: 'head-prepend' },
    ],
  };
}
