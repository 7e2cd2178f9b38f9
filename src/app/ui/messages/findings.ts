import type { Finding, FindingKind } from '../../../core/quality/finding.ts';

/** The words of a language for findings. Lists of words come quoted. */
export interface FindingWords {
  /** The change that a rewrite makes, in words, by kind of finding. */
  readonly kinds: Readonly<Record<FindingKind, string>>;
  /** The names of a sentence's times, by the names of a finding of kind `tense`. */
  readonly times: Readonly<Record<string, string>>;
  readonly quoted: (words: readonly string[]) => string;
  readonly changes: (lost: string, gained: string) => string;
  readonly leavesOut: (lost: string) => string;
  readonly adds: (gained: string) => string;
}

/** Kinds whose words say it all: what is lost stands in the source only, what is gained in the rewrite only. */
const byWords: ReadonlySet<FindingKind> = new Set<FindingKind>([
  'number', 'number-word', 'unit', 'bound', 'name', 'quote', 'url', 'markup', 'pronoun', 'contrast',
  'modality', 'quantifier', 'detail', 'replacement',
]);

/** Words a finding in a language. */
export function findingIn({ kinds, times, quoted, changes, leavesOut, adds }: FindingWords): (finding: Finding) => string {
  return ({ kind, lost = [], gained = [] }) => {
    if (lost.length + gained.length === 0) return kinds[kind];
    if (kind === 'tense')
      return `${kinds.tense}: ${[lost, gained].map((side) => side.map((name) => times[name] ?? name).join(', ')).join(' → ')}`;
    if (!byWords.has(kind)) return `${kinds[kind]}: ${quoted([...lost, ...gained])}`;
    if (gained.length === 0) return leavesOut(quoted(lost));
    return lost.length === 0 ? adds(quoted(gained)) : changes(quoted(lost), quoted(gained));
  };
}
