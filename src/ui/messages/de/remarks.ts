const terms = String.raw`(“[^”]*”(?: and “[^”]*”)*)`;
const form = (pattern: string): RegExp => new RegExp(`^${pattern.replaceAll('<>', terms)}$`, 'u');
/** “a” and “b” with German quotation marks. */
const quoted = (words = ''): string => words.replace(/“([^”]*)”/gu, '„$1“').replaceAll('“ and „', '“ und „');

/**
 * What the engine says about a rewrite or a demand, in the words of the guards, of the constraint plan and of
 * ParaBank's systems; `<>` is one quoted term or several.
 */
const remarks: readonly (readonly [RegExp, (...terms: string[]) => string])[] = [
  [form('changes <> to <>'), (lost, gained) => `macht aus ${quoted(lost)} ${quoted(gained)}`],
  [form('leaves out <>'), (lost) => `lässt ${quoted(lost)} weg`],
  [form('adds <>'), (gained) => `fügt ${quoted(gained)} hinzu`],
  [/^perhaps (.+)$/u, (remarked = '') => `vielleicht: ${remark(remarked)}`],
  [form('may not say the same'), () => 'sagt vielleicht nicht dasselbe'],
  [form('swaps <> and <>'), (one, other) => `vertauscht ${quoted(one)} und ${quoted(other)}`],
  [form('exchanges before and after'), () => 'vertauscht Vorher und Nachher'],
  [form('exchanges what is compared'), () => 'vertauscht, was verglichen wird'],
  [form('exchanges what comes first'), () => 'vertauscht, was zuerst kommt'],
  [form('exchanges cause and effect'), () => 'vertauscht Ursache und Wirkung'],
  [form('exchanges condition and outcome'), () => 'vertauscht Bedingung und Folge'],
  [form('says <> twice'), (word) => `sagt ${quoted(word)} zweimal`],
  [form('says <> of what is one'), (word) => `sagt ${quoted(word)} von einem einzelnen`],
  [form('says <> without whom'), (word) => `sagt ${quoted(word)}, ohne zu sagen, wem`],
  [form('says <> without a subject'), (word) => `sagt ${quoted(word)} ohne Subjekt`],
  [form('says <> beside <>'), (act, verb) => `sagt ${quoted(act)} neben ${quoted(verb)}`],
  [form('says <>'), (word) => `sagt ${quoted(word)}`],
  [form('invents <>'), (word) => `erfindet ${quoted(word)}`],
  [form('uses <>, a relative of a banned word'), (word) => `benutzt ${quoted(word)}, das mit einem verbotenen Wort verwandt ist`],
  [form('denies <> instead of <>'), (caught, freed) => `verneint ${quoted(caught)} statt ${quoted(freed)}`],
  [form('makes <> the one who does it'), (doer) => `macht ${quoted(doer)} zum Handelnden`],
  [form('turns a word into its opposite'), () => 'kehrt ein Wort ins Gegenteil'],
  [form('turns a question into a statement'), () => 'macht aus einer Frage eine Aussage'],
  [form('turns a statement into a question'), () => 'macht aus einer Aussage eine Frage'],
  [form('turns a request into a statement'), () => 'macht aus einer Bitte eine Aussage'],
  [form('moves the future into the past'), () => 'verlegt die Zukunft in die Vergangenheit'],
  [form('moves the past into the future'), () => 'verlegt die Vergangenheit in die Zukunft'],
  [form('moves the past into the present'), () => 'verlegt die Vergangenheit in die Gegenwart'],
  [form('moves the present into the past'), () => 'verlegt die Gegenwart in die Vergangenheit'],
  [form('breaks off'), () => 'bricht ab'],
  [form('is much shorter'), () => 'ist viel kürzer'],
  [form('is much longer'), () => 'ist viel länger'],
  [form('scores poorly: read it with care'), () => 'schlecht bewertet: mit Vorsicht lesen'],
  [form('conflicts with a ban'), () => 'widerspricht einem Verbot'],
  [form('no acceptable rewrite holds it'), () => 'keine brauchbare Umformulierung enthält es'],
  [/^not reached within (\d+) tokens$/u, (count) => `nicht erreicht innerhalb von ${count} Wortstücken`],
  [form('not applicable'), () => 'nicht anwendbar'],
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

/** A remark of the engine in German; one that is not known here stays as it is. */
export function remark(text: string): string {
  for (const [pattern, words] of remarks) {
    const match = pattern.exec(text);
    if (match) return words(...match.slice(1));
  }
  return text;
}
