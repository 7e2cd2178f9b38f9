/** Whether the browser can run the engine at all: some switch WebAssembly off in a hardened mode. */
export function hasWebAssembly(): boolean {
  return typeof WebAssembly === 'object' && typeof Worker === 'function';
}

/** Whether the machine says it has little memory, 2 GB or less. False where the browser does not tell. */
export function hasLittleMemory(): boolean {
  return ((navigator as typeof navigator & { deviceMemory?: number }).deviceMemory ?? Infinity) <= 2;
}

/** Whether a graphics adapter is made of software: slower than the processor by itself. */
export function isSoftware({ vendor, architecture, description, isFallbackAdapter }: GPUAdapterInfo): boolean {
  return isFallbackAdapter || /swiftshader|llvmpipe|software/iu.test(`${vendor} ${architecture} ${description}`);
}

/** Whether there is a graphics device for the engine that is not made of software. */
export async function hasGraphics(): Promise<boolean> {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  return !!adapter && !isSoftware(adapter.info);
}
