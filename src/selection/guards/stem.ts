const irregular = new Map(Object.entries({
  men: 'man', women: 'woman', children: 'child', people: 'person', feet: 'foot', teeth: 'tooth', mice: 'mouse', wives: 'wife', lives: 'life', sold: 'sell', bought: 'buy',
  told: 'tell', said: 'say', went: 'go', gone: 'go', came: 'come', gave: 'give', given: 'give', took: 'take', taken: 'take', left: 'leave', kept: 'keep', sent: 'send',
  lent: 'lend', paid: 'pay', made: 'make', met: 'meet', lost: 'lose', won: 'win', ate: 'eat', eaten: 'eat', knew: 'know', known: 'know', saw: 'see', seen: 'see',
  found: 'find', got: 'get', felt: 'feel', thought: 'think', brought: 'bring', taught: 'teach', drank: 'drink', drunk: 'drink', fell: 'fall', fallen: 'fall', rose: 'rise',
  risen: 'rise', grew: 'grow', grown: 'grow', wrote: 'write', written: 'write', spoke: 'speak', spoken: 'speak', broke: 'break', broken: 'break', stole: 'steal', stolen: 'steal',
  ran: 'run', swam: 'swim', began: 'begin', begun: 'begin', heard: 'hear', held: 'hold', stood: 'stand', understood: 'understand', built: 'build', spent: 'spend', bit: 'bite',
  bitten: 'bite', hid: 'hide', chose: 'choose', chosen: 'choose', flew: 'fly', drove: 'drive', driven: 'drive', slept: 'sleep', wore: 'wear', worn: 'wear', died: 'die', dying: 'die',
}));

/**
 * A rough stem, for asking whether two words are forms of one: folds plurals, -ed, -ing, -ly, -er, -est, a final e and doubled consonants, and some
 * irregular forms. Different words may share a stem; it only ever serves to find that two texts agree.
 */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return stem(known);
  let base = word;
  if (/[^s]s$/u.test(base) && base.length > 3 && !/(?:us|is)$/u.test(base)) base = base.endsWith('ies') && base.length > 4 ? `${base.slice(0, -3)}y` : base.slice(0, -1);
  for (const [suffix, least] of [['ing', 6], ['ied', 5], ['ed', 5], ['ly', 5], ['ment', 8], ['est', 6], ['er', 5]] as const) {
    if (base.length >= least && base.endsWith(suffix)) {
      base = suffix === 'ied' ? `${base.slice(0, -3)}y` : base.slice(0, -suffix.length);
      if (/([^aeiouls])\1$/u.test(base)) base = base.slice(0, -1);
      break;
    }
  }
  return base.length > 3 && base.endsWith('e') ? base.slice(0, -1) : base;
}
