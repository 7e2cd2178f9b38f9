/** A field of a protocol buffer that has a length. */
const field = (number: number, ...content: readonly number[]): number[] =>
  [...varint(number * 8 + 2), ...varint(content.length), ...content];
/** A field that is a whole number. */
const whole = (number: number, value: number): number[] => [...varint(number * 8), ...varint(value)];
const text = (number: number, value: string): number[] => field(number, ...new TextEncoder().encode(value));

/** A whole number that is not negative, seven bits at a time. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return bytes;
}

/** Element types of onnx.proto. */
const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT32 = 6;

/** A tensor's name, type and dimensions, as inputs and outputs are described. */
function described(name: string, type: number, dims: readonly number[]): number[] {
  const shape = dims.flatMap((dim) => field(1, ...whole(1, dim)));
  return [...text(1, name), ...field(2, ...field(1, ...whole(1, type), ...field(2, ...shape)))];
}

/** The weights, which lie in a file beside the graph that is called `weights`. */
function weights(type: number, dims: readonly number[], bytes: number): number[] {
  const entry = (key: string, value: string): number[] => field(13, ...text(1, key), ...text(2, value));
  return [
    ...dims.flatMap((dim) => whole(1, dim)), ...whole(2, type), ...text(8, 'w'),
    ...entry('location', 'weights'), ...entry('offset', '0'), ...entry('length', String(bytes)), ...whole(14, 1),
  ];
}

/** Sizes of a product [m, k] · [k, n]. */
export interface Sizes {
  readonly m: number;
  readonly k: number;
  readonly n: number;
}

/** The ONNX file of one product with constant weights: y = x · w in bytes (MatMulInteger, x around 128) or floats (MatMul). */
export function productGraph({ m, k, n }: Sizes, quantised: boolean): Uint8Array<ArrayBuffer> {
  const names = quantised ? ['x', 'w', 'zero'] : ['x', 'w'];
  const node = [...names.flatMap((name) => text(1, name)), ...text(2, 'y'), ...text(4, quantised ? 'MatMulInteger' : 'MatMul')];
  // The one byte at the end is its value.
  const zero = [...whole(2, UINT8), ...text(8, 'zero'), ...field(9, 128)];
  const graph = [
    ...field(1, ...node), ...text(2, 'g'),
    ...field(5, ...weights(quantised ? INT8 : FLOAT, [k, n], k * n * (quantised ? 1 : 4))), ...(quantised ? field(5, ...zero) : []),
    ...field(11, ...described('x', quantised ? UINT8 : FLOAT, [m, k])), ...field(12, ...described('y', quantised ? INT32 : FLOAT, [m, n])),
  ];
  return Uint8Array.from([...whole(1, 8), ...field(7, ...graph), ...field(8, ...whole(2, 17))]);
}
