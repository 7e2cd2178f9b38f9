/** Whether a graphics adapter is made of software: slower than the processor by itself. */
export function isSoftware({ vendor, architecture, description, isFallbackAdapter }: GPUAdapterInfo): boolean {
  return isFallbackAdapter || /swiftshader|llvmpipe|software/iu.test(`${vendor} ${architecture} ${description}`);
}
