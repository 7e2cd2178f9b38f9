import * as v from 'valibot';
import type { DocumentEntry } from '../../platform/database.ts';
import { findingKinds } from '../../../core/quality/finding.ts';
import { blockKinds, isSound, markKinds, safeLink } from '../../../rich/rich.ts';
import { variationSchema } from '../settings/settings.svelte.ts';
import { LONGEST_WISH, MOST_WISHES } from './wishes.ts';
import type { Snapshot } from './document.svelte.ts';
import type { Step, UndoStates } from './history.svelte.ts';

const phrases = v.pipe(v.array(v.pipe(v.string(), v.maxLength(LONGEST_WISH))), v.maxLength(MOST_WISHES));
const time = v.pipe(v.number(), v.finite());

const number = v.pipe(v.number(), v.finite());
const text = v.pipe(v.string(), v.maxLength(2_000_000));
const words = v.pipe(v.array(v.pipe(v.string(), v.maxLength(1000))), v.maxLength(100));
const finding = v.object({ kind: v.picklist(findingKinds), lost: v.exactOptional(words), gained: v.exactOptional(words) });
export const rewriteSchema = v.object({
  text: v.pipe(v.string(), v.maxLength(20_000)),
  forward: number,
  backward: number,
  score: number,
  right: v.exactOptional(number),
  // Documents of earlier versions lack it.
  distance: v.optional(number, 0),
  cluster: v.exactOptional(v.union([number, v.pipe(v.array(number), v.maxLength(1000))])),
  meaning: v.exactOptional(number),
  findings: v.exactOptional(v.pipe(v.array(finding), v.maxLength(100))),
  doubted: v.exactOptional(finding),
});
const wishes = v.object({ avoid: phrases, require: phrases, spared: v.optional(phrases) });
const locked = v.object({ rewrite: rewriteSchema, place: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(100)) });

const offset = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const mark = v.object({
  start: offset,
  end: offset,
  kind: v.picklist(markKinds),
  href: v.exactOptional(v.pipe(v.string(), v.regex(safeLink))),
});
const richSchema = v.pipe(
  v.object({ text, blocks: v.array(v.picklist(blockKinds)), marks: v.array(mark) }),
  v.check((rich) => isSound(rich)),
);

const originalSchema = v.variant('format', [v.object({ format: v.literal('md'), source: text }), v.object({ format: v.literal('docx') })]);

/** A document's content as it is kept and as it stands in session files. */
export const snapshotSchema = v.object({
  text,
  focus: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  demands: v.record(v.string(), wishes),
  // Constraints that do not fit are no reason to lose the text.
  throughout: v.fallback(v.optional(wishes), undefined),
  sources: v.record(v.string(), v.string()),
  locked: v.optional(v.record(v.string(), v.pipe(v.array(locked), v.maxLength(100)))),
  review: v.optional(v.record(v.string(), v.picklist(['asked', 'left']))),
  // Formatting that does not fit is no reason to lose the text.
  formatting: v.fallback(v.optional(richSchema), undefined),
  original: v.fallback(v.optional(originalSchema), undefined),
});

const entrySchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  name: v.string(),
  opening: v.string(),
  words: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  created: time,
  updated: time,
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

/** A text that a page left without storing it, with the document and revision it was made from. */
const rescuedSchema = v.object({
  id: v.string(),
  revision: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  name: v.string(),
  snapshot: snapshotSchema,
});
export type Rescued = v.InferOutput<typeof rescuedSchema>;

/** Checks a text that an earlier page left without storing it; undefined where it is damaged. */
export function parseRescued(kept: unknown): Rescued | undefined {
  const result = v.safeParse(rescuedSchema, kept);
  return result.success ? result.output : undefined;
}

const steps = v.array(v.object({ snapshot: snapshotSchema, variation: v.exactOptional(variationSchema) }));
const stepsSchema = v.object({ past: steps, future: steps });

/** Reads the steps of a document, checked likewise. */
export function parseSteps(stored: unknown): UndoStates<Step> | undefined {
  const result = v.safeParse(stepsSchema, stored);
  return result.success ? result.output : undefined;
}

/** Reads a stored document, checked: what a broken or foreign build wrote is undefined, not an exception. */
export function parseSnapshot(stored: unknown): Snapshot | undefined {
  const result = v.safeParse(snapshotSchema, stored);
  return result.success ? result.output : undefined;
}

/** Reads an entry of the list of documents, checked likewise. */
export function parseEntry(stored: unknown): DocumentEntry | undefined {
  const result = v.safeParse(entrySchema, stored);
  return result.success ? result.output : undefined;
}
