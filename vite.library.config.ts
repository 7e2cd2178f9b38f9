import { defineConfig } from 'vite';
import { library, libraryBuild } from './src/setup/vite-library.ts';

/** The engine as a package for npm: `dist-library` is what a developer installs. */
export default defineConfig({ ...libraryBuild('dist/index.js', 'es'), plugins: [library()] });
