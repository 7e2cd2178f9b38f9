import { expect, test } from 'vitest';
import { loadTools } from '../../../src/cli/tools.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import type { KeepSpan } from '../../../src/core/pipeline/input.ts';
import { KnownSentences } from '../../../src/core/pipeline/known.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { ParaphraseProgress, ParaphraseResult } from '../../../src/core/protocol.ts';

type Request = RequestOptions & { readonly text: string; readonly keep?: readonly KeepSpan[] };

const committee = 'The committee has decided to postpone the meeting until next week.';
const houses = 'She told the old man that three houses were left behind the river.';
const quoted = '“We need to act quickly,” said Anna, “before the weather changes.”';
const labelled = '1. He was proud of the work that he had done for the company.';
const markup = 'Click <b>the button</b> to send {name} the file `a.txt` at once.';
const three = 'The children were happy because the teacher gave them an old book. It has. They will begin to read it tomorrow morning.';
const prices = 'The U.S. team’s plan didn’t work – it cost £3.50, not 4%.';

const ours: readonly Request[] = [
  { text: committee }, { text: quoted }, { text: labelled, seed: 7 }, { text: markup }, { text: three },
  { text: committee, avoid: ['decided'] }, { text: committee, avoid: ['meeting', 'postpone'] }, { text: committee, require: ['later'] },
  { text: houses, require: ['woman'], avoid: ['man'] }, { text: houses, require: ['old man', 'river'], ordered: true },
  { text: three, avoid: ['happy'], require: ['morning'] }, { text: committee, aim: 'plainer' }, { text: three, aim: 'shorter', n: 3 },
  { text: houses, aim: 'structure' }, { text: committee, keep: [[4, 13, 'who']] }, { text: three, keep: [[0, 12], [39, 46, 'thing']] },
  { text: committee, diversity: 0 }, { text: houses, order: 'best' }, { text: houses, threshold: 3 },
  { text: committee, invariants: false },
  { text: committee, topUp: false }, { text: committee, distance: 4 }, { text: committee, doubts: true, avoid: ['committee'] },
  { text: houses, require: ['houses'], avoid: ['house'] }, { text: markup, require: ['quickly'] }, { text: houses, lookAhead: false },
  { text: prices, vocabulary: ['the', 'team', 'plan', 'work', 'it', 'cost', 'not'] },
].map((request) => ({ sets: 3, samples: 5, free: 1, ...request }) as Request);
const papers: readonly Request[] = [
  { text: committee, samples: 8 }, { text: houses, avoid: ['man'], samples: 8 }, { text: three, samples: 4 },
  { text: houses, require: ['home'], topUp: true, samples: 5 }, { text: houses, invariants: true, samples: 6, clusters: 4 },
  { text: markup, samples: 4 }, { text: houses, order: 'right', samples: 5 },
].map((request) => ({ mode: 'parabank2', ...request }) as Request);
const systems: readonly Request[] = [
  { text: houses, system: 17, n: 3 }, { text: houses, system: 33, n: 3 }, { text: labelled, system: 35, n: 2 },
  { text: committee, system: 17, avoid: ['week'] }, { text: committee, system: 8, require: ['later'] }, { text: three, system: 12 },
  { text: houses, system: 3, threshold: 2 }, { text: houses, system: 21, topUp: true, require: ['zebra'] },
];
/** The requests as the page makes them: one after the other, with what is known of the sentences before. */
const page: readonly Request[] = [
  { text: committee }, { text: committee, avoid: ['decided'] }, { text: committee, require: ['later'] }, { text: three, avoid: ['book'] },
  { text: committee, avoid: ['week'] }, { text: houses, require: ['home'], keep: [[4, 8]] },
].map((request) => ({ sets: 2, samples: 6, free: 1, ...request }) as Request);

/** Rewrites that were shown early, and the result. */
interface Answer {
  readonly early: readonly string[];
  readonly result: ParaphraseResult;
}

const tools = await loadTools('tiny', 1, { runtime: 'wasm' });

async function answer({ text, keep, ...options }: Request, known?: KnownSentences): Promise<Answer> {
  const early: string[] = [];
  const progress = (event: ParaphraseProgress): void => { if (event.kind === 'early') early.push(event.rewrite.text); };
  const request = { tools, settings: settingsOf(options, tools.threshold), progress, known };
  const result = await paraphraseText(text, request, { ...(keep && { keep }) });
  return { early, result };
}

test('48 requests of every mode, with and without what is known of a sentence, give the same bytes as ever', async () => {
  const lines: string[] = [];
  for (const request of [...ours, ...papers, ...systems]) lines.push(JSON.stringify({ request, ...await answer(request) }));
  const known = new KnownSentences();
  for (const request of page) lines.push(JSON.stringify({ request, ...await answer(request, known) }));
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../../golden/paraphrase.jsonl');
  expect(lines).toHaveLength(48);
}, 120_000);
