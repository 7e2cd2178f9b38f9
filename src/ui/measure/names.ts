import { messages as page } from '../messages.ts';
import { messages } from '../messages/measure.ts';

/** What a system is called; `in-text` is a rewrite of which only the text is left. */
export function makerName(system: string | number): string {
  if (system === 'in-text') return messages.makers.inText;
  return page.approach.choices.find(({ value }) => value === String(system))?.name ?? page.approach.other(Number(system));
}
