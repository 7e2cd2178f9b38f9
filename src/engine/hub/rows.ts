import type { Tensor } from 'onnxruntime-web';
import type { OrtModule } from '../model/runtime.ts';

/** Tensors of a cache by the name of their input. Axis 0 are the rows. */
export type Feeds = Record<string, Tensor>;

type Numbers = Extract<Tensor['data'], Float32Array | Uint16Array>;

/**
 * Copies the named rows of a tensor, in their order, as often as they are named. Where these are all rows as they are, it gives the tensor
 * itself and copies nothing.
 * @param tensor [rows, …]
 */
export function takeRows(ort: OrtModule, tensor: Tensor, rows: Int32Array): Tensor {
  const [count = 0, ...rest] = tensor.dims;
  if (rows.length === count && rows.every((row, i) => row === i)) return tensor;
  const data = tensor.data as Numbers;
  const size = rest.reduce((product, one) => product * one, 1);
  const taken = new (data.constructor as new (length: number) => Numbers)(rows.length * size);
  rows.forEach((row, i) => { taken.set(data.subarray(row * size, (row + 1) * size), i * size); });
  return new ort.Tensor(tensor.type, taken, [rows.length, ...rest]);
}

/** Repeats one row. @param tensor [1, …] */
export const repeated = (ort: OrtModule, tensor: Tensor, rows: number): Tensor => takeRows(ort, tensor, new Int32Array(rows));

/** Makes a tensor of token ids, or of a mask. @param values [rows × length] */
export function int64(ort: OrtModule, values: ArrayLike<number>, dims: readonly number[]): Tensor {
  return new ort.Tensor('int64', BigInt64Array.from(Array.from(values, BigInt)), [...dims]);
}

export const ones = (ort: OrtModule, rows: number, length: number): Tensor =>
  new ort.Tensor('int64', new BigInt64Array(rows * length).fill(1n), [rows, length]);

/**
 * Returns the logits of one position of each row, in 32 bits.
 * @param logits [rows, positions, vocabulary]
 * @param position counted from the end when negative
 */
export function logitsAt(logits: Tensor, position: number): Float32Array {
  const [rows = 0, positions = 0, vocabulary = 0] = logits.dims;
  const all = floats(logits);
  if (positions === 1) return all;
  const at = position < 0 ? positions + position : position;
  const taken = new Float32Array(rows * vocabulary);
  for (let row = 0; row < rows; row += 1) {
    const start = (row * positions + at) * vocabulary;
    taken.set(all.subarray(start, start + vocabulary), row * vocabulary);
  }
  return taken;
}

/** Returns the numbers of a tensor of 32- or 16-bit floats. */
export function floats({ type, data }: Pick<Tensor, 'type' | 'data'>): Float32Array {
  if (type === 'float32') return data as Float32Array;
  // A Float16Array where the engine has one, else the bits.
  return data instanceof Uint16Array ? Float32Array.from(data, fromHalf) : Float32Array.from(data as ArrayLike<number>);
}

/** Returns the number that 16 bits stand for (IEEE 754 binary16). */
export function fromHalf(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
