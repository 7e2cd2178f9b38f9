import type { ModelFiles } from '../read.ts';

/** A file of a repository. */
export interface HubFile {
  readonly bytes: number;
  /** What it is checked with: SHA-256 of large files, git's own SHA-1 of small ones; absent where nobody says. */
  readonly digest?: { readonly kind: 'sha256' | 'git'; readonly hex: string };
}

/** What is known of a repository before any of its models is loaded. */
export interface HubListing {
  /** The commit that the files belong to. */
  readonly revision: string;
  /** As the hub writes it (`apache-2.0`); undefined where it is not told. */
  readonly licence?: string;
  /** BCP 47; empty where nobody says. */
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
