import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTools, type LoadedTools } from '../../../src/cli/tools.ts';
import { type RequestOptions, settingsOf } from '../../../src/core/options.ts';
import type { Scores, ScoreRequest } from '../../../src/core/decoding/step-model.ts';
import type { TextInput } from '../../../src/core/pipeline/input.ts';
import { paraphraseText } from '../../../src/core/pipeline/text.ts';
import type { Rewrite } from '../../../src/core/protocol.ts';
import { unsplit } from '../../../src/core/quality/joined.ts';
import { possibleSlips, type Slip } from '../../../src/core/quality/slips.ts';

const planted = readFileSync(new URL('../../golden/planted-slips.tsv', import.meta.url), 'utf8').trim().split('\n').slice(1)
  .map((line) => line.split('\t') as [kind: string, text: string, right: string]);

let tools: LoadedTools;
beforeAll(async () => {
  tools = await loadTools('tiny', 1);
}, 60_000);

/** Corrects a text with the proofreader alone: the tiny model's taste in English is its own. `weighed` gets the texts it scores. */
async function corrected(text: string, options: RequestOptions = {}, input: TextInput = {}, weighed: string[] = []): Promise<Rewrite> {
  const score = async (requests: readonly ScoreRequest[], signal?: AbortSignal): Promise<Scores[]> => {
    weighed.push(...requests.map(({ source }) => tools.pieces.decode(source)));
    return (await tools.model.score(requests, signal)).map(({ prior: _, ...scores }) => scores);
  };
  const asked = { tools: { ...tools, model: modelWith(score) }, settings: settingsOf({ aim: 'clean', ...options }, 3) };
  const { rewrites: [rewrite] } = await paraphraseText(text, asked, input);
  return rewrite as Rewrite;
}

/** The tiny model with other scores. */
const modelWith = (score: LoadedTools['model']['score']): LoadedTools['model'] =>
  Object.assign(Object.create(tools.model) as LoadedTools['model'], { score });

describe('the aim clean', () => {
  it('says of each correction where it stood, what was put there and why; together they make the new text of the old', async () => {
    const text = '🎉 She recieved the the parcel from O’Brien.';
    const { text: mended, corrections = [] } = await corrected(text);
    expect(corrections.length).toBeGreaterThan(1);
    const points = [...text];
    const built = corrections.toReversed().reduce((all, { start, end, instead, text: was, reason, kind }) => {
      expect(points.slice(start, end).join('')).toBe(was);
      expect([reason, kind].every((word) => word.length > 3)).toBe(true);
      return [...all.slice(0, start), ...instead, ...all.slice(end)];
    }, points).join('');
    expect(built).toBe(mended);
    expect(mended).toMatch(/She receive\w? the parcel/u);
  }, 60_000);

  it('chooses among several words beside those that are certain, which it corrects first', async () => {
    const weighed: string[] = [];
    await corrected('I recieved teh parcel yesterdey.', {}, {}, weighed);
    const choices = weighed.filter((text) => /relieved/u.test(text));
    expect(choices.length).toBeGreaterThan(0);
    expect(choices.every((text) => text.includes('parcel yesterday'))).toBe(true);
  }, 60_000);

  it('leaves what is kept alone, and says where it stands', async () => {
    const text = 'I recieved a mesage from Teh Kompany.';
    const { text: mended, kept, corrections = [] } = await corrected(text, {}, { keep: [[25, 36, 'ORG']] });
    expect(mended).toMatch(/receive/u);
    expect(kept?.map(({ start, end, label }) => [[...mended].slice(start, end).join(''), label])).toEqual([['Teh Kompany', 'ORG']]);
    expect(corrections.every(({ end }) => end <= 25)).toBe(true);
  }, 60_000);

  it.each([
    'Ask Anke at Siemens about nginx in Łódź.', 'Meet me at 5 pm on Tuesday, Ms Zhao.', 'The colour of the theatre is grey.',
    'The Kubernetes cluster runs nginx v2.3.1.', 'Send the PDF to Okonkwo and Szczepański.',
  ])('leaves names, codes and British spelling alone: %s', async (text) => {
    expect((await corrected(text)).text).toBe(text);
  }, 60_000);

  it.each([
    ['alot', 'a lot'], ['aswell', 'as well'], ['incase', 'in case'], ['infront', 'in front'], ['atleast', 'at least'], ['abit', 'a bit'],
    ['eventhough', 'even though'], ['noone', 'no one'], ['alittle', 'a little'], ['eachother', 'each other'], ['upto', 'up to'],
    ['inbetween', 'in between'], ['rightaway', 'right away'], ['infact', 'in fact'], ['ontime', 'on time'], ['assoon', 'as soon'],
    ['inthe', 'in the'], ['forthe', 'for the'], ['becareful', 'be careful'], ['amnot', 'am not'], ['nextweek', 'next week'],
    ['everytime', 'every time'], ['goverment', 'government'], ['thier', 'their'], ['freind', 'friend'],
  ])('mends %s as %s: one word where one letter makes it frequent, two where they are often joined', async (wrong, right) => {
    const { corrections = [] } = await corrected(`They think ${wrong} about it.`);
    expect(corrections.find(({ text }) => text === wrong)?.instead).toBe(right);
  }, 60_000);

  it.each([
    ['wether', ['whether', 'weather']], ['wheather', ['whether', 'weather']], ['hous', ['house', 'hours', 'hour', 'hops']],
    ['alltogether', ['altogether', 'all together']],
  ])('suggests for %s %j alone, of which the model chooses one', async (wrong, suggested) => {
    const text = `They think ${wrong} about it.`;
    const slips = await tools.proofread?.(text) ?? [];
    expect(slips.map((slip) => [slip.text, unsplit(slip, tools).instead])).toEqual([[wrong, suggested]]);
    const { corrections = [] } = await corrected(text);
    expect(suggested).toContain(corrections.find((one) => one.text === wrong)?.instead);
  }, 60_000);

  it('weighs two words beside the frequent ones one letter away only where the first is a function word', () => {
    const options = (text: string, instead: string[]): readonly string[] =>
      unsplit({ text, start: 0, end: text.length, instead, kind: 'spelling', reason: '' }, tools).instead;
    expect(options('wether', ['wet her'])).toEqual(['whether', 'weather']);
    expect(options('apain', ['a pain'])).toEqual(['again', 'a pain']);
    expect(options('forthe', ['fort he', 'for the'])).toEqual(['for the']);
    expect(options('becareful', ['be careful'])).toEqual(['be careful']);
    expect(options('recieved', ['received', 'relieved'])).toEqual(['received', 'relieved']);
  });

  it('leaves a text in another language alone and names the language, unless it is asked to read it', async () => {
    const german = 'Die Sitzung wird verschoben.';
    const asked = (options: RequestOptions): ReturnType<typeof paraphraseText> =>
      paraphraseText(german, { tools, settings: settingsOf({ aim: 'clean', ...options }, 3) });
    expect(await asked({})).toMatchObject({ rewrites: [], languages: ['de'] });
    expect((await asked({ foreign: true })).rewrites).toHaveLength(1);
  }, 60_000);

  it('refuses what it can\'t serve', async () => {
    for (const options of [{ avoid: ['x'] }, { require: ['x'] }, { vocabulary: ['x'] }, { mode: 'parabank2' as const }])
      await expect(corrected('It was me.', options)).rejects.toMatchObject({ code: 'bad-request' });
    const without = { ...tools, proofread: undefined };
    const asked = paraphraseText('It was me.', { tools: without, settings: settingsOf({ aim: 'clean' }, 3) });
    await expect(asked).rejects.toMatchObject({ code: 'bad-request' });
  });

  it.each([
    ['She was lead to a small room.', 'lead', 'led'], ['The house was build in 1890.', 'build', 'built'],
    ['Did she went to the party?', 'went', 'go'], ['They have already began.', 'began', 'begun'],
    ['We enjoyed to swim.', 'to swim', 'swimming'], ['I look forward to meet you.', 'to meet', 'to meeting'],
    ['He must to finish it.', 'to ', ''], ['This is the most biggest one.', 'most biggest', 'biggest'],
    ['More better trains run.', 'More better', 'Better'], ['Nobody knew what what to do.', ' what', ''],
    ['It was a long dessert.', 'dessert', 'desert'],
  ])('has a remedy for the model to weigh: %s', (text, was, instead) => {
    const found = possibleSlips(text, tools.inflector).filter((slip) => slip.text === was).flatMap((slip) => slip.instead);
    expect(found).toContain(instead);
  });

  it.each(['Call 020 555 555 now.', 'We went to Bora Bora.', 'Duran Duran played.', 'She had had enough.'])(
    'deletes no number, no part of a name and no word that may stand twice: %s', (text) => {
      expect(possibleSlips(text, tools.inflector).filter(({ kind }) => kind === 'repetition')).toEqual([]);
    });

  it('takes what the proofreader finds only where the model does not hold the text as it stands for better', async () => {
    const [text, worse] = ['The sun rises in the east.', 'The sunrises in the east.'];
    const proofread = (): Promise<Slip[]> => Promise.resolve([
      { text: 'sun rises', start: 4, end: 13, instead: ['sunrises'], kind: 'confusion', reason: 'A test says so.' },
    ]);
    const made = async (better: string): Promise<string | undefined> => {
      const wanted = tools.pieces.encode(better).join();
      const cost = (ids: readonly number[]): Float32Array => Float32Array.of(ids.join() === wanted ? -1 : -9);
      const score = (requests: readonly ScoreRequest[]): Promise<Scores[]> =>
        Promise.resolve(requests.map(({ source, target }) => ({ logProbs: cost(target), prior: cost(source) })));
      const asked = { tools: { ...tools, model: modelWith(score), proofread }, settings: settingsOf({ aim: 'clean' }, 3) };
      return (await paraphraseText(text, asked)).rewrites[0]?.text;
    };
    expect([await made(text), await made(worse)]).toEqual([text, worse]);
  }, 60_000);

  it('knows, for the model to weigh, what was planted in sentences that only their words tell', async () => {
    const found = planted.filter(([kind, text, right]) => /^(?:agreement|confusion)$/u.test(kind) && possibleSlips(text,
      tools.inflector).some(
      ({ start, end, instead }) => instead.some((one) => text.slice(0, start) + one + text.slice(end) === right),
    ));
    expect(found.length).toBeGreaterThan(30);
    const wrong = (await tools.proofread?.('She bought a new car last month.')) ?? [];
    expect(wrong).toEqual([]);
  }, 60_000);
});
