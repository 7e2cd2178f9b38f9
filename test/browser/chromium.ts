import process from 'node:process';

/** The browser of every browser test: Debian's Chromium, or the one named by CHROMIUM_PATH. */
export const chromiumPath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** The address where nobody answers: the browser asks there for its own parts that it wants to install, not at its maker's. */
export const nobody = '127.0.0.1:9';

/** The browser's arguments: quiet, offline, and with WebGPU in software, so that a machine without a GPU runs the same code. */
export const chromiumArguments = [
  '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
  `--component-updater=url-source=http://${nobody}/`, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader',
];
