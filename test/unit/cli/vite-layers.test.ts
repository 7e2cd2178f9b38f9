import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { layerOrder } from '../../../src/setup/vite-layers.ts';

interface File {
  readonly type: 'asset' | 'chunk';
  readonly fileName: string;
  source?: string;
}

test('every stylesheet of a build begins with the order of the layers that base.css gives', () => {
  const files: Record<string, File> = {
    a: { type: 'asset', fileName: 'assets/shared.css', source: '@layer components{a{color:red}}' },
    b: { type: 'asset', fileName: 'index.html', source: '<p>' },
    c: { type: 'chunk', fileName: 'assets/a.js' },
  };
  const { generateBundle } = layerOrder() as unknown as {
    generateBundle: { handler(options: unknown, bundle: Record<string, File>): void };
  };
  generateBundle.handler({}, files);
  const [said] = readFileSync('src/app/ui/styles/base.css', 'utf8').split('\n');
  const built = files['a']?.source ?? '';
  expect(built.replace(/\s/gu, '')).toBe(`${(said ?? '').replace(/\s/gu, '')}@layercomponents{a{color:red}}`);
  expect(files['b']?.source).toBe('<p>');
});
