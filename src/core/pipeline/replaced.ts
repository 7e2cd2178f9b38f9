import type { TextBan } from '../constraints/hard-ban.ts';
import { alignedPhrases } from '../alignment/phrases.ts';
import { type Chosen, rightOf } from '../choice/choose.ts';
import { type Finding, found } from '../quality/finding.ts';
import type { Candidate } from '../quality/candidate.ts';
import { isFunctionWord } from '../quality/reading/reading.ts';
import { stem } from '../quality/reading/stem.ts';
import { foldWord, wordTokens } from '../text/words.ts';
import type { SourceText } from './source.ts';

/** The most words of a phrase that may stand in the place of an avoided one. */
const MOST = 3;

/**
 * Finds what stands in the place of an avoided phrase, by how the two texts align, and gives a finding with both phrases. It is undefined
 * where the source contains no avoided phrase, or where nothing short stands there. Where the sentence is built otherwise, the only new
 * content word counts as the replacement.
 */
export function replacementOf(source: string, rewrite: string, ban: TextBan): Finding | undefined {
  for (const pair of alignedPhrases(rewrite, source)) {
    const [lost, gained] = [source.slice(pair.source.start, pair.source.end), rewrite.slice(pair.rewrite.start, pair.rewrite.end)];
    const words = wordTokens(gained).map(({ text }) => text);
    if (ban.violates(lost) && words.length <= MOST && words.some((word) => !isFunctionWord(foldWord(word))))
      return found('replacement', [wordTokens(lost).map(({ text }) => text).join(' ')], [words.join(' ')]);
  }
  const [lost, ...others] = missing(source, rewrite).filter((word) => ban.violates(word));
  const [gained, ...more] = missing(rewrite, source);
  if (lost === undefined || gained === undefined || others.length + more.length > 0) return undefined;
  return found('replacement', [lost], [gained]);
}

/** Gives the content words that the other text has in no form, as written. */
function missing(text: string, other: string): string[] {
  const stems = new Set(wordTokens(other).map((word) => stem(foldWord(word.text))));
  return wordTokens(text).map((word) => word.text).filter((word) => !isFunctionWord(foldWord(word)) && !stems.has(stem(foldWord(word))));
}

/** The least quality estimate of a replacement: below it the new word is hardly ever suitable. */
const LEAST = 0.1;

/** Gives the candidates that replace an avoided phrase and may be right, the likeliest first. */
export function replacing(candidates: readonly Candidate<'scored'>[], { text: source, hardBan }: SourceText): Candidate<'scored'>[] {
  const mayDo = candidates.filter((candidate) => rightOf(candidate) >= LEAST);
  return mayDo.filter(({ text }) => replacementOf(source, text, hardBan)).toSorted((a, b) => rightOf(b) - rightOf(a));
}

/** Adds the finding that names the phrase in the place of an avoided one, for people, to a candidate below the flag threshold. */
export function toldOfBan(candidate: Candidate<'scored'>, { text, hardBan }: SourceText): Finding[] {
  const replacement = candidate.doubtful === true ? replacementOf(text, candidate.text, hardBan) : undefined;
  return replacement ? [replacement] : [];
}

/** Marks a candidate as one that is probably wrong. */
export const marked = (candidate: Candidate<'scored'>): Candidate<'scored'> =>
  ({ ...candidate, findings: [...candidate.findings, { kind: 'unlikely' }] });

/** Returns the findings of a candidate that the list was filled up with. */
export const filledUp = (chosen: Chosen | undefined): readonly Finding[] =>
  chosen?.candidate.findings.filter(({ kind }) => kind === 'unlikely') ?? [];
