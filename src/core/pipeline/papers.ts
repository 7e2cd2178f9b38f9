import { chooseSet, listed } from '../choice/choose.ts';
import { foldSpace } from '../text/finish.ts';
import { comparisonKey } from '../text/normalise.ts';
import { asDecoded, fresh } from './admit.ts';
import { drawBeam } from './draw.ts';
import { fillUp } from './fill.ts';
import type { Method } from './method.ts';
import { likeliest } from './rank.ts';
import { drawRounds, take } from './rounds.ts';

/**
 * The part that the papers' methods share: they take the sentence as it stands, in one style, and score every candidate's own text both
 * ways.
 */
const paper = {
  sampling: ({ distance }) => ({ styles: [{ distance }] }),
  scoresOwnTexts: true,
  relist: (rewrites) => rewrites,
} satisfies Partial<Method>;

/**
 * ParaBank 2 with the paper's numbers (§2, §3.3). It draws one round unless the request asks for more, without invariants, estimator,
 * look-ahead or top-up. The winners of its clusters are its rewrites.
 */
export const parabank2: Method = {
  ...paper,
  async draw(sentence, pool) {
    await drawRounds(sentence, pool);
    if (sentence.settings.topUp) await fillUp(sentence, pool, true);
  },
  distinct: fresh(comparisonKey, (_source, text) => foldSpace(text)),
  promising: likeliest,
  choose: chooseSet,
  list: listed,
};

/** One of ParaBank's numbered systems (§3.2). Its rewrites are the hypotheses of its beam, in the beam's order, as they were decoded. */
export const parabank: Method = {
  ...paper,
  async draw(sentence, pool) {
    await take(await drawBeam(sentence), sentence, pool);
    if (sentence.settings.topUp) await fillUp(sentence, pool, false);
  },
  distinct: asDecoded,
  promising: (sound, most) => new Set(sound.slice(0, most)),
  choose: (_source, candidates, { n }) => candidates.slice(0, n).map((candidate) => ({ candidate })),
  list: (_source, chosen) => [...chosen],
};
