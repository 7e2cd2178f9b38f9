import { isSeen, type Announcement } from '../state/announcement.ts';
import { messages } from './messages.ts';

/** Says what the status line says of an announcement. */
export function statusText(announcement: Announcement): string {
  switch (announcement.kind) {
    case 'ready':
      return messages.status.ready(announcement.count);
    case 'wish':
      return messages.status.wish(announcement.phrase, messages.wish[announcement.wish]);
    case 'wish-throughout':
      return messages.status.wishThroughout(announcement.phrase, messages.throughout[announcement.wish]);
    case 'wishes':
      return messages.status.wishes(announcement.phrases, messages.wish[announcement.wish]);
    case 'notice':
      return messages.notices[announcement.notice];
    case 'host':
      return messages.host.notices[announcement.notice];
    case 'all-ready':
      return messages.status.allReady(announcement.replaced, announcement.offered);
    case 'swap':
      return messages.status.swap(announcement.word, announcement.instead);
    case 'failed':
      return messages.failure(announcement.failure.code).title;
    default:
      return messages.status[announcement.kind];
  }
}

/** Tells whether a dialog over the page says it too: what is seen, and what comes by itself. */
export function isSaidHere(announcement: Announcement): boolean {
  return isSeen(announcement) || ['failed', 'left', 'loaded', 'load-stopped', 'notice'].includes(announcement.kind);
}
