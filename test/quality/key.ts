import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { OtherwiseError } from '../../src/core/errors.ts';
import type { BlindKey } from '../../src/lab/blind/sheet.ts';

const keySchema = v.object({
  seed: v.number(),
  systems: v.array(v.string()),
  sources: v.array(v.object({
    text: v.string(),
    sets: v.array(v.object({ system: v.string(), rewrites: v.array(v.object({ item: v.string(), right: v.optional(v.number()) })) })),
  })),
  items: v.array(v.object({
    id: v.string(), source: v.number(), text: v.string(), control: v.optional(v.picklist(['copy', 'other'])),
  })),
});

/** Reads the key of a sheet. @throws OtherwiseError `file-unreadable` */
export function readKey(path: string): BlindKey {
  try {
    return v.parse(keySchema, JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new OtherwiseError('file-unreadable', `${path} is no key of a sheet: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
