import type { ModelFiles } from '../read.ts';

/** A file of a repository. */
export interface HubFile {
  readonly bytes: number;
  /** The digest that it is checked with: SHA-256 of large files, git's own SHA-1 of small ones; absent where the hub gives none. */
  readonly digest?: { readonly kind: 'sha256' | 'git'; readonly hex: string };
}

/** The facts that are known of a repository before any of its models is loaded. */
export interface HubListing {
  /** The commit that the files belong to. */
  readonly revision: string;
  /** The licence as the hub writes it (`apache-2.0`); undefined where it is not told. */
  readonly licence?: string;
  /** The languages, as BCP 47 tags; empty where the hub names none. */
  readonly languages: readonly string[];
  readonly files: ReadonlyMap<string, HubFile>;
}

/** The files of a model in the hub's layout: on a hub, or in a folder. */
export interface HubFiles extends ModelFiles {
  /** Its id on the hub, or the folder as it was given. */
  readonly name: string;
  /** @throws OtherwiseError `model-not-found`, `model-download`, `aborted` */
  listing(signal?: AbortSignal): Promise<HubListing>;
}
