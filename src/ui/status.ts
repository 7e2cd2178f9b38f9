import type { Announcement } from '../state/announcement.ts';
import { messages } from './messages.ts';

/** What the status line says of an announcement. */
export function statusText(announcement: Announcement): string {
  switch (announcement.kind) {
    case 'ready':
      return messages.status.ready(announcement.count);
    case 'wish':
      return messages.status.wish(announcement.phrase, messages.wish[announcement.wish]);
    case 'swap':
      return messages.status.swap(announcement.word, announcement.instead);
    case 'failed':
      return messages.failure(announcement.failure.code).title;
    default:
      return messages.status[announcement.kind];
  }
}

/** Whether it is worth a look as well: the change itself may be out of sight. The others are only read out. */
export function isSeen(announcement: Announcement): boolean {
  return !['ready', 'wish', 'swap', 'failed', 'opened', 'begun'].includes(announcement.kind);
}
