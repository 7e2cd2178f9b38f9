import * as v from 'valibot';
import { settingsOf } from '../../core/options.ts';
import { checkPair } from '../../core/pipeline/score.ts';
import { inKnownLanguage } from '../../core/known-language.ts';
import type { LocalRewriter } from '../../engine/local-rewriter.ts';
import { checkFields } from '../flags.ts';
import { askedText, paraphraseSchema, scoreEntries } from '../requests.ts';

/** The work that a checked request still has to do when its turn has come. */
export type Task = (signal: AbortSignal) => Promise<unknown>;

const scoreSchema = v.strictObject(scoreEntries);

/** The tasks by path; each checks a body. @throws OtherwiseError `unknown-field`, `missing-field`, `bad-request`, `text-*` */
export const tasks: Readonly<Record<string, (body: unknown, rewriter: LocalRewriter) => Task>> = {
  '/paraphrase': (body, rewriter) => {
    const { text, ...fields } = checkFields(paraphraseSchema, body);
    const { options, input } = askedText(fields);
    settingsOf(options, rewriter.tools.threshold);
    return async (signal) => inKnownLanguage(await rewriter.rewrite(text, { ...options, lines: input.lines }, { signal, input }));
  },
  '/score': (body, rewriter) => {
    const { source, rewrite, foreign, ...given } = checkFields(scoreSchema, body);
    const pair = [source, rewrite] as const;
    checkPair(pair, rewriter.tools, foreign);
    settingsOf(given, rewriter.tools.threshold);
    return async (signal) => {
      const [scores] = await rewriter.score([pair], given, { signal, foreign: [foreign] });
      return { ...scores, ...rewriter.engine.execution };
    };
  },
};
