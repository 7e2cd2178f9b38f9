import type { WordKnowledge } from '../../text/knowledge.ts';
import forms from '../data/irregular-forms.json' with { type: 'json' };
import { type Finding, found } from '../finding.ts';
import type { Reading, Token } from '../reading/reading.ts';

/** The mood of a condition or its consequence: it may be, it is imagined, or it has not been. */
type Mood = 'real' | 'imagined' | 'missed';

/** The two clauses of a conditional sentence, as tokens. */
interface Conditional {
  readonly condition: readonly Token[];
  readonly consequence: readonly Token[];
}

/** Splits a sentence with one `if` or `unless`; undefined where the border of its clauses can't be told. */
function conditionalOf({ tokens }: Reading): Conditional | undefined {
  const at = tokens.findIndex(({ word }) => word === 'if' || word === 'unless');
  const opener = tokens[at - 1]?.word ?? '';
  if (at < 0 || ['as', 'even', 'only', 'ask', 'asked', 'wonder', 'know', 'see'].includes(opener)) return undefined;
  if (at > 1) return { condition: tokens.slice(at + 1), consequence: tokens.slice(0, at) };
  const comma = tokens.findIndex(({ word }, place) => place > at && word === ',');
  return comma < 0 ? undefined : { condition: tokens.slice(at + 1, comma), consequence: tokens.slice(comma + 1) };
}

const has = (clause: readonly Token[], words: readonly string[]): boolean => clause.some(({ word }) => words.includes(word));
const modals = ['would', 'could', 'might', 'should'];
/** Tells “would not have gone” from “would have to go”. */
const saysMissed = (clause: readonly Token[]): boolean => clause.some(({ word }, at) => modals.includes(word) &&
  clause.slice(at + 1, at + 4).some((next, gap) => next.word === 'have' && clause[at + gap + 2]?.word !== 'to' &&
    clause.slice(at + gap + 2, at + gap + 4).some(participle)));

/** The mood of a consequence by its modal; undefined where it has none. */
function moodOf(clause: readonly Token[]): Mood | undefined {
  if (saysMissed(clause)) return 'missed';
  if (has(clause, ['would'])) return 'imagined';
  return has(clause, ['will', 'can', 'shall', "won't"]) ? 'real' : undefined;
}

/** The mood of a condition by its verbs; undefined where they don't tell. */
function conditionMood(clause: readonly Token[], known: WordKnowledge): Mood | undefined {
  const isPast = ({ word }: Token): boolean => known.onlyPast(word) || /[^e]ed$/u.test(word);
  const had = clause.findIndex(({ word }) => word === 'had');
  if (had >= 0) return clause.slice(had + 1, had + 4).some(participle) ? 'missed' : 'imagined';
  if (has(clause, ['were', 'was', 'did', 'could', 'would', 'might', 'should']) || clause.some(isPast)) return undefined;
  return has(clause, ['is', 'are', 'am', 'do', 'does', 'will', 'can', 'has', 'have']) ? 'real' : undefined;
}
/** Participles that are their own infinitives, and two that belong to no verb. */
const alike = 'had been put set cut hit shut read cast run come become'.split(' ');
const irregular = new Set([...Object.keys(forms.participles), ...Object.keys(forms.pasts), ...alike]);
const participle = ({ word }: Token): boolean => /[^e]ed$/u.test(word) || irregular.has(word);

/** Finds two clauses of a condition that have different moods: “If I had known, I will call”, “if it is open, I would have gone”. */
export function conditionalClash(source: Reading, rewrite: Reading, known: WordKnowledge): Finding[] {
  const clash = (reading: Reading): Finding | undefined => {
    const parts = conditionalOf(reading);
    const [one, other] = parts ? [conditionMood(parts.condition, known), moodOf(parts.consequence)] : [];
    const isClash = (one === 'missed' && other === 'real') || (one === 'real' && other === 'missed');
    return isClash ? found('condition') : undefined;
  };
  const seen = clash(rewrite);
  return seen && !clash(source) ? [seen] : [];
}

/**
 * Finds a condition that may be and became one that is only imagined, or the other way round: “if it rains, we will” → “if it rained, we
 * would”.
 */
export function changedReality(source: Reading, rewrite: Reading): Finding[] {
  const [before, after] = [conditionalOf(source), conditionalOf(rewrite)];
  const [one, other] = [before && moodOf(before.consequence), after && moodOf(after.consequence)];
  const isPolite = rewrite.words.some((word) => ['mind', 'grateful', 'appreciate', 'like', 'glad', 'please'].includes(word));
  return one === undefined || other === undefined || one === other || isPolite ? [] : [found('condition')];
}
