/** A count of how often each thing occurred. */
export class Frequencies {
  private readonly counts = new Map<string, number>();
  private total = 0;

  add(thing: string): void {
    this.counts.set(thing, (this.counts.get(thing) ?? 0) + 1);
    this.total += 1;
  }

  /** The entropy −Σ p ln p of what occurred, nats; undefined for nothing. */
  get entropy(): number | undefined {
    if (this.total === 0) return undefined;
    let sum = 0;
    for (const count of this.counts.values()) sum += (count / this.total) * Math.log(this.total / count);
    return sum;
  }
}
