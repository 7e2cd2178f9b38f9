import type { Wish } from './demands.ts';
import type { Failure } from './failure.ts';

/** What the status line says; the page words it. */
export type Announcement =
  | { readonly kind: 'ready'; readonly count: number }
  | { readonly kind: 'wish'; readonly phrase: string; readonly wish: Wish }
  | { readonly kind: 'swap'; readonly word: string; readonly instead: string }
  | { readonly kind: 'accepted' | 'copied' | 'copy-refused' | 'undone' | 'redone' | 'stopped' | 'restored' }
  | { readonly kind: 'opened' | 'begun' | 'deleted' | 'brought-back' | 'saved-as-copy' | 'unreadable' | 'unsaved' }
  | { readonly kind: 'part-missing' | 'link-copied' | 'too-long-for-link' }
  | { readonly kind: 'failed'; readonly failure: Failure };
