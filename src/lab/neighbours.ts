/** A vector of a list that is near another one. */
export interface Neighbour {
  /** Place in the list, from 0. */
  readonly at: number;
  /** The cosine of both vectors, −1 to 1. */
  readonly cosine: number;
}

/** Vectors of one size, one after the other, scaled to length 1 (a zero vector stays). */
export class VectorList {
  private values: Float32Array;
  length = 0;

  /** @param size of each vector */
  constructor(readonly size: number, room = 256) {
    this.values = new Float32Array(size * room);
  }

  /** Adds a vector. @throws RangeError for one of another size */
  add(vector: ArrayLike<number>): void {
    if (vector.length !== this.size) throw new RangeError(`a vector of ${vector.length} values in a list of ${this.size}`);
    if ((this.length + 1) * this.size > this.values.length) {
      const grown = new Float32Array(this.values.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values.set(unit(vector), this.length * this.size);
    this.length += 1;
  }

  /** The vector at a place. */
  at(place: number): Float32Array {
    return this.values.subarray(place * this.size, (place + 1) * this.size);
  }

  /**
   * The vectors with the highest cosine to a vector of the same size, best first; of equal ones the earlier.
   * @param most so many at most @param isWanted whether the vector at a place counts
   */
  nearest(vector: ArrayLike<number>, most: number, isWanted: (at: number) => boolean = () => true): Neighbour[] {
    const query = unit(vector);
    const found: Neighbour[] = [];
    for (let at = 0; at < this.length; at += 1) {
      const cosine = this.dot(query, at);
      if ((found.length === most && cosine <= (found.at(-1)?.cosine ?? -Infinity)) || !isWanted(at)) continue;
      const place = found.findIndex((other) => other.cosine < cosine);
      found.splice(place < 0 ? found.length : place, 0, { at, cosine });
      if (found.length > most) found.pop();
    }
    return found;
  }

  private dot(query: Float32Array, place: number): number {
    const from = place * this.size;
    let sum = 0;
    for (let k = 0; k < this.size; k += 1) sum += (query[k] as number) * (this.values[from + k] as number);
    return Math.max(-1, Math.min(1, sum));
  }
}

/** A vector scaled to length 1, however large or small its numbers are. */
function unit(vector: ArrayLike<number>): Float32Array {
  let most = 0;
  for (let k = 0; k < vector.length; k += 1) most = Math.max(most, Math.abs(vector[k] as number));
  if (most === 0) return Float32Array.from(vector);
  const values = Float64Array.from(vector, (value) => value / most);
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return Float32Array.from(values, (value) => value / length);
}
