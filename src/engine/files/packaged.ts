/** Whether an address lies in a package on this machine, as an extension's files do, and not on a host. */
export function isPackaged({ protocol }: { readonly protocol: string }): boolean {
  return !/^https?:$/u.test(protocol);
}
