import { messages } from '../messages/measure.ts';
import { messages as research } from '../messages/research.ts';

/** What an approach is called; `in-text` is a rewrite of which only the text is left. */
export function makerName(maker: string | number): string {
  return maker === 'in-text' ? messages.makers.inText : research.approach.name(String(maker));
}
