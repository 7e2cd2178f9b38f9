import type { WordKnowledge } from '../../text/knowledge.ts';
import { type Finding, type FindingKind, found } from '../finding.ts';
import { lostBounds } from '../invariants/bounds.ts';
import { changedQuotations } from '../invariants/literals.ts';
import { numberChange } from '../invariants/numbers.ts';
import {
  calendar, contraries, converses, type Exchange, exchanges, missing, opposites, quantity, turnedWords,
} from '../reading/classes.ts';
import { negators } from '../reading/negators.ts';
import type { Reading } from '../reading/reading.ts';
import { changedPersons, exchangedRoles, newSubjects } from './persons.ts';
import { changedQuestion, repetitions } from './sentence.ts';
import { grammarFaults, inventedWords } from './words.ts';

type Observer = (source: Reading, rewrite: Reading, words: WordKnowledge) => Finding[];

const exchange = (kind: FindingKind, sets: Parameters<typeof exchanges>[2]): Observer => (source, rewrite) =>
  exchanges(source, rewrite, sets).map(({ lost, gained }: Exchange) => found(kind, [lost], [gained]));

/** Finds numbers in words that came or went. */
const numberWords: Observer = (source, rewrite) => {
  const { lost, gained } = numberChange(source, rewrite);
  return lost.length + gained.length > 0 ? [found('number-word', lost.map(({ form }) => form), gained.map(({ form }) => form))] : [];
};

/** Finds a negation that came or went. */
const negation: Observer = (source, rewrite) => {
  const [lost, gained] = [negators(source), negators(rewrite)];
  return (lost.length === 0) === (gained.length === 0) ? [] : [found('negation', lost, gained)];
};

/** Finds words that became their opposites, where no negation came. */
const turned: Observer = (source, rewrite) =>
  negators(source).length === negators(rewrite).length
    ? turnedWords(source, rewrite).map(({ lost, gained }) => found('contrast', [lost], [gained])) : [];

/** Finds days of the week and months that came or went. */
const dates: Observer = (source, rewrite) => {
  const [lost, gained] = [missing(source, rewrite, calendar), missing(rewrite, source, calendar)];
  return lost.length + gained.length > 0 ? [found('name', lost, gained)] : [];
};

const observers: readonly Observer[] = [
  numberWords, dates, lostBounds, changedQuotations, negation, exchange('comparison', opposites), exchange('contrast', contraries), turned,
  exchange('role', converses), exchange('quantifier', quantity), changedPersons, exchangedRoles, newSubjects,
  changedQuestion, repetitions, grammarFaults, inventedWords,
];

/** Finds changes that may be right or wrong: the estimator weighs each kind, and people see those that count against a rewrite. */
export const observations = (source: Reading, rewrite: Reading, words: WordKnowledge): Finding[] =>
  observers.flatMap((observe) => observe(source, rewrite, words));
