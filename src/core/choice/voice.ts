import irregular from '../quality/data/irregular-forms.json' with { type: 'json' };
import { read, type Token } from '../quality/reading/reading.ts';

const forms = new Set('am is are was were be been being'.split(' '));
const between = new Set('not also already never always often still just now then later soon only ever even'.split(' '));
/** Participles that are their own infinitives; only the form of *be* before them tells them. */
const alike = 'put set cut hit shut read cast spread split'.split(' ');
const participles = new Set([...Object.keys(irregular.participles), ...Object.keys(irregular.pasts), ...alike]);

const isParticiple = ({ word }: Token): boolean => /[^e]ed$/u.test(word) || participles.has(word);
const isBetween = ({ word }: Token): boolean => forms.has(word) || between.has(word) || /..ly$/u.test(word);

/** Counts the passive clauses of a text: forms of *be* with a participle behind them, adverbs between. `was tired` counts as one. */
export function passivesOf(text: string): number {
  const { tokens } = read(text);
  return tokens.filter((token, at) => {
    if (!forms.has(token.word) || forms.has(tokens[at - 1]?.word ?? '')) return false;
    const next = tokens.slice(at + 1).find((other) => !isBetween(other));
    return next !== undefined && isParticiple(next);
  }).length;
}
