import { bannedForms, conflictReason, settledDemands } from '../constraints/chips.ts';
import { conflictOf } from '../constraints/match.ts';
import { DemandedText } from '../constraints/demanded.ts';
import { CONSTRAINT_STREAM, drawConstraints, sparing } from '../constraints/drawn.ts';
import { HardBan, OpeningBan, OutsideBan, type TextBan, TextBans } from '../constraints/hard-ban.ts';
import { replaceableTokens } from '../constraints/replaceable.ts';
import { asWritten, demandAlternatives, softBan } from '../constraints/segmented.ts';
import { outsideWords, vocabularyReason } from '../constraints/vocabulary.ts';
import type { TokenConstraintSet as PieceSet, Demand } from '../decoding/sample-request.ts';
import { Random } from '../decoding/random.ts';
import { OtherwiseError } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { Masked } from '../text/masked.ts';
import { Vocabulary, vocabularyOf, vocabularyWords } from '../text/vocabulary.ts';
import type { Tools } from './tools.ts';
import type { ConstraintSet, Unmet } from '../protocol.ts';

/** All constraints of one sentence, as text for people and as tokens for decoding. */
export interface ConstraintPlan {
  /** Tells whether the chosen ParaBank system fits the sentence. */
  readonly applicable: boolean;
  /** The number of decodings of the system, each with a plan of its own: 1 except for systems 35 to 37. */
  readonly decodings: number;
  /** The avoided phrases of the user with their forms, and those of a system. They hold for the text, however it is split into tokens. */
  readonly hardBan: TextBan;
  /** The same phrases, and every new word outside the vocabulary: no rewrite may contain them. */
  readonly rewriteBan: TextBan;
  /** The demands of the user and of a system. */
  readonly demanded: DemandedText;
  /** The required phrases and the kept spans as tokens, for decoding. */
  readonly demands: readonly Demand[];
  /** The random bans as tokens, one entry a set. */
  readonly pieceSets: readonly PieceSet[];
  /** The random bans as text; sets without random bans are left out. */
  readonly sets: readonly ConstraintSet[];
  readonly unmet: readonly Unmet[];
  /**
   * Says why constraints were not met in a sentence without rewrites. `lawful`: some candidates satisfied all constraints, but none was
   * good enough.
   */
  unreached(lawful: boolean): Unmet[];
}

/** The other facts that decide the constraints of a sentence besides its request. */
export interface PlanInput extends Partial<Pick<Masked, 'kept' | 'asked'>> {
  /** Every form of the avoided phrases. */
  readonly forms?: readonly string[];
  /** The decoding of the system that is planned, from 0. */
  readonly decoding?: number;
}

/**
 * Plans the constraints of a sentence.
 * @param input `kept` names words that must come back, so that no random ban takes them; `asked` those that a rewrite has to contain
 * @throws OtherwiseError `word-empty`, `bad-request` (systems or a vocabulary without their tables)
 */
export function planConstraints(source: string, settings: Settings, tools: Tools, input: PlanInput = {}): ConstraintPlan {
  const { kept = [], asked = [], forms = settings.avoid, decoding = 0 } = input;
  const { pieces } = tools;
  const drawn = drawConstraints(source, settings, tools, new Random(settings.seed, CONSTRAINT_STREAM));
  const { sets } = drawn;
  const system = drawn.system && { ...drawn.system, ...drawn.system.decodings?.[decoding] };
  const outside = replaceable(source, settings, tools, kept);
  const avoid = [...new Set([...forms, ...outside.flatMap((word) => bannedForms(word, tools.inflector, settings.inflections))])];
  const user = { avoid, ...settledDemands([...settings.require, ...(system?.require ?? [])], avoid) };
  const opening = system ? new OpeningBan(system.anchored.flat(), settings.anchoring) : undefined;
  const words = new HardBan([...user.avoid, ...(system?.avoid ?? [])]);
  const hardBan = new TextBans([words, ...(opening ? [opening] : [])]);
  const own = [source, ...settings.require, ...kept].flatMap(vocabularyWords).filter((word) => !words.violates(word));
  const demands = user.require.map((phrase): Demand => ({
    phrase, alternatives: demandAlternatives(phrase, pieces),
    ...(tools.systems && { replaces: replaceableTokens(source, phrase, pieces, tools.systems.lexicon) }),
  }));
  // An order of required phrases leaves no place for kept spans: these are only looked for in the finished text.
  if (!settings.ordered) demands.push(...asked.map((phrase) => ({ phrase, alternatives: asWritten(phrase, pieces) })));
  const conflicts = asked.filter((phrase) => words.violates(phrase));
  const random = sparing(sets, [...user.require, ...kept]);
  const free = Array.from({ length: system ? 0 : settings.free }, (): string[] => []);
  return {
    applicable: (system?.applicable ?? true) && conflicts.length === 0,
    decodings: system?.decodings?.length ?? 1,
    hardBan,
    rewriteBan: new TextBans([hardBan, ...newWords(own, settings, tools)]),
    demanded: new DemandedText(user.require, settings.ordered),
    demands,
    pieceSets: [...random, ...free].map((set) => ({ ...softBan(set, pieces), require: demands, ordered: settings.ordered })),
    sets: random.map((set) => ({
      avoid: [...new Set([...user.avoid, ...(system?.avoid ?? []), ...set])], require: user.require,
      ...(system && system.anchored.length > 0 && { anchored: system.anchored }),
    })),
    unmet: [
      ...user.unmet,
      ...(system && !system.applicable ? [{ phrase: `system ${settings.system}`, reason: system.reason ?? 'not applicable' }] : []),
      ...conflicts.map((phrase) => ({ phrase, reason: conflictReason })),
    ],
    unreached: (lawful) => {
      const within = `not reached within ${maxPieces(pieces.encode(source).length)} tokens`;
      const demanded = user.require.map((phrase) => ({ phrase, reason: lawful ? 'no acceptable rewrite holds it' : within }));
      const unsaid = outside.map((phrase) => ({ phrase, reason: vocabularyReason }));
      return [...demanded, ...unavoided(source, settings, tools), ...unsaid];
    },
  };
}

/** Gives the user's avoided phrases that the source contains, as unmet, for a sentence without rewrites. */
const unavoided = (source: string, { avoid, inflections }: Settings, { inflector }: Tools): Unmet[] =>
  avoid.filter((phrase) => conflictOf(source, bannedForms(phrase, inflector, inflections)) !== undefined)
    .map((phrase) => ({ phrase, reason: 'no acceptable rewrite avoids it' }));

/** Gives the words of the source outside the vocabulary for which the lexicon has a word inside it, except those that have to stay. */
export function replaceable(
  source: string, { vocabulary, require }: Settings, { inflector, systems }: Tools, kept: readonly string[],
): readonly string[] {
  if (!vocabulary) return [];
  if (!systems) throw new OtherwiseError('bad-request', 'A vocabulary needs the tables of words (models/lexical), which are not loaded.');
  const words = outsideWords(source, vocabularyOf(vocabulary, inflector), systems.lexicon);
  return words.filter((word) => ![...kept, ...require].some((phrase) => conflictOf(phrase, inflector.forms(word)) !== undefined));
}

/** Makes the ban of words outside the vocabulary, except those that the source has itself and may keep. */
const newWords = (own: readonly string[], { vocabulary }: Settings, { inflector }: Tools): TextBan[] =>
  (vocabulary ? [new OutsideBan(new Vocabulary(own, inflector, vocabularyOf(vocabulary, inflector)))] : []);

/** Tells whether a text breaks a ban of the user or of a system, or brings in what the vocabulary lacks. */
export const isBanned = ({ rewriteBan }: ConstraintPlan, text: string): boolean => rewriteBan.violates(text);

/** Tells whether a text satisfies all constraints. */
export const holds = (plan: ConstraintPlan, text: string): boolean => !isBanned(plan, text) && plan.demanded.satisfied(text);

/** Returns the most tokens of a rewrite for a source of `length` tokens. */
export const maxPieces = (length: number): number => Math.floor(length * 1.6) + 10;
