/** Whether the browser can run the engine at all: some switch WebAssembly off in a hardened mode. */
export function hasWebAssembly(): boolean {
  return typeof WebAssembly === 'object' && typeof Worker === 'function';
}

/** Whether the machine says it has little memory, 2 GB or less. False where the browser does not tell. */
export function hasLittleMemory(): boolean {
  return ((navigator as Navigator & { deviceMemory?: number }).deviceMemory ?? Infinity) <= 2;
}
