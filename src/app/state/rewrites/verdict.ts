import { type Finding, found } from '../../../core/quality/finding.ts';
import type { Rewrite } from '../../../core/protocol.ts';
import { foldWord } from '../../../core/text/words.ts';
import type { Comparison } from './changes.ts';
import { isDoubtful } from './doubtful.ts';
import { exchangedPhrases, type Exchanged } from './exchanged.ts';
import { strangers, swapped, unbalanced } from './objections.ts';
import { isContentWord, type Piece } from './pieces.ts';

/** The word on a card, and its reasons. */
export interface Verdict {
  /**
   * `same`: the meaning is the same. `probable`: it probably is, and the reader need not check. `check`: it may have changed, or there is a
   * finding. `doubtful`: the rewrite is hardly right. Undefined if there is neither an estimator nor a finding.
   */
  readonly word: 'same' | 'probable' | 'check' | 'doubtful' | undefined;
  /** The reasons for `check` and `doubtful`, the weightiest first; none for the others. */
  readonly reasons: readonly Finding[];
}

/**
 * The limits of the words, in quality estimates. They were chosen on the part dev of the blind readings so that 95 of 100 that are called
 * the same are right, and at least half of those to check are wrong (`npm run -s quality -- --grades`, test/quality/README.md).
 */
const limits = {
  /** From this estimate on the meaning is called the same. */
  same: 0.86,
  /** From this one on it is called the same where at most `FEW` content words are replaced. */
  sameFew: 0.84,
  /** Below this one a reader had better check. */
  check: 0.5,
} as const;
/** Words of content that may be exchanged in what `sameFew` is about. */
const FEW = 1;
/** The most reasons that are named, the weightiest ones. */
const NAMED = 2;

/**
 * Chooses one word for a rewrite. Only two observations tell more than its estimate: phrases that changed places, and findings that people
 * always see. Words left out or put in without a replacement are no more often wrong at the same estimate; they only keep a rewrite from
 * being called the same.
 */
export function verdictOf(rewrite: Pick<Rewrite, 'right' | 'findings' | 'doubted'>, comparison: Comparison): Verdict {
  const { right, findings = [] } = rewrite;
  const told = findings.filter(({ kind }) => kind !== 'detail' && kind !== 'unlikely');
  const seen = [...swapped(comparison), ...told.map((finding) => asWritten(finding, comparison))];
  if (isDoubtful(rewrite)) return { word: 'doubtful', reasons: reasonsOf(rewrite, seen, comparison) };
  if (seen.length > 0 || (right !== undefined && right < limits.check))
    return { word: 'check', reasons: reasonsOf(rewrite, seen, comparison) };
  if (right === undefined) return { word: undefined, reasons: [] };
  return { word: isSame(right, findings, comparison) ? 'same' : 'probable', reasons: [] };
}

function isSame(right: number, findings: readonly Finding[], { changes }: Comparison): boolean {
  const exchanged = Math.max(strangers(changes, 'removed', 'added').length, strangers(changes, 'added', 'removed').length);
  return findings.length + unbalanced(changes).length === 0 && right >= (exchanged <= FEW ? limits.sameFew : limits.same);
}

/** Gives the findings, then the phrases with doubted words, else those that changed most; each phrase whole and once. */
function reasonsOf(
  { findings = [], doubted }: Pick<Rewrite, 'findings' | 'doubted'>, seen: readonly Finding[], comparison: Comparison,
): Finding[] {
  const phrases = exchangedPhrases(comparison);
  const details = [...findings.filter(({ kind }) => kind === 'detail'), ...(doubted ? [doubted] : [])];
  const doubts = details.flatMap((detail) => phrases.filter((phrase) => isAbout(detail, phrase)));
  const weighty = [...seen.map((finding) => wholly(finding, phrases)), ...doubts.map(asFinding)];
  const others = [...unbalancedIn(comparison), ...phrases.toSorted((a, b) => weightOf(b) - weightOf(a))].map(asFinding);
  const named = distinct(weighty.length > 0 ? weighty : others).slice(0, NAMED);
  return named.length > 0 ? named : [{ kind: 'detail' }];
}

const asFinding = ({ lost, gained }: Exchanged): Finding => found('detail', lost ? [lost] : [], gained ? [gained] : []);
const unbalancedIn = ({ changes }: Comparison): Exchanged[] => unbalanced(changes).map(({ lost = [], gained = [] }) => ({
  lost: lost.join(' '), gained: gained.join(' '),
}));
const contentOf = (phrase: string): string[] => phrase.split(' ').filter(isContentWord);
const weightOf = ({ lost, gained }: Exchanged): number => contentOf(lost).length + contentOf(gained).length;

const holds = (phrase: string, word: string): boolean => phrase.split(' ').some((other) => foldWord(other) === foldWord(word));

/** Tells whether a phrase has a word that is doubted. */
const isAbout = ({ lost = [], gained = [] }: Finding, phrase: Exchanged): boolean =>
  lost.some((word) => holds(phrase.lost, word)) || gained.some((word) => holds(phrase.gained, word));

/** Extends a finding to the whole phrases of its words, unless it names exactly what took the place of what. */
function wholly(finding: Finding, phrases: readonly Exchanged[]): Finding {
  if (finding.kind === 'swap' || finding.kind === 'replacement') return finding;
  const { kind, lost = [], gained = [] } = finding;
  const about = phrases.filter((phrase) => isAbout(finding, phrase));
  const whole = (side: keyof Exchanged, words: readonly string[]): string[] => [
    ...about.map((phrase) => phrase[side]).filter((phrase) => phrase !== ''),
    ...words.filter((word) => !about.some((phrase) => ` ${foldWord(phrase[side])} `.includes(` ${foldWord(word)} `))),
  ];
  return about.length === 0 ? finding : found(kind, whole('lost', lost), whole('gained', gained));
}

/** Gives the words of a reason: content words, where there are any. */
function wordsOf({ lost = [], gained = [] }: Finding): string[] {
  const words = [...lost, ...gained].flatMap((phrase) => phrase.split(' '));
  const content = words.filter(isContentWord);
  return (content.length > 0 ? content : words).map(foldWord);
}

/** Leaves out reasons about the same words as one before, and doubts that name none. */
function distinct(reasons: readonly Finding[]): Finding[] {
  const said = new Set<string>();
  return reasons.filter((reason) => {
    const words = wordsOf(reason);
    const keys = words.length > 0 ? words : [reason.kind];
    const isNew = (words.length > 0 || reason.kind !== 'detail') && !keys.some((key) => said.has(key));
    for (const key of keys) said.add(key);
    return isNew;
  });
}

/** Gives a finding its names as people wrote them; they are compared in small letters. */
function asWritten(finding: Finding, { source, rewrite }: Comparison): Finding {
  if (finding.kind !== 'name') return finding;
  const written = (pieces: readonly Piece[]): ((word: string) => string) => {
    const forms = new Map(pieces.map(({ text }) => [foldWord(text), text]));
    return (phrase) => phrase.split(' ').map((word) => forms.get(foldWord(word)) ?? word).join(' ');
  };
  return found('name', finding.lost?.map(written(source)), finding.gained?.map(written(rewrite)));
}

/** The standings of rewrites from close to bold, nearest first. */
export const standings = ['close', 'between', 'bold'] as const;
export type Standing = (typeof standings)[number];

/** Shares of other words (1 − ∩/∪) from which on a rewrite is no longer close, and from which on it is bold. */
const [BETWEEN, BOLD] = [0.3, 0.5];

/** Gives the standing of a rewrite by its word distance, 0 to 1. */
export const standingOf = (distance: number): Standing => (distance < BETWEEN ? 'close' : distance < BOLD ? 'between' : 'bold');
