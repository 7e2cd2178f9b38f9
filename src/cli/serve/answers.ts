import * as v from 'valibot';
import { settingsOf } from '../../core/options.ts';
import { checkPair, scorePairs } from '../../core/pipeline/score.ts';
import { paraphraseText } from '../../core/pipeline/text.ts';
import { inKnownLanguage } from '../../core/protocol.ts';
import { checkFields } from '../flags.ts';
import { askedText, paraphraseSchema, scoreEntries } from '../requests.ts';
import type { LoadedTools } from '../tools.ts';

/** What a checked request still has to do, when its turn has come. */
export type Task = (signal: AbortSignal) => Promise<unknown>;

const scoreSchema = v.strictObject(scoreEntries);

/** What is asked for by its path; each checks a body. @throws OtherwiseError `unknown-field`, `missing-field`, `bad-request`, `text-*` */
export const tasks: Readonly<Record<string, (body: unknown, tools: LoadedTools) => Task>> = {
  '/paraphrase': (body, tools) => {
    const { text, ...fields } = checkFields(paraphraseSchema, body);
    const { options, input } = askedText(fields);
    const settings = settingsOf(options, tools.threshold);
    return async (signal) => inKnownLanguage(await paraphraseText(text, { tools, settings, signal }, input));
  },
  '/score': (body, tools) => {
    const { source, rewrite, lines = false, foreign, ...given } = checkFields(scoreSchema, body);
    const pair = [source, rewrite] as const;
    checkPair(pair, tools, foreign);
    const settings = settingsOf(given, tools.threshold);
    return async (signal) => {
      const [scores] = await scorePairs([pair], { tools, settings, signal }, { lines, foreign: [foreign] });
      return { ...scores, ...tools.execution };
    };
  },
};
