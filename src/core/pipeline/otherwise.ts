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
import { drawRounds } from './rounds.ts';

/** The styles that the sets of a request take in turn, by its distance, so that its samples span close to bold. */
const SPANS: readonly (readonly Style[])[] = [
  [{ distance: 0 }],
  [{ distance: 0 }, { distance: 1 }],
  [{ distance: 1 }, { distance: 1, kind: 'restructured' }, { distance: 2, kind: 'plainer' }],
  [{ distance: 2 }, { distance: 2, kind: 'plainer' }, { distance: 3, kind: 'bold' }],
  [{ distance: 3 }, { distance: 4, kind: 'bold' }],
];

/** What an aim asks of every sample. */
const AIMS: Readonly<Record<Settings['aim'], Partial<Style>>> = {
  any: {}, plainer: { kind: 'plainer' }, shorter: { length: 'shorter' }, longer: { length: 'longer' },
  formal: {}, friendly: {}, active: { kind: 'restructured' }, structure: { kind: 'edit' }, clean: { kind: 'edit' },
};

/** The styles that the sets of a request take in turn. */
function stylesOf({ distance, aim }: Settings): readonly Style[] {
  return (SPANS[distance] ?? [{ distance }]).map((style) => ({ ...style, ...AIMS[aim] }));
}

/** A sample whose mean nats take more than this share of what both directions may have is given up. */
const GIVE_UP = 0.45;
/** The share of samples that are pressed to meet a demand that they ended without. */
const PRESSED = 0.5;

/**
 * Ours: sets in several styles, judged and scored, of which the set is shown that has the largest expected number of
 * distinct right rewrites. It draws another round with other sets, other samples and a tag for nearer rewrites while the
 * set is hardly there, the third without random bans, but none where demands are met in plenty and nothing passed: then
 * they are why. It shows the next best, marked as unlikely, where nothing passed. A demand is worth more than the
 * threshold: when nothing acceptable holds it, beam search tries, and the best lawful candidates are shown with what they
 * break.
 */
export const otherwise: Method = {
  sampling: (settings) => ({ styles: stylesOf(settings), giveUpAbove: GIVE_UP * settings.threshold, pressed: PRESSED }),
  async draw(sentence, pool) {
    if (hasChips(sentence)) showHeld(sentence, pool);
    await drawRounds(sentence, pool, drawFirst);
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

/** Half of them the likeliest at first sight, half those that differ from the source and from each other as well. */
function likelyAndApart(
  sound: readonly Candidate<'observed'>[], most: number, { source, settings }: SentenceContext,
): ReadonlySet<Candidate<'observed'>> {
  const weighed = sound.map((candidate) => setCandidate(candidate.text, promiseOf(candidate)));
  const half = likeliest(sound, Math.ceil(most / 2));
  const chosen = chooseDistinct(setCandidate(source.text, 1).words, weighed, { n: most, apart: settings.diversity, wrong: 0 })
    .map((index) => sound[index] as Candidate<'observed'>);
  return new Set([...half, ...chosen.filter((candidate) => !half.has(candidate)).slice(0, most - half.size)]);
}
