import bounds from '../data/bounds.json' with { type: 'json' };
import { quantities, type Quantity } from './quantities.ts';
import type { Reading } from './reading.ts';
import { drop, type Slip } from '../finding.ts';

interface Bound {
  readonly up: boolean;
  readonly form: string;
}

const phrases = (list: readonly string[], up: boolean): { words: string[]; up: boolean }[] =>
  list.map((phrase) => ({ words: phrase.split(' '), up }));
const longestFirst = (a: { words: string[] }, b: { words: string[] }): number => b.words.length - a.words.length;
const leading = [...phrases(bounds.up, true), ...phrases(bounds.down, false)].sort(longestFirst);
const trailing = [...phrases(bounds.upAfter, true), ...phrases(bounds.downAfter, false)].sort(longestFirst);
const negators = new Set(['not', 'no', 'never', 'nobody', 'without']);

/** The bound on a number, from the words around it: “less than six” is an upper one, and so is “can't hold more than six”. */
function boundOf(reading: Reading, quantity: Quantity): Bound | undefined {
  const words = reading.tokens.map((token) => token.word);
  let start = quantity.from;
  while (['about', 'a', 'an', 'the', 'just', 'some', '$', '€', '£', 'around', 'only'].includes(words[start - 1] ?? '')) start--;
  for (const { words: phrase, up } of leading) {
    const at = start - phrase.length;
    if (at < 0 || !phrase.every((word, offset) => words[at + offset] === word)) continue;
    if (
      phrase[0] === 'over' &&
      ['is', 'was', 'be', 'are', 'were', 'all', 'been'].includes(words[at - 1] ?? '') &&
      quantity.unit?.kind === 'time'
    )
      continue;
    const denied =
      words[at - 1] !== 'no' && phrase.at(-1) === 'than' && words.slice(Math.max(0, at - 4), at).some((word) => negators.has(word));
    return { up: denied ? !up : up, form: phrase.join(' ') };
  }
  for (const { words: phrase, up } of trailing) {
    const found = [0, 1, 2].find((gap) => phrase.every((word, offset) => words[quantity.to + gap + offset] === word));
    if (found !== undefined) return { up, form: phrase.join(' ') };
  }
  return undefined;
}

const nearly = new Set(['almost', 'nearly']);

/** more than an hour → almost an hour, less than an hour: on a loose number only a turn of the bound counts. */
function looseTurn(source: Reading, rewrite: Reading, quantity: Quantity, after: readonly Quantity[]): Slip[] {
  const partner = after.find(
    (other) => other.loose && other.value === quantity.value && other.unit?.form.toLowerCase() === quantity.unit?.form.toLowerCase(),
  );
  const [a, b] = [boundOf(source, quantity), partner && boundOf(rewrite, partner)];
  const short = partner && nearly.has(rewrite.tokens[partner.from - 1]?.word ?? '') ? rewrite.tokens[partner.from - 1]?.word : undefined;
  if (a && b && a.up !== b.up) return [drop('bound', [a.form], [b.form])];
  return a?.up && short !== undefined ? [drop('bound', [a.form], [short])] : [];
}

/** “less than six” must stay an upper bound on six: it may not flip, vanish or appear. On loose numbers (an hour) it may not turn. */
export function boundSlips(source: Reading, rewrite: Reading): Slip[] {
  const after = quantities(rewrite);
  return quantities(source).flatMap((quantity) => {
    if (quantity.loose && quantity.value !== 0) return quantity.unit ? looseTurn(source, rewrite, quantity, after) : [];
    const partner = after.find((other) => Math.abs(other.value - quantity.value) < 1e-9);
    const [a, b] = [boundOf(source, quantity), partner && boundOf(rewrite, partner)];
    if (!partner || a?.up === b?.up) return [];
    return [drop('bound', a ? [`${a.form} ${quantity.form}`] : [], b ? [`${b.form} ${partner.form}`] : [])];
  });
}
