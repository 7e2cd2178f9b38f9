import { resolveConstraints } from '../constraints/chips.ts';
import { DemandedText } from '../constraints/demanded.ts';
import { CONSTRAINT_STREAM, drawConstraints, sparing } from '../constraints/drawn.ts';
import { HardBan } from '../constraints/hard-ban.ts';
import { OpeningBan } from '../constraints/opening-ban.ts';
import { demandAlternatives, softBan } from '../constraints/segmented.ts';
import { type TextBan, TextBans } from '../constraints/text-ban.ts';
import type { ConstraintSet as PieceSet, Demand } from '../decoding/sample-request.ts';
import { Random } from '../decoding/random.ts';
import type { Settings } from '../options.ts';
import type { Tools } from './tools.ts';
import type { ConstraintSet, Unmet } from '../protocol.ts';

/** All constraints of one sentence, in words for people and in pieces for decoding. */
export interface ConstraintPlan {
  /** false when the chosen ParaBank system does not fit the sentence. */
  readonly applicable: boolean;
  /** The user's bans with their forms, and a system's: no such text, whatever its pieces. */
  readonly hardBan: TextBan;
  readonly demanded: DemandedText;
  readonly demands: readonly Demand[];
  /** One entry a set, for decoding. */
  readonly pieceSets: readonly PieceSet[];
  /** The same for people; the sets without random bans are left out. */
  readonly sets: readonly ConstraintSet[];
  readonly unmet: readonly Unmet[];
  /** Why demands were not met when no rewrite came out; `lawful`: candidates held all demands, but none was good enough. */
  unreached(lawful: boolean): Unmet[];
}

/**
 * The constraints of a sentence. @param kept words that no random ban may take, because they have to come back
 * @throws OtherwiseError `word-empty`, `bad-request` (systems without their tables)
 */
export function planConstraints(source: string, settings: Settings, tools: Tools, kept: readonly string[] = []): ConstraintPlan {
  const { encode } = tools.pieces;
  const segment = (text: string): number[] => encode.call(tools.pieces, text);
  const { system, sets } = drawConstraints(source, settings, tools, new Random(settings.seed, CONSTRAINT_STREAM));
  const user = resolveConstraints(
    { avoid: settings.avoid, require: [...settings.require, ...(system?.require ?? [])], inflections: settings.inflections },
    tools.inflector,
  );
  const opening = system ? new OpeningBan(system.anchored.flat(), settings.anchoring) : undefined;
  const hardBan = new TextBans([new HardBan([...user.avoid, ...(system?.avoid ?? [])]), ...(opening ? [opening] : [])]);
  const demands = user.require.map((phrase) => ({ phrase, alternatives: demandAlternatives(phrase, segment) }));
  const random = sparing(sets, [...user.require, ...kept]);
  const free = Array.from({ length: system ? 0 : settings.free }, (): string[] => []);
  return {
    applicable: system?.applicable ?? true,
    hardBan,
    demanded: new DemandedText(user.require, settings.ordered),
    demands,
    pieceSets: [...random, ...free].map((words) => ({ ...softBan(words, segment), require: demands, ordered: settings.ordered })),
    sets: random.map((words) => ({
      avoid: [...new Set([...user.avoid, ...(system?.avoid ?? []), ...words])], require: user.require,
      ...(system && system.anchored.length > 0 && { anchored: system.anchored }),
    })),
    unmet: [
      ...user.unmet,
      ...(system && !system.applicable ? [{ phrase: `system ${settings.system}`, reason: system.reason ?? 'not applicable' }] : []),
    ],
    unreached: (lawful) =>
      user.require.map((phrase) => ({
        phrase,
        reason: lawful ? 'no acceptable rewrite holds it' : `not reached within ${maxPieces(segment(source).length)} tokens`,
      })),
  };
}

/** Whether a text breaks no ban and meets every demand. */
export const holds = ({ hardBan, demanded }: ConstraintPlan, text: string): boolean => !hardBan.violates(text) && demanded.satisfied(text);

/** Most pieces of a rewrite for a source of `length` pieces. */
export const maxPieces = (length: number): number => Math.floor(length * 1.6) + 10;
