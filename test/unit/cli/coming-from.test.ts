import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { command as paraphrase } from '../../../src/cli/commands/paraphrase.ts';
import { bannedForms } from '../../../src/core/constraints/chips.ts';
import { DemandedText } from '../../../src/core/constraints/demanded.ts';
import { HardBan } from '../../../src/core/constraints/hard-ban.ts';
import { loadInflector } from '../../../src/cli/lexical.ts';
import type { ParaphraseResult } from '../../../src/core/protocol.ts';
import { errorCodes, runCommand } from './run-command.ts';

const page = readFileSync(new URL('../../../docs/coming-from.md', import.meta.url), 'utf8');
const few = ['--model', 'tiny', '--threads', '1', '--sets', '1', '--free', '0', '--samples', '3', '--rounds', '1', '--beam', '4'];

interface Request {
  readonly inflections?: boolean;
  readonly ordered?: boolean;
  readonly [list: string]: unknown;
}
const listOf = (request: Request, ...names: readonly string[]): string[] => names.flatMap((name) => (request[name] ?? []) as string[]);

describe('requests of other decoders', () => {
  it('are taken as the page writes them: every rewrite holds what is required and nothing that is avoided', async () => {
    const requests = [...page.matchAll(/```json\n([^]*?)```/gu)].flatMap(([, block = '']) => block.trim().split('\n'))
      .map((line) => JSON.parse(line) as Request);
    expect(requests.length).toBeGreaterThan(6);
    const inflector = await loadInflector();
    const { code, lines } = await runCommand<ParaphraseResult>(paraphrase, few, requests);
    expect(code).toBe(0);
    for (const [at, { rewrites, unmet }] of lines.entries()) {
      const request = requests[at] as Request;
      const required = listOf(request, 'require', 'constraints', 'force_words');
      const avoided = listOf(request, 'avoid', 'bad_words').flatMap((word) => bannedForms(word, inflector, request.inflections));
      if (rewrites.length === 0 && required.length > 0) expect(unmet.map(({ phrase }) => phrase)).toEqual(required);
      for (const { text } of rewrites) {
        expect(new DemandedText(required, request.ordered).satisfied(text), text).toBe(true);
        expect(new HardBan(avoided).violations(text), text).toEqual([]);
      }
    }
    expect(lines.filter(({ rewrites }) => rewrites.length > 0).length).toBeGreaterThan(5);
  }, 120_000);

  it('join lists of both names, take the place of those of the flags, and are errors where they are none', async () => {
    const text = 'The committee decided to postpone the meeting.';
    const { lines } = await runCommand<ParaphraseResult>(paraphrase, [...few, '--require', 'never'], [
      { text, require: ['delay'], constraints: ['board'], bad_words: ['meeting'], avoid: ['committee'] }, { text, force_words: ['delay'] },
    ]);
    const [first] = lines[0]?.constraints as readonly { avoid: readonly string[]; require: readonly string[] }[];
    expect(first?.require).toEqual(['delay', 'board']);
    expect(first?.avoid).toEqual(expect.arrayContaining(['meetings', 'committees']) as string[]);
    expect((lines[1]?.constraints as readonly { require: readonly string[] }[])[0]?.require).toEqual(['delay']);
    const wrong = await runCommand(paraphrase, few, [
      { text, force_words: [['delay', 'postpone']] }, { text, constraints: 'delay' }, { text, bad_words: [1] }, { text,
        force_words_ids: [[1]] },
    ]);
    expect(errorCodes(wrong)).toEqual(['bad-request', 'bad-request', 'bad-request', 'unknown-field']);
  }, 60_000);
});
