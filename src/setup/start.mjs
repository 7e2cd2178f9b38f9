/** `npm start`: packages (but the native runtime, which no page has), a build, and a local server for it with the headers the app wants. */
import { ensureDependencies, root } from './dependencies.mjs';

ensureDependencies({ native: false });
process.chdir(root);
const { build, preview } = await import('vite');
for (const configFile of ['vite.config.ts', 'vite.bench.config.ts']) await build({ configFile, logLevel: 'warn' });
const port = Number(process.env.PORT ?? 4173);
const server = await preview({ preview: { port, host: process.env.HOST ?? 'localhost' } });
server.printUrls();
process.stdout.write('Otherwise runs. Open the address above; Ctrl+C stops it.\n');
