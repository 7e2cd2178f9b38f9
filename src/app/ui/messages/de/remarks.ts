/** The engine's remarks on a constraint, a system or a device: strings of the command line's contract, and their German. */
const remarks: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^conflicts with a ban$/u, () => 'widerspricht etwas, das vermieden werden soll'],
  [/^no acceptable rewrite holds it$/u, () => 'in keiner brauchbaren Umformulierung'],
  [/^not reached within (\d+) tokens$/u, (count) => `nicht erreicht innerhalb von ${count} Wortstücken`],
  [/^no acceptable rewrite avoids it$/u, () => 'keine brauchbare Umformulierung kommt ohne aus'],
  [/^no acceptable rewrite keeps to the vocabulary$/u, () => 'keine brauchbare Umformulierung kommt mit dem Wortschatz aus'],
  [/^markup lost$/u, () => 'keine Umformulierung behält Platzhalter, Tags und Zeichen'],
  [/^is a control token$/u, () => 'ist ein Steuerzeichen von Sprachmodellen'],
  [/^not applicable$/u, () => 'nicht anwendbar'],
  [
    /^The sentence has (\d+) candidate tokens, too few for system (\d+)\.$/u,
    (count, system) => `Der Satz hat zu wenige geeignete Wörter (${count}) für System ${system}.`,
  ],
  [
    /^The sentence has (\d+) tokens; the system bans the first (\d+)\.$/u,
    (count, banned) => `Der Satz hat zu wenige Wörter (${count}): Das System verbietet die ersten ${banned}.`,
  ],
  [
    /^No candidate token of the sentence has a substitute by equivalence\.$/u,
    () => 'Für kein geeignetes Wort des Satzes gibt es einen gleichbedeutenden Ersatz.',
  ],
  [
    /^No candidate token of the sentence has a substitute by (forward|reverse) entailment\.$/u,
    (way) => `Für kein geeignetes Wort des Satzes gibt es einen ${way === 'forward' ? 'allgemeineren' : 'genaueren'} Ersatz.`,
  ],
  [/^This browser offers no WebGPU\.$/u, () => 'Dieser Browser bietet es nicht an.'],
  [/^The only graphics adapter is software \((.*)\)\.$/u, (name) => `Die einzige Grafikeinheit ist Software (${name}).`],
];

/** Gives a remark of the engine in German; one that is not known here stays as it is. */
export function remark(text: string): string {
  for (const [pattern, words] of remarks) {
    const match = pattern.exec(text);
    if (match) return words(...match.slice(1));
  }
  return text;
}
