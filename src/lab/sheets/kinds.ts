/** The kinds of sheet: ParaBank's rewrites, ParaNMT's pairs, and the three stages of paraphrase fragments. */
export const sheetKinds = ['parabank', 'paranmt', 'documents', 'sentences', 'fragments'] as const;
export type SheetKind = (typeof sheetKinds)[number];

/** One thing that is asked of a pair: a column of the sheet. */
export interface SheetQuestion {
  readonly name: 'rating' | 'flagged' | 'strength' | 'fluency' | 'relation';
  /** The answers in words, lowest first; undefined for a whole number from 0 to 100. */
  readonly answers?: readonly string[];
  /** Tells whether a pair without an answer counts as answered by the first one. */
  readonly optional?: boolean;
}

/** The relations that two texts may have, the least first (Wang & Callison-Burch 2011, §3). */
export const relations = ['unrelated', 'related', 'paraphrase'] as const;
const threeSteps = ['1', '2', '3'] as const;
const relation: readonly SheetQuestion[] = [{ name: 'relation', answers: relations }];

/** The questions of each kind, in the order of its columns. */
export const questions: Readonly<Record<SheetKind, readonly SheetQuestion[]>> = {
  // ParaBank §5: a slider for the meaning, and a flag for what is ungrammatical or makes no sense.
  parabank: [{ name: 'rating' }, { name: 'flagged', answers: ['0', '1'], optional: true }],
  // ParaNMT-50M §3.1: the strength of the paraphrase and its fluency, 1 to 3 each.
  paranmt: [{ name: 'strength', answers: threeSteps }, { name: 'fluency', answers: threeSteps }],
  documents: relation,
  sentences: relation,
  fragments: relation,
};

/** A pair whose right answer is known: the text beside itself or a known paraphrase, and two texts of nothing in common. */
export const controls = ['copy', 'positive', 'negative'] as const;
export type SheetControl = (typeof controls)[number];

/** Answers to one pair by question; what was not answered is absent. */
export type SheetAnswers = Readonly<Partial<Record<SheetQuestion['name'], string>>>;

/** Tells whether a control was answered otherwise than it must be; `least` is the lowest rating of a copy, 0–100. */
export function isMissed(kind: SheetKind, control: SheetControl, answers: SheetAnswers, least: number): boolean {
  if (kind === 'parabank') return Number(answers.rating ?? -1) < least;
  const wanted = control === 'negative' ? 0 : 2;
  const [question] = questions[kind];
  return question === undefined || answers[question.name] !== question.answers?.[wanted];
}

/** Tells whether a text answers a question. */
export const isAnswer = ({ answers }: SheetQuestion, text: string): boolean =>
  (answers ? answers.includes(text) : /^\d{1,3}(?:\.\d+)?$/.test(text) && Number(text) <= 100);
