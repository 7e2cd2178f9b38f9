import { OtherwiseError } from '../errors.ts';
import { capitalised } from '../text/casing.ts';
import type { Pos } from '../text/regular.ts';
import { candidatePool } from './pool.ts';
import type { IdfSource, PoolOptions, PoolToken } from './pool.ts';
import { pick, pickSome } from './random.ts';
import type { UniformSource } from './random.ts';
import { systemOf } from './system-table.ts';
import type { Relation, System } from './system-table.ts';

export interface SystemResources {
  readonly idf: IdfSource;
  /** All surface forms of a word, of one class if given, as the inflector gives them. */
  readonly inflector: { forms(word: string, pos?: Pos): string[] };
  /** The word classes of the tokens in their sentence, undefined for closed-class words. */
  readonly tag: (tokens: readonly string[]) => readonly (Pos | undefined)[];
  /** Substitutes in the inflection of `word`. */
  readonly lexicon: { alternatives(word: string, filter: { relation: Relation; pos?: Pos }): readonly { readonly word: string }[] };
}

/** Systems 32–34: each of the first k tokens at its own position, or the beginning as one n-gram. */
export type Anchoring = 'position' | 'ngram';

/** The system, and the bounds of its candidate tokens. */
export interface SystemOptions extends PoolOptions {
  /** The number of the system, from 1 to 37. */
  readonly system: number;
  readonly anchoring: Anchoring;
}

/** The constraints of one system on one sentence. */
export interface SystemConstraints {
  /** Tells whether the sentence has what the system needs; if not, all lists are empty and `reason` says what is missing. */
  readonly applicable: boolean;
  readonly reason?: string;
  readonly avoid: readonly string[];
  readonly require: readonly string[];
  /**
   * The tokens of a forbidden opening. `position`: entry i is the token the rewrite must not have as its i-th; `ngram`: one entry, the
   * beginning it must not have.
   */
  readonly anchored: readonly (readonly string[])[];
  /** The decodings of systems 35–37: one for each token of the pool that has a substitute; `avoid` and `require` are those of the first. */
  readonly decodings?: readonly Substitution[];
}

/** The constraints of one decoding: a token that is banned, in both its cases, and its substitute that is required. */
export interface Substitution {
  readonly avoid: readonly string[];
  readonly require: readonly string[];
}

const nothing = { avoid: [], require: [], anchored: [] } as const;
const notApplicable = (reason: string): SystemConstraints => ({ applicable: false, reason, ...nothing });

/** The words with each one's capitalised form behind it (first letter only), without repetition. */
function bothCases(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, capitalised(word)]))];
}

/** The tokens of the ranks, counted from the top or the bottom, in falling order of IDF; undefined when the pool is too small. */
function ranked(pool: readonly PoolToken[], end: 'highest' | 'lowest', ranks: readonly number[]): PoolToken[] | undefined {
  if (pool.length <= Math.max(...ranks)) return undefined;
  const places = new Set(ranks.map((rank) => (end === 'highest' ? rank : pool.length - 1 - rank)));
  return pool.filter((_, index) => places.has(index));
}

/**
 * Gives the constraints that one of ParaBank's systems puts on a sentence (ParaBank Table 3). Negative systems ban each token and its
 * capitalised form, those with variants every form of the word class it has here. Positive ones require the token, or of a verb one other
 * form at random. Systems 35–37 have one decoding for each token of the pool that has a substitute: the token is banned, and one of its
 * substitutes at random is required. A sentence with too few tokens is not applicable; nothing else is put in its place.
 *
 * @param tokens the sentence, at least one token
 * @param random the only source of chance: the same stream gives the same constraints
 * @throws OtherwiseError `text-empty` without tokens, `bad-request` for a number outside 1–37
 */
export function systemConstraints(
  tokens: readonly string[],
  options: SystemOptions,
  resources: SystemResources,
  random: UniformSource,
): SystemConstraints {
  const system = systemOf(options.system);
  if (tokens.length === 0) throw new OtherwiseError('text-empty', 'There is no token to choose constraints from: give a sentence.');
  if (system.kind === 'none') return { applicable: true, ...nothing };
  if (system.kind === 'opening') return opening(tokens, system.count, options.anchoring);
  const pool = candidatePool(tokens, resources.idf, options);
  const few = notApplicable(`The sentence has ${pool.length} candidate tokens, too few for system ${options.system}.`);
  if (system.kind === 'substitution') return substitution({ pool, tags: resources.tag(tokens) }, system.relation, resources, random);
  const chosen = choose(pool, system, random);
  if (chosen === undefined) return few;
  const tags = system.kind === 'positive' || system.variants ? resources.tag(tokens) : [];
  const forms = ({ word, position }: PoolToken): string[] => {
    const pos = tags[position];
    return pos === undefined ? [word] : resources.inflector.forms(word, pos);
  };
  if (system.kind === 'positive') {
    const demands = chosen.map((token) => {
      if (tags[token.position] !== 'V') return token.word;
      return (
        pick(
          forms(token).filter((form) => form !== token.word),
          random,
        ) ?? token.word
      );
    });
    return { applicable: true, ...nothing, require: demands };
  }
  const words = system.variants ? chosen.flatMap(forms) : chosen.map((token) => token.word);
  return { applicable: true, ...nothing, avoid: bothCases(words) };
}

function choose(
  pool: readonly PoolToken[],
  system: Extract<System, { kind: 'ranked' | 'random' | 'positive' }>,
  random: UniformSource,
): PoolToken[] | undefined {
  if (system.kind === 'ranked') return ranked(pool, system.end, system.ranks);
  if (system.kind === 'positive') return ranked(pool, 'highest', [system.rank]);
  return pool.length < system.count ? undefined : pickSome(pool, system.count, random);
}

function opening(tokens: readonly string[], count: number, anchoring: Anchoring): SystemConstraints {
  if (tokens.length < count) return notApplicable(`The sentence has ${tokens.length} tokens; the system bans the first ${count}.`);
  const first = tokens.slice(0, count);
  return { applicable: true, ...nothing, anchored: anchoring === 'ngram' ? [first] : first.map((token) => [token]) };
}

function substitution(
  { pool, tags }: { readonly pool: readonly PoolToken[]; readonly tags: readonly (Pos | undefined)[] },
  relation: Relation,
  { lexicon }: SystemResources,
  random: UniformSource,
): SystemConstraints {
  const decodings = pool.flatMap(({ word, position }): Substitution[] => {
    const pos = tags[position];
    const substitute = pos === undefined ? undefined : pick(lexicon.alternatives(word, { relation, pos }), random);
    return substitute === undefined ? [] : [{ avoid: bothCases([word]), require: [substitute.word] }];
  });
  const [first] = decodings;
  if (first) return { applicable: true, ...nothing, ...first, decodings };
  return notApplicable(
    `No candidate token of the sentence has a substitute by ${relation === 'equivalence' ? 'equivalence' : `${relation} entailment`}.`,
  );
}
