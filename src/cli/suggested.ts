/** Helps whoever writes the name of a flag or field that there is not. */
import { characterDistance } from '../core/text/edit-distance.ts';

/** Names that other decoders have for fields of ours, folded as `fold` does. */
const elsewhere: Readonly<Record<string, string>> = {
  forcewordsids: 'force_words', badwordsids: 'bad_words', numbeams: 'beam', beamsize: 'beam', numreturnsequences: 'n', nbest: 'n',
  nbestsize: 'n', samplingtopk: 'topK',
};
/** The most characters in which a name differs from one that was meant. */
const MOST_EDITS = 2;

const fold = (name: string): string => name.toLowerCase().replace(/[-_]/gu, '');

/** Returns the question that ends a message about an unknown name: which of the known ones was meant. Empty where none is near. */
export function suggested(name: string, known: readonly string[]): string {
  const folded = fold(name);
  const other = elsewhere[folded];
  const same = known.find((one) => fold(one) === folded || fold(one) === (other && fold(other)));
  const [nearest] = known.map((one) => ({ one, edits: characterDistance(fold(one), folded) }))
    .filter(({ one, edits }) => edits <= MOST_EDITS && 2 * edits <= fold(one).length).toSorted((a, b) => a.edits - b.edits);
  const found = same ?? nearest?.one;
  return found === undefined ? '' : ` Did you mean '${found}'?`;
}
