/** The entry of a record under a key that may be any text; what every object inherits (`valueOf`, `constructor`) is none. */
export function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
