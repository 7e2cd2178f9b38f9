const clitics = ["'s", "'re", "'ve", "'ll", "'d", "'m"];
const stems: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' };
const word = /[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu;

/** Folds a text: composed, lower-case, plain apostrophes, white space folded to one space and trimmed. */
export function foldText(text: string): string {
  return text.normalize('NFC').replace(/[\u2019\u02bc\uff07]/gu, "'").toLowerCase().trim().replace(/\s+/gu, ' ');
}

/** Returns the words of a folded text as the embeddings were trained on: a clitic is a word of its own (`can't` is `can` and `n't`). */
export function embeddingWords(folded: string): string[] {
  return (folded.match(word) ?? []).flatMap((form) => {
    if (!form.includes("'")) return [form];
    if (form.endsWith("n't") && form.length > 3) {
      const stem = form.slice(0, -3);
      return [stems[stem] ?? stem, "n't"];
    }
    const clitic = clitics.find((one) => form.endsWith(one) && form.length > one.length);
    return clitic === undefined ? [form] : [form.slice(0, -clitic.length), clitic];
  });
}

/**
 * Splits a folded text into stretches that tend to recur, each with all its character trigrams (ParaNMT-50M §4, TRIGRAM): one space before
 * the text and none after, spaces inside count. A stretch is a word with the spaces around it, or the border of two words (`e d` in `late
 * dinner`).
 */
export function trigramStretches(folded: string): string[] {
  if (folded.length < 2) return [` ${folded}  `];
  const words = folded.split(' ');
  return words.flatMap((word, at) => {
    const next = words[at + 1];
    return next === undefined ? [` ${word}`] : [` ${word} `, `${lastPoint(word)} ${firstPoint(next)}`];
  });
}

/** Gives all trigrams of a stretch, in code points. */
export function characterTrigrams(stretch: string): string[] {
  const points = /[\ud800-\udfff]/.test(stretch) ? Array.from(stretch) : undefined;
  const length = (points ?? stretch).length;
  return Array.from({ length: Math.max(0, length - 2) }, (_, at) =>
    points ? points.slice(at, at + 3).join('') : stretch.slice(at, at + 3),
  );
}

const firstPoint = (word: string): string => String.fromCodePoint(word.codePointAt(0) ?? 0);
const lastPoint = (word: string): string => {
  const last = word.at(-1) ?? '';
  return last >= '\udc00' && last <= '\udfff' ? word.slice(-2) : last;
};

/** Gives a word, and the words that it may be a regular form of by its ending, wrong guesses among them. */
export function baseForms(word: string): string[] {
  const stems = [/^(.+)s$/u, /^(.+)e[sd]$/u, /^(.+)ing$/u].flatMap((ending) => ending.exec(word)?.[1] ?? []);
  const single = stems.flatMap((one) => (/([^aeiou])\1$/u.test(one) ? [one.slice(0, -1)] : []));
  const y = /^(.+)ie[sd]$/u.exec(word)?.[1];
  return [word, ...stems, ...single, ...stems.map((one) => `${one}e`), ...(y === undefined ? [] : [`${y}y`])];
}
