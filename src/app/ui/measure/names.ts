import { messages as page } from '../messages.ts';
import { messages } from '../messages/measure.ts';

/** What an approach is called; `in-text` is a rewrite of which only the text is left. */
export function makerName(maker: string | number): string {
  return maker === 'in-text' ? messages.makers.inText : page.approach.name(String(maker));
}
