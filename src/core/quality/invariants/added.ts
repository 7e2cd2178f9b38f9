import type { WordKnowledge } from '../../text/knowledge.ts';
import { type Finding, found } from '../finding.ts';
import { isQuestion, type Reading } from '../reading/reading.ts';

const interjection = /^(?:a+h+|a+w+|e+h+|e+w+|ha(?:ha)*|he+y+|hm+|huh|mm+|o+h+|oops|ouch|phew|ugh|u+h+|u+m+|wo+w|yay|yikes|yo|yuck)$/u;

/** Exclamations that the source lacks: a model that may not say the word it wants to says anything. */
export function addedInterjections(source: Reading, rewrite: Reading): Finding[] {
  if (source.words.some((word) => interjection.test(word))) return [];
  const added = rewrite.words.filter((word) => interjection.test(word));
  return added.length > 0 ? [found('word', [], added)] : [];
}

/** What a statement may ask for in other words: orders, wishes, and what speaks of asking. */
const mayAsk = new Set((
  'ask wonder tell know want like need please let if whether suppose guess may might can could would should will shall must what ' +
  'who whom whose where when why how which hope expect think believe doubt sure'
).split(' '));
const tag = /,\s*\p{L}+(?:n['’]t)?\s+(?:i|you|he|she|it|we|they|there)\s*\?\s*$/iu;

/** “The shop closes at six.” must not become “Does the shop close at six?”; an order or a wish may. */
export function addedQuestion(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  if (isQuestion(source) || !isQuestion(rewrite) || tag.test(rewrite.text)) return [];
  const [first = ''] = source.words;
  const asks = known.order(first) || source.words.some((word) => mayAsk.has(word));
  return asks ? [] : [found('question')];
}

const wordsOf = ({ tokens }: Reading): Reading['tokens'] => tokens.filter(({ kind }) => kind === 'word');
const participle = /(?:ed|en|ing)$/u;

/** “They get needed help.” must not become “They need help.”: what told of a noun is what is done to it now, and the verb is gone. */
export function lostParticiple(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const [before, after] = [wordsOf(source), wordsOf(rewrite)];
  const lost = before.findIndex((token, at) => {
    const [verb, noun] = [before[at - 1], before[at + 1]];
    if (!participle.test(token.word) || !verb || !noun || known.closed(noun.word)) return false;
    if (!known.order(verb.stem) || rewrite.stems.has(verb.stem)) return false;
    const isVerb = (other: string): boolean => other.length < token.word.length;
    return after.some((other, place) => other.stem === token.stem && isVerb(other.word) && after[place + 1]?.stem === noun.stem);
  });
  return lost < 0 ? [] : [found('detail', [before[lost - 1]?.word ?? '', before[lost]?.word ?? ''])];
}
