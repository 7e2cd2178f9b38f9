import { bannedForms, conflictReason, settledDemands } from '../constraints/chips.ts';
import { DemandedText } from '../constraints/demanded.ts';
import { CONSTRAINT_STREAM, drawConstraints, sparing } from '../constraints/drawn.ts';
import { HardBan, type TextBan, TextBans } from '../constraints/hard-ban.ts';
import { OpeningBan } from '../constraints/opening-ban.ts';
import { asWritten, demandAlternatives, softBan } from '../constraints/segmented.ts';
import { outsideWords } from '../constraints/vocabulary.ts';
import type { TokenConstraintSet as PieceSet, Demand } from '../decoding/sample-request.ts';
import { Random } from '../decoding/random.ts';
import { OtherwiseError } from '../errors.ts';
import type { Settings } from '../options.ts';
import type { Masked } from '../text/masked.ts';
import { vocabularyOf } from '../text/vocabulary.ts';
import type { Tools } from './tools.ts';
import type { ConstraintSet, Unmet } from '../protocol.ts';

/** All constraints of one sentence, in words for people and in pieces for decoding. */
export interface ConstraintPlan {
  /** false when the chosen ParaBank system does not fit the sentence. */
  readonly applicable: boolean;
  /** How many decodings the system asks for, each with a plan of its own: 1 but for systems 35 to 37. */
  readonly decodings: number;
  /** The user's bans with their forms, and a system's: no such text, whatever its pieces. */
  readonly hardBan: TextBan;
  /** The demands of the user and of a system. */
  readonly demanded: DemandedText;
  /** The same for decoding, and what is kept of the sentence. */
  readonly demands: readonly Demand[];
  /** One entry a set, for decoding. */
  readonly pieceSets: readonly PieceSet[];
  /** The same for people; the sets without random bans are left out. */
  readonly sets: readonly ConstraintSet[];
  readonly unmet: readonly Unmet[];
  /** Why demands were not met when no rewrite came out; `lawful`: candidates held all demands, but none was good enough. */
  unreached(lawful: boolean): Unmet[];
}

/** What bears on the constraints of a sentence besides its request. */
export interface PlanInput extends Partial<Pick<Masked, 'kept' | 'asked'>> {
  /** Every form that the user's bans cover. */
  readonly forms?: readonly string[];
  /** Which of several decodings of a system is planned, from 0. */
  readonly decoding?: number;
}

/**
 * The constraints of a sentence. @param input `kept` says what has to come back, which no random ban may take, `asked` what
 * of it a rewrite has to hold
 * @throws OtherwiseError `word-empty`, `bad-request` (systems or a vocabulary without their tables)
 */
export function planConstraints(source: string, settings: Settings, tools: Tools, input: PlanInput = {}): ConstraintPlan {
  const { kept = [], asked = [], forms = settings.avoid, decoding = 0 } = input;
  const { pieces } = tools;
  const drawn = drawConstraints(source, settings, tools, new Random(settings.seed, CONSTRAINT_STREAM));
  const { sets } = drawn;
  const system = drawn.system && { ...drawn.system, ...drawn.system.decodings?.[decoding] };
  const avoid = [...new Set([...forms, ...vocabularyBans(source, settings, tools, kept)])];
  const user = { avoid, ...settledDemands([...settings.require, ...(system?.require ?? [])], avoid) };
  const opening = system ? new OpeningBan(system.anchored.flat(), settings.anchoring) : undefined;
  const words = new HardBan([...user.avoid, ...(system?.avoid ?? [])]);
  const demands = user.require.map((phrase) => ({ phrase, alternatives: demandAlternatives(phrase, pieces) }));
  // In the order of the demands there is no place for what is kept: it is only looked for.
  if (!settings.ordered) demands.push(...asked.map((phrase) => ({ phrase, alternatives: asWritten(phrase, pieces) })));
  const conflicts = asked.filter((phrase) => words.violates(phrase));
  const random = sparing(sets, [...user.require, ...kept]);
  const free = Array.from({ length: system ? 0 : settings.free }, (): string[] => []);
  return {
    applicable: (system?.applicable ?? true) && conflicts.length === 0,
    decodings: system?.decodings?.length ?? 1,
    hardBan: new TextBans([words, ...(opening ? [opening] : [])]),
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
    unreached: (lawful) =>
      user.require.map((phrase) => ({
        phrase,
        reason: lawful ? 'no acceptable rewrite holds it' : `not reached within ${maxPieces(pieces.encode(source).length)} tokens`,
      })),
  };
}

/** Forms of the words of the sentence that its vocabulary lacks and that can be said within it, but those that must stay. */
function vocabularyBans(
  source: string, { vocabulary, require, inflections }: Settings, { inflector, systems }: Tools, kept: readonly string[],
): readonly string[] {
  if (!vocabulary) return [];
  if (!systems) throw new OtherwiseError('bad-request', 'A vocabulary needs the tables of words (models/lexical), which are not loaded.');
  const words = outsideWords(source, vocabularyOf(vocabulary, inflector), systems.lexicon);
  return words.filter((word) => ![...kept, ...require].some((phrase) => new HardBan(inflector.forms(word)).violates(phrase)))
    .flatMap((word) => bannedForms(word, inflector, inflections));
}

/** Whether a text breaks a ban of the user or of a system. */
export const isBanned = ({ hardBan }: ConstraintPlan, text: string): boolean => hardBan.violates(text);

/** Whether a text breaks no ban and meets every demand. */
export const holds = (plan: ConstraintPlan, text: string): boolean => !isBanned(plan, text) && plan.demanded.satisfied(text);

/** Most pieces of a rewrite for a source of `length` pieces. */
export const maxPieces = (length: number): number => Math.floor(length * 1.6) + 10;
