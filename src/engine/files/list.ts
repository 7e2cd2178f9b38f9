import type { Listed } from './hash.ts';

/** Reads the files a manifest lists, by name: every object in it that has `file` (or `path`), `bytes` and `sha256`, however deep. */
export function readListed(manifest: unknown): Map<string, Listed> {
  const found = new Map<string, Listed>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { file: named, path, bytes, sha256 } = value as Record<string, unknown>;
    const file = named ?? path;
    if (typeof file === 'string' && typeof bytes === 'number' && typeof sha256 === 'string') found.set(file, { bytes, sha256 });
    for (const member of Object.values(value)) visit(member);
  };
  visit(manifest);
  return found;
}

/** Tells whether an address lies in a package on this machine, as an extension's files do, and not on a host. */
export function isPackaged({ protocol }: { readonly protocol: string }): boolean {
  return !/^https?:$/u.test(protocol);
}
