import { chooseSet, listed } from '../choice/choose.ts';
import { inOrder } from '../choice/order.ts';
import { chooseDistinct, setCandidate } from '../choice/set.ts';
import type { Style } from '../decoding/style.ts';
import type { Settings } from '../options.ts';
import type { Candidate } from '../quality/candidate.ts';
import { finishLike } from '../text/finish.ts';
import { spelledOutKey } from '../text/normalise.ts';
import { fresh } from './admit.ts';
import { drawFirst, hasChips } from './chips.ts';
import { fillUp, replaceBanned } from './fill.ts';
import type { Method, SentenceContext } from './method.ts';
import { likeliest, promiseOf, showHeld } from './rank.ts';
import { asksAdapter } from './read-pairs.ts';
import { recombine } from './recombine.ts';
import { drawRounds } from './rounds.ts';

/** The styles that the sets of a request take in turn, by the option `distance`. They span rewrites from close to bold. */
const SPANS: readonly (readonly Style[])[] = [
  [{ distance: 0 }],
  [{ distance: 0 }, { distance: 1 }],
  [{ distance: 1 }, { distance: 1, kind: 'restructured' }, { distance: 2, kind: 'plainer' }],
  [{ distance: 2 }, { distance: 2, kind: 'plainer' }, { distance: 3, kind: 'bold' }],
  [{ distance: 3 }, { distance: 4, kind: 'bold' }],
];

/** The part of the style that an aim sets in every sample. */
const AIMS: Readonly<Record<Settings['aim'], Partial<Style>>> = {
  any: {}, plainer: { kind: 'plainer' }, shorter: { length: 'shorter' }, longer: { length: 'longer' },
  formal: {}, friendly: {}, active: { kind: 'restructured' }, structure: { kind: 'edit' }, clean: { kind: 'edit' },
};

/** The styles that the sets of a request take in turn. */
function stylesOf({ distance, aim }: Settings): readonly Style[] {
  return (SPANS[distance] ?? [{ distance }]).map((style) => ({ ...style, ...AIMS[aim] }));
}

/** A sample is given up when its mean nats take more than this share of the threshold for both directions. */
const GIVE_UP = 0.45;
/** The share of samples that run a second course when the first one ended without a required phrase. */
const PRESSED = 0.5;

/**
 * Our method. It draws sets in several styles, estimates and scores the candidates, and shows the set with the largest expected number of
 * distinct right rewrites.
 * While the set is hardly there, it draws further rounds with other sets, other samples and a tag for nearer rewrites, the third without
 * random bans. It draws no further round when many candidates contain the required phrases but none passed, because then those phrases are
 * the reason. After the last round it recombines edits. Where nothing passed, it shows the next best, marked as unlikely. A required
 * phrase counts more than the threshold: when no acceptable candidate contains it, beam search tries, and the best candidates that satisfy
 * the constraints are shown with what they break.
 */
export const otherwise: Method = {
  sampling: (settings) => ({ styles: stylesOf(settings), giveUpAbove: GIVE_UP * settings.threshold, pressed: PRESSED }),
  async draw(sentence, pool) {
    if (hasChips(sentence)) showHeld(sentence, pool);
    await drawRounds(sentence, pool, drawFirst);
    // Without an adapter, too little is known of the new texts to tell which are right.
    if (sentence.settings.recombine && asksAdapter(sentence)) await recombine(sentence, pool);
    if (!sentence.settings.topUp) return;
    replaceBanned(sentence, pool);
    // Places stay empty rather than being filled with what is unlikely.
    if (pool.accepted.length === 0) await fillUp(sentence, pool, true);
  },
  distinct: fresh(spelledOutKey, finishLike),
  promising: (sound, most, sentence) => sentence.settings.diversity > 0 ? likelyAndApart(sound, most, sentence) : likeliest(sound, most),
  scoresOwnTexts: false,
  choose: chooseSet,
  list: listed,
  relist: (rewrites, { diversity, order }) =>
    diversity > 0 ? inOrder(rewrites, order, ({ right, score, distance }) => ({ right: right ?? 1 / (1 + score), distance })) : rewrites,
};

/** Takes half of the candidates by their first estimate, and half because they also differ from the source and from each other. */
function likelyAndApart(
  sound: readonly Candidate<'observed'>[], most: number, { source, settings }: SentenceContext,
): ReadonlySet<Candidate<'observed'>> {
  const weighed = sound.map((candidate) => setCandidate(candidate.text, promiseOf(candidate)));
  const half = likeliest(sound, Math.ceil(most / 2));
  const chosen = chooseDistinct(setCandidate(source.text, 1).words, weighed, { n: most, apart: settings.diversity, wrong: 0 })
    .map((index) => sound[index] as Candidate<'observed'>);
  return new Set([...half, ...chosen.filter((candidate) => !half.has(candidate)).slice(0, most - half.size)]);
}
