import { markKinds, type Mark, type MarkKind } from './rich.ts';

/** Orders marks: those of a kind that overlap or touch are one, empty ones are gone. Where links overlap, the first goes on. */
export function tidied(marks: readonly Mark[]): Mark[] {
  const open = new Map<MarkKind, Mark>();
  const result: Mark[] = [];
  const order = (a: Mark, b: Mark): number => a.start - b.start || a.end - b.end;
  for (const mark of marks.toSorted(order)) {
    const last = open.get(mark.kind);
    const continues = last !== undefined && (mark.start < last.end || (mark.start === last.end && mark.href === last.href));
    if (continues && mark.href === last.href) {
      const whole = { ...last, end: Math.max(last.end, mark.end) };
      result[result.indexOf(last)] = whole;
      open.set(mark.kind, whole);
      continue;
    }
    const own = continues ? { ...mark, start: last.end } : mark;
    if (own.start >= own.end) continue;
    result.push(own);
    open.set(own.kind, own);
  }
  return result.sort((a, b) => order(a, b) || markKinds.indexOf(a.kind) - markKinds.indexOf(b.kind));
}
