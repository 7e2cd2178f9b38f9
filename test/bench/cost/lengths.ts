import { loadTools } from '../../../src/cli/tools.ts';
import { settingsOf } from '../../../src/core/options.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import { type Bench, measured } from '../engine.ts';
import type { CostPoint, Findings } from '../report/findings.ts';

/** Sentences of growing length; the second is rewritten several times, too. */
const SENTENCES = [
  'The committee postponed the meeting.',
  'The committee decided to postpone the meeting until next week.',
  'The committee decided to postpone the meeting until next week because several members were unable to attend on such short notice.',
  'The committee decided to postpone the meeting until next week because several members were unable to attend on such short notice, ' +
    'and the chairman promised to send everyone a new date together with the papers that had not been ready in time for this one.',
];
/** The numbers of sentences that are rewritten after one another. */
const NUMBERS = [2, 4];
const USUAL = SENTENCES[1] ?? '';

const wordsOf = (text: string): number => text.split(' ').length;

/** Measures the cost of rewriting by a sentence's length and by the number of sentences; one round of samples each, uncached. */
export async function lengthCosts({ model, execution, say }: Bench): Promise<Findings> {
  const tools = await loadTools(model, 1, execution);
  const settings = settingsOf({ rounds: 1 }, tools.threshold);
  const rewritten = async (text: string): Promise<number> => (await paraphraseText(text, { tools, settings })).counts.sampled;
  const point = async (text: string, sentences: number): Promise<CostPoint> => {
    let rows = 0;
    const cost = await measured(async () => {
      rows = 0;
      for (let i = 0; i < sentences; i += 1) rows += await rewritten(text);
    }, 1);
    say(`${sentences} × ${wordsOf(text)} words: ${cost.cpuMilliseconds} ms of processor`);
    return { words: wordsOf(text), sentences, runtime: tools.execution.runtime, ...cost, rows };
  };
  const lengths: CostPoint[] = [];
  for (const text of SENTENCES) lengths.push(await point(text, 1));
  for (const number of NUMBERS) lengths.push(await point(USUAL, number));
  await tools.dispose();
  return { lengths };
}
