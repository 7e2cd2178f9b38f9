/** Numbers as English writes them. */
export const number = new Intl.NumberFormat('en');
export const oneDigit = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
export const twoDigits = new Intl.NumberFormat('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 });

/** Gives a number with its noun. */
export function counted(count: number, one: string, many: string): string {
  return `${number.format(count)} ${count === 1 ? one : many}`;
}

/** Writes a size: kB below a megabyte, MB and GB above. */
export function bytes(size: number): string {
  return size < 1e6
    ? `${Math.max(1, Math.round(size / 1e3))} kB`
    : size < 1e9
      ? `${oneDigit.format(size / 1e6)} MB`
      : `${oneDigit.format(size / 1e9)} GB`;
}

/** Writes a time to wait, rounded up. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'a moment';
  if (seconds < 90) return counted(Math.ceil(seconds), 'second', 'seconds');
  return counted(Math.ceil(seconds / 60), 'minute', 'minutes');
}
