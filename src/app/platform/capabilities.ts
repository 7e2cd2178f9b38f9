/** Tells whether the browser can run the engine at all: some browsers switch WebAssembly off in a hardened mode. */
export function hasWebAssembly(): boolean {
  return typeof WebAssembly === 'object' && typeof Worker === 'function';
}

/** Tells whether the machine has little memory, 2 GB or less; false if the browser does not say. */
export function hasLittleMemory(): boolean {
  return ((navigator as typeof navigator & { deviceMemory?: number }).deviceMemory ?? Infinity) <= 2;
}

/** Tells whether a graphics adapter is emulated in software, which is slower than WebAssembly on the processor. */
export function isSoftware({ vendor, architecture, description, isFallbackAdapter }: GPUAdapterInfo): boolean {
  return isFallbackAdapter || /swiftshader|llvmpipe|software/iu.test(`${vendor} ${architecture} ${description}`);
}

/** Tells whether the engine can use a graphics adapter that is not emulated in software. */
export async function hasGraphics(): Promise<boolean> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  return !!adapter && !isSoftware(adapter.info);
}
