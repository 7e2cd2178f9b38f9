import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../models/lexical/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
  files: { path: string; bytes: number; sha256: string; source: string; licence: string }[];
};

describe('the shipped tables', () => {
  it.each(manifest.files.map((file) => [file.path, file] as const))('%s is the file of the manifest', (path, file) => {
    const bytes = readFileSync(new URL(path, folder));
    expect(bytes.length).toBe(file.bytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    expect(bytes.length).toBeLessThan(2_000_000);
    expect(file.source).not.toBe('');
    expect(file.licence).not.toBe('');
  });

  it('carry the notices of their sources', () => {
    const notice = readFileSync(new URL('NOTICE.md', folder), 'utf8');
    for (const name of ['Kevin Atkinson', 'Geoff Kuenning', 'Beresford', 'Princeton University', 'Ganitkevitch', 'Grady Ward', 'Tatoeba'])
      expect(notice).toContain(name);
    expect(manifest.files.map((file) => file.path)).toEqual(['aligner.tsv', 'formality.tsv', 'idf.tsv', 'inflections.tsv', 'lexicon.tsv']);
  });
});
