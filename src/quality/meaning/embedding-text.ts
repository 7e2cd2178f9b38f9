const clitics = ["'s", "'re", "'ve", "'ll", "'d", "'m"];
const stems: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const word = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

/** Composed, lower-case, plain apostrophes, white space folded to one space and trimmed. */
export function foldText(text: string): string {
  return text.normalize('NFC').replace(/[\u2019\u02bc\uff07]/gu, "'").toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** The words of a folded text as the embeddings were trained on: a clitic is a word of its own (`can't` is `can` and `n't`). */
export function embeddingWords(folded: string): string[] {
  return (folded.match(word) ?? []).flatMap((found) => {
    if (!found.includes("'")) return [found];
    if (found.endsWith("n't") && found.length > 3) {
      const stem = found.slice(0, -3);
      return [stems[stem] ?? stem, "n't"];
    }
    const clitic = clitics.find((one) => found.endsWith(one) && found.length > one.length);
    return clitic === undefined ? [found] : [found.slice(0, -clitic.length), clitic];
  });
}

/** Character trigrams of a folded text with one space before it and none after; spaces inside count (seeds-spec 3.2). */
export function characterTrigrams(folded: string): string[] {
  const padded = ` ${folded.length > 1 ? folded : `${folded}  `}`;
  if (/[\ud800-\udfff]/.test(padded)) {
    const points = Array.from(padded);
    return Array.from({ length: Math.max(0, points.length - 2) }, (_, at) => points.slice(at, at + 3).join(''));
  }
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3));
}
