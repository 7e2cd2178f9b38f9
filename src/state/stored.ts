import * as v from 'valibot';
import type { Snapshot } from './document.svelte.ts';

const phrases = v.array(v.pipe(v.string(), v.maxLength(200)));
const schema = v.object({
  text: v.string(),
  focus: v.pipe(v.number(), v.integer(), v.minValue(0)),
  demands: v.record(v.string(), v.object({ avoid: phrases, require: phrases, spared: v.optional(phrases) })),
  sources: v.record(v.string(), v.string()),
});

/** A stored document, checked: what a broken or foreign build wrote is undefined, not an exception. */
export function parseSnapshot(stored: unknown): Snapshot | undefined {
  const result = v.safeParse(schema, stored);
  return result.success ? result.output : undefined;
}
