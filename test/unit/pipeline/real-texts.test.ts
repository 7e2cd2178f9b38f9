import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineOptions, nativeLibrary } from '../../../src/cli/execution.ts';
import { modelFolder } from '../../../src/cli/model-folder.ts';
import { type LoadedTools, nodeWords, toolsOf } from '../../../src/cli/tools.ts';
import { settingsOf } from '../../../src/core/options.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import { splitSentences } from '../../../src/core/text/sentences.ts';
import { LocalRewriter } from '../../../src/engine/local-rewriter.ts';

/** An input of the kind that people reported, and what is right for all of its rewrites. */
interface RealText {
  readonly kind: string;
  readonly text: string;
  readonly avoid?: readonly string[];
  readonly require?: readonly string[];
  /** The texts that stand in each rewrite once, in their order. */
  readonly holds?: readonly string[];
  /** Tells that they may stand in another order, as words do that change places. */
  readonly anyOrder?: boolean;
  /** A pattern that no rewrite has. */
  readonly never?: string;
  /** The reason why the demand can't be met. */
  readonly unmet?: string;
  /** The number of its sentences. */
  readonly sentences?: number;
}

const table = readFileSync(new URL('../../golden/real-texts.jsonl', import.meta.url), 'utf8').trim().split('\n')
  .map((line) => JSON.parse(line) as RealText);

let tools: LoadedTools;
beforeAll(async () => {
  // The faster of the two: what is right holds for both.
  const runtime = (await nativeLibrary()).ort ? 'native' : 'wasm';
  const refuse = (message: string): never => { throw new Error(message); };
  const source = { kind: 'bundled', files: modelFolder('base') } as const;
  tools = await toolsOf(await LocalRewriter.open({ source, options: await engineOptions({ runtime }, refuse), words: nodeWords }));
});
afterAll(() => tools.dispose());

/** Gives those of some forms that a text holds, in its order. */
const formsIn = (text: string, forms: readonly string[]): string[] =>
  [...text.matchAll(new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')).join('|'), 'gu'))].map(([found]) => found);

describe('texts of the kinds that people reported, with the whole model', () => {
  it.each(table)('$kind: $text', async ({ text, avoid = [], require = [], holds, anyOrder = false, never, unmet, sentences }) => {
    const settings = settingsOf({ avoid: [...avoid], require: [...require] }, tools.threshold);
    const result = await paraphraseText(text, { tools, settings });
    if (sentences !== undefined) expect(splitSentences(text)).toHaveLength(sentences);
    if (unmet !== undefined) return expect(result.unmet.map(({ reason }) => reason)).toContain(unmet);
    // Where nothing can be shown, it says why.
    if (result.rewrites.length === 0) return expect(result.unmet).not.toEqual([]);
    const inOrder = (forms: readonly string[]): readonly string[] => (anyOrder ? forms.toSorted() : forms);
    for (const rewrite of result.rewrites) {
      expect(rewrite.right).toBeTypeOf('number');
      if (holds) expect(inOrder(formsIn(rewrite.text, holds))).toEqual(inOrder(holds));
      if (never !== undefined) expect(rewrite.text).not.toMatch(new RegExp(never, 'iu'));
    }
  });
});
