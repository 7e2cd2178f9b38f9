import * as v from 'valibot';
import type { HubFile, HubListing } from './hub-files.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const sibling = v.object({
  rfilename: v.string(),
  size: v.nullish(count),
  blobId: v.nullish(v.string()),
  lfs: v.nullish(v.object({ sha256: v.string(), size: count })),
});
/** The hub's answer on a model (`GET /api/models/{id}/revision/{revision}?blobs=true`), as far as it is used here. */
const answerSchema = v.object({
  sha: v.string(),
  gated: v.optional(v.union([v.boolean(), v.string()]), false),
  tags: v.optional(v.array(v.string()), []),
  cardData: v.nullish(v.looseObject({ license: v.nullish(v.unknown()), language: v.nullish(v.unknown()) })),
  siblings: v.array(sibling),
});
export type HubAnswer = v.InferOutput<typeof answerSchema>;

/** Reads an answer of a hub. @throws an error of valibot's where the value is no such answer */
export const parseAnswer = (value: unknown): HubAnswer => v.parse(answerSchema, value);

/** Returns the repository that an answer tells of. */
export function listingOf({ sha, tags, cardData, siblings }: HubAnswer): HubListing {
  const licence = typeof cardData?.license === 'string' ? cardData.license : tagged(tags, 'license:');
  return {
    revision: sha,
    ...(licence !== undefined && { licence }),
    languages: [cardData?.language].flat().filter((one) => typeof one === 'string'),
    files: new Map(siblings.map(({ rfilename, size, blobId, lfs }): [string, HubFile] => [
      rfilename,
      lfs
        ? { bytes: lfs.size, digest: { kind: 'sha256', hex: lfs.sha256 } }
        : { bytes: size ?? 0, ...(blobId && { digest: { kind: 'git', hex: blobId } }) },
    ])),
  };
}

const tagged = (tags: readonly string[], start: string): string | undefined =>
  tags.find((tag) => tag.startsWith(start))?.slice(start.length);
