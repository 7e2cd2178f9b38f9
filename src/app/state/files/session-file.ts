import * as v from 'valibot';
import type { Snapshot } from '../documents/document.svelte.ts';
import { howSchema, type How } from '../settings/settings.svelte.ts';
import { snapshotSchema } from '../documents/stored.ts';

const FORMAT = 'otherwise-session';
const VERSION = 1;

/** The content of a session file or a link: a document, its name, and the settings of its rewrites. */
export interface Session {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly how: How;
}

/** The reason why a file can't be opened; `place` is the path of the first field that does not fit. */
export type SessionProblem =
  { readonly kind: 'not-json' | 'not-a-session' | 'newer' } | { readonly kind: 'broken'; readonly place: string };

const header = v.object({ format: v.literal(FORMAT), version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) });
const schema = v.object({ ...snapshotSchema.entries, name: v.pipe(v.string(), v.maxLength(200)), how: howSchema });

/** Returns the text of a session file. The bytes of a Word document stay where the document is kept. */
export function writeSession({ name, snapshot, how }: Session): string {
  const { text, sources, original } = snapshot;
  const kept = { ...snapshot, sources: used(sources, text), original: original?.format === 'md' ? original : undefined };
  return JSON.stringify({ format: FORMAT, version: VERSION, name, ...kept, how }, undefined, 1);
}

/** Reads a session file. Nothing of it is used before all of it has been checked; a field that is not known is left out. */
export function readSession(file: string): Session | SessionProblem {
  let parsed: unknown;
  try {
    parsed = JSON.parse(file);
  } catch {
    return { kind: 'not-json' };
  }
  const head = v.safeParse(header, parsed);
  if (!head.success) return { kind: 'not-a-session' };
  if (head.output.version > VERSION) return { kind: 'newer' };
  const body = v.safeParse(schema, parsed);
  if (!body.success) return { kind: 'broken', place: v.getDotPath(body.issues[0]) ?? 'file' };
  const { name, how, ...snapshot } = body.output;
  // A field of the page knows one kind of line break; with another one the places of sentences would not fit.
  return { name, how, snapshot: { ...snapshot, text: snapshot.text.replace(/\r\n?/gu, '\n') } };
}

/** Tells whether what was read is a problem. */
export function isProblem(read: Session | SessionProblem): read is SessionProblem {
  return 'kind' in read;
}

/** Gives the sources of rewrites that still stand in the text; the others are of steps that were taken back. */
function used(sources: Readonly<Record<string, string>>, text: string): Record<string, string> {
  return Object.fromEntries(Object.entries(sources).filter(([rewrite]) => text.includes(rewrite)));
}
