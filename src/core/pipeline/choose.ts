import { AIM_POOL, serveAim } from '../choice/aims.ts';
import type { Chosen } from '../choice/choose.ts';
import type { SentenceContext } from './method.ts';
import type { Pool } from './pool.ts';
import { marked } from './replaced.ts';

/** Chooses the set that is shown. An aim chooses among more rewrites, which may be more alike. */
export function choose({ method, source: { text }, settings, tools }: SentenceContext, { accepted }: Pool): Chosen[] {
  const { aim, n, diversity } = settings;
  if (aim === 'any' || aim === 'clean') return method.choose(text, accepted, settings);
  const wide = { ...settings, n: Math.max(AIM_POOL.n, n), diversity: Math.min(AIM_POOL.diversity, diversity) };
  const named = method.choose(text, accepted, wide)
    .map((chosen) => ({ chosen, text: chosen.candidate.text, findings: chosen.candidate.findings }));
  return serveAim(aim, text, named, { n, measures: tools.measures }).rewrites.map(({ chosen }) => chosen);
}

/** Chooses a set of candidates below the reject threshold that the list was not filled up with, and marks them. It serves `doubts`. */
export function chooseDoubtful({ method, source, settings }: SentenceContext, { accepted, near }: Pool): Chosen[] {
  const taken = new Set(accepted.map(({ text }) => text));
  const unlikely = near.filter((candidate) => candidate.unlikely === true && !taken.has(candidate.text));
  return method.choose(source.text, unlikely, settings, [0]).map((chosen) => ({ ...chosen, candidate: marked(chosen.candidate) }));
}
