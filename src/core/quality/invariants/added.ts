import type { WordKnowledge } from '../../text/knowledge.ts';
import forms from '../data/irregular-forms.json' with { type: 'json' };
import { type Finding, found } from '../finding.ts';
import { isQuestion, type Reading, type Token } from '../reading/reading.ts';

const interjection = /^(?:a+h+|a+w+|e+h+|e+w+|ha(?:ha)*|he+y+|hm+|huh|mm+|o+h+|oops|ouch|phew|ugh|u+h+|u+m+|wo+w|yay|yikes|yo|yuck)$/u;

/** Finds exclamations that the source lacks: a model that may not say the word it wants says anything. */
export function addedInterjections(source: Reading, rewrite: Reading): Finding[] {
  if (source.words.some((word) => interjection.test(word))) return [];
  const added = rewrite.words.filter((word) => interjection.test(word));
  return added.length > 0 ? [found('word', [], added)] : [];
}

/** Words of statements that may become questions: orders, wishes, and words of asking. */
const mayAsk = new Set((
  'ask wonder tell know want like need please let if whether suppose guess may might can could would should will shall must what ' +
  'who whom whose where when why how which hope expect think believe doubt sure'
).split(' '));
const tag = /,\s*\p{L}+(?:n['’]t)?\s+(?:i|you|he|she|it|we|they|there)\s*\?\s*$/iu;

/**
 * Finds a statement that became a question: “The shop closes at six.” must not become “Does the shop close at six?”; an order or a wish
 * may.
 */
export function addedQuestion(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  if (isQuestion(source) || !isQuestion(rewrite) || tag.test(rewrite.text)) return [];
  const [first = ''] = source.words;
  const asks = known.order(first) || source.words.some((word) => mayAsk.has(word));
  return asks ? [] : [found('question')];
}

const wordsOf = ({ tokens }: Reading): Reading['tokens'] => tokens.filter(({ kind }) => kind === 'word');
const participle = /[^e]ed$|en$/u;
/** Words of a tense or a voice, and others that are no noun: “have placed orders”, “be pushed back”. */
const tense = /^(?:be|is|are|was|were|been|being|have|has|had|having)$/u;
const particle = /^(?:up|down|back|out|off|away|again|as|by)$/u;
const determiner = /^(?:the|a|an|this|that|these|those|my|your|his|her|its|our|their)$/u;

/**
 * Finds a participle before a noun that became a verb acting on the noun, while the old verb is gone: “They get needed help.” must not
 * become “They need help.”
 */
export function lostParticiple(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const [before, after] = [wordsOf(source), wordsOf(rewrite)];
  const isDetermined = (at: number): boolean => determiner.test(before[at - 1]?.word ?? '');
  const verbAt = (at: number): Token | undefined => before[at - (isDetermined(at) ? 2 : 1)];
  const lost = before.findIndex((token, at) => {
    const [verb, noun] = [verbAt(at), before[at + 1]];
    if (!participle.test(token.word) || token.capital || !verb || !noun) return false;
    if (known.closed(noun.word) || particle.test(noun.word)) return false;
    if (!isVerb(verb, known) || rewrite.stems.has(verb.stem)) return false;
    const isOther = (word: string): boolean => word.length < token.word.length || isDetermined(at);
    return after.some((other, place) => other.stem === token.stem && isOther(other.word) && isDone(after, place, noun));
  });
  return lost < 0 ? [] : [found('detail', [verbAt(lost)?.word ?? '', before[lost]?.word ?? ''])];
}

const pasts = new Set(Object.keys(forms.pasts));
const isVerb = ({ word, stem }: Token, known: WordKnowledge): boolean =>
  !known.closed(word) && !tense.test(word) && (known.order(word) || known.order(stem) || known.verb(word) !== undefined || pasts.has(word));

/** Tells whether a word acts on a noun: “translated the letters”, not “the translated letters”. */
function isDone(words: Reading['tokens'], at: number, noun: Token): boolean {
  const [previous, next, second] = [words[at - 1], words[at + 1], words[at + 2]];
  if (determiner.test(previous?.word ?? '')) return false;
  return next?.stem === noun.stem || (determiner.test(next?.word ?? '') && second?.stem === noun.stem);
}
