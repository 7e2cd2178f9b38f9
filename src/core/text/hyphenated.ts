// A person before a particle or a preposition takes the plural: runner-up, brother-in-law.
const headed = /^(\p{L}+)(-(?:in|of|at|to)-\p{L}.*)$|^(\p{L}+er)(-(?:by|in|on|up|out|down|off))$/u;
// A noun made of a verb and its particle takes it at the end: check-in.
const particle = /^\p{L}+-(?:in|up|on|out|over|off|down|back|through)$/u;
const prefix = /^((?:anti|co|counter|cross|e|ex|fellow|great|half|mid|mis|non|out|over|pre|re|self|semi|step|sub|under|vice)-)(\p{L}+)$/u;

/**
 * Gives all forms of a word with a hyphen inside, the word first; `forms` inflects its parts. brother-in-law: brothers-in-law; check-in:
 * check-ins; re-elect: re-elected. Any other compound (well-known) has only itself.
 */
export function hyphenatedForms(word: string, forms: (part: string, plural: boolean) => string[]): string[] {
  const head = headed.exec(word);
  if (head !== null) {
    const [start, rest] = [head[1] ?? head[3] ?? '', head[2] ?? head[4] ?? ''];
    return [...new Set([word, ...forms(start, true).map((form) => form + rest)])];
  }
  if (particle.test(word)) return [word, `${word}s`];
  const prefixed = prefix.exec(word);
  if (prefixed === null) return [word];
  return [...new Set([word, ...forms(prefixed[2] ?? '', false).map((form) => (prefixed[1] ?? '') + form)])];
}
