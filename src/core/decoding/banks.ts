/**
 * Gives the number of slots of each bank of the beam (dynamic beam allocation, Post & Vilar 2018). Bank b contains hypotheses that have b
 * tokens of the required phrases. Each bank gets floor(k/(C+1)) slots, bank C the remainder too. From the highest bank down, slots that
 * exceed a bank's candidates pass to the next lower bank (from bank 0 to bank C), until every slot is used or every candidate has one.
 * @param beam k
 * @param candidates how many candidates each bank has, banks 0…C
 */
export function bankSlots(beam: number, candidates: readonly number[]): number[] {
  const banks = candidates.length;
  const slots = candidates.map(() => Math.floor(beam / banks));
  slots[banks - 1] = (slots[banks - 1] ?? 0) + (beam % banks);
  // There is one round down and one more: slots that wrap around to bank C may have to pass on once more.
  for (let bank = 2 * banks - 1; bank >= 0; bank -= 1) {
    const at = bank % banks;
    const excess = (slots[at] ?? 0) - (candidates[at] ?? 0);
    if (excess <= 0) continue;
    slots[at] = candidates[at] ?? 0;
    if (bank > 0) slots[(at + banks - 1) % banks] = (slots[(at + banks - 1) % banks] ?? 0) + excess;
  }
  return slots;
}

/**
 * Fills the banks in the order of scores.
 * @param candidates best first
 * @param bankOf the bank of a candidate, 0…C
 * @returns the chosen ones, best first, at most `beam`
 */
export function allocate<T>(candidates: readonly T[], bankOf: (candidate: T) => number, total: number, beam: number): T[] {
  const counts = Array.from({ length: total + 1 }, () => 0);
  const banks = candidates.map(bankOf);
  for (const bank of banks) counts[bank] = (counts[bank] ?? 0) + 1;
  const slots = bankSlots(beam, counts);
  return candidates.filter((_, index) => {
    const bank = banks[index] ?? 0;
    const left = slots[bank] ?? 0;
    slots[bank] = left - 1;
    return left > 0;
  });
}
