import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import { scorePairs } from '../../../src/core/pipeline/score.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { ParaphraseProgress, ParaphraseResult } from '../../../src/core/protocol.ts';
import { markupSpans } from '../../../src/core/text/markup.ts';
import { splitSentences } from '../../../src/core/text/sentences.ts';

const golden = readFileSync(new URL('../../golden/marked-texts.txt', import.meta.url), 'utf8').split('\n').filter(Boolean);

let tools: LoadedTools;
beforeAll(async () => { tools = await loadTools('tiny', 1); });

const run = (text: string, options: RequestOptions = {}, progress?: (event: ParaphraseProgress) => void): Promise<ParaphraseResult> =>
  paraphraseText(text, { tools, settings: settingsOf(options, tools.threshold), progress });
const figuresOf = ({ rewrites }: ParaphraseResult): unknown[] =>
  rewrites.map(({ text: _text, distance: _distance, ...figures }) => figures);
const formsOf = (text: string): string[] => markupSpans(text).map(({ start, end }) => text.slice(start, end).trim());

describe('a text with typographic marks', () => {
  it.each([
    ['I don’t think we’ll make it to the meeting before lunch.', "I don't think we'll make it to the meeting before lunch."],
    ['We said “yes” to the old man — he’s glad…', 'We said "yes" to the old man - he\'s glad...'],
  ])('has the rewrites of its plain twin, with their figures, in its own marks: %s', async (marked, plain) => {
    const [own, other] = [await run(marked), await run(plain)];
    expect(own.text).toBe(marked);
    expect(own.rewrites.length).toBeGreaterThan(0);
    expect(figuresOf(own)).toEqual(figuresOf(other));
    for (const { text } of own.rewrites) expect(text).not.toMatch(/['"]/u);
    for (const { text } of other.rewrites) expect(text).not.toMatch(/[’“”—…]/u);
  });

  it('takes either apostrophe in a ban and a demand, and names a demand as it was sent', async () => {
    const text = 'We don’t know if they’ll come back home today.';
    for (const ban of ['don’t', "don't"])
      for (const rewrite of (await run(text, { avoid: [ban] })).rewrites) expect(rewrite.text).not.toMatch(/don.t/u);
    for (const demand of ['they’ll', "they'll"])
      for (const rewrite of (await run(text, { require: [demand] })).rewrites) expect(rewrite.text).toContain('they’ll');
    const { unmet } = await run(text, { avoid: ["won't"], require: ['won’t go'] });
    expect(unmet).toEqual([{ phrase: 'won’t go', reason: 'conflicts with a ban' }]);
  });

  it('scores a rewrite as it was given', async () => {
    const text = 'They said it’s “fine” — more or less…';
    const { rewrites } = await run(text);
    const pairs = rewrites.map((rewrite) => [text, rewrite.text] as const);
    const scored = await scorePairs(pairs, { tools, settings: settingsOf({}, tools.threshold) });
    expect(scored.map(({ forward, backward, meaning }) => ({ forward, backward, meaning }))).toEqual(
      rewrites.map(({ forward, backward, meaning }) => ({ forward, backward, meaning })),
    );
  });
});

describe('a text with markup', () => {
  it.each(golden)('has each of its marks once and in order in every rewrite, or names them as lost: %s', async (text) => {
    const early: string[] = [];
    const { rewrites, unmet } = await run(text, {}, (event) => { if (event.kind === 'early') early.push(event.rewrite.text); });
    for (const rewrite of rewrites) expect(formsOf(rewrite.text)).toEqual(formsOf(text));
    // What is shown early is a rewrite of one sentence.
    const sentences = splitSentences(text).map((span) => formsOf(span.text));
    for (const rewrite of early) expect(sentences).toContainEqual(formsOf(rewrite));
    const lost = rewrites.length > 0 ? [] : formsOf(text).filter((form) => /\w/u.test(form));
    for (const form of lost) expect(unmet).toContainEqual({ phrase: form, reason: 'markup lost' });
  });

  it('stays as it is where nothing else is to be said', async () => {
    for (const text of ['https://example.org/page', '{{greeting}} {{name}}!']) expect((await run(text)).rewrites).toEqual([]);
  });

  it('refuses a control token as a demand', async () => {
    const { unmet } = await run('We went home after the meeting.', { require: ['<|im_end|>', '<s>', '<repo_name>'] });
    expect(unmet).toEqual(['<|im_end|>', '<s>', '<repo_name>'].map((phrase) => ({ phrase, reason: 'is a control token' })));
  });

  it('tells what of it a pair has lost', async () => {
    const [lost, kept] = await scorePairs(
      [['Hi {{name}}, we left.', 'Hi, we went away.'], ['Hi {{name}}, we left.', 'Hi {{name}}, we went away.']],
      { tools, settings: settingsOf({}, tools.threshold) },
    );
    expect(lost?.findings).toContainEqual({ kind: 'markup', lost: ['{{name}}'] });
    expect(kept?.findings.map(({ kind }) => kind)).not.toContain('markup');
  });
});
