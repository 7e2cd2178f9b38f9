import type { Wish } from './documents/wishes.ts';
import type { Failure } from './failure.ts';

/** A notice over the page, which screen readers hear once when it appears. */
export type NoticeName =
  'update' | 'updateTaken' | 'offline' | 'offlineNoModel' | 'notLasting' | 'careful' | 'install' | 'noGraphics' | 'littleMemory';

/** The result of picking text from the page beside, or of putting it back there. */
export type HostNotice = 'nothing' | 'closed' | 'kept' | 'shown' | 'changed' | 'long' | 'gone';

/** A message of the status line, as data; the page has the words. */
export type Announcement =
  | { readonly kind: 'ready'; readonly count: number }
  | { readonly kind: 'wish' | 'wish-throughout'; readonly phrase: string; readonly wish: Wish }
  | { readonly kind: 'wishes'; readonly phrases: readonly string[]; readonly wish: Wish }
  | { readonly kind: 'swap'; readonly word: string; readonly instead: string }
  | { readonly kind: 'accepted' | 'copied' | 'copy-refused' | 'undone' | 'redone' | 'stopped' | 'restored' | 'left' }
  | { readonly kind: 'split' | 'not-split' }
  | { readonly kind: 'scored' | 'locked' | 'unlocked' | 'nothing-brought' }
  | { readonly kind: 'opened' | 'begun' | 'deleted' | 'brought-back' | 'saved-as-copy' | 'unreadable' | 'unsaved' }
  | { readonly kind: 'part-missing' | 'link-copied' | 'too-long-for-link' | 'written-anew' }
  | { readonly kind: 'loaded' | 'load-stopped' | 'online' | 'corpus-done' | 'other-language' | 'other-model' }
  | { readonly kind: 'all-ready'; readonly replaced: number; readonly offered: number }
  | { readonly kind: 'notice'; readonly notice: NoticeName }
  | { readonly kind: 'host'; readonly notice: HostNotice }
  | { readonly kind: 'failed'; readonly failure: Failure };

const unseen: readonly Announcement['kind'][] = [
  'ready',
  'other-language',
  'left',
  'wish',
  'wish-throughout',
  'wishes',
  'swap',
  'failed',
  'opened',
  'begun',
  'scored',
  'locked',
  'unlocked',
  'loaded',
  'load-stopped',
  'notice',
  'host',
];

/** Tells whether a message is shown as well, because the change itself may be out of sight. The others are only read out. */
export function isSeen(announcement: Announcement): boolean {
  return !unseen.includes(announcement.kind);
}
