/** The parameter in the address of an engine's program that names the hub which was asked for. */
export const HUB = 'hub';

/** Returns the origin of the hub that an engine was started for, from its program's address; undefined for every other address. */
export function hubOf(address: string): string | undefined {
  const { pathname, searchParams } = new URL(address);
  const hub = searchParams.get(HUB);
  if (hub === null || !/\/paraphrase\.worker(?:-[\w-]+)?\.[jt]s$/u.test(pathname) || !URL.canParse(hub)) return undefined;
  const { origin, protocol } = new URL(hub);
  return /^https?:$/u.test(protocol) ? origin : undefined;
}
