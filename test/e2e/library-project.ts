import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);

/** An empty project with the package installed from its tarball, and the tiny model. */
export interface LibraryProject {
  readonly folder: string;
  /** Path of the tarball. */
  readonly tarball: string;
}

/** Packs the built package and installs it as npm does, without a network. */
export async function installLibrary(): Promise<LibraryProject> {
  // A name that is hard on addresses and paths.
  const folder = await mkdtemp(join(tmpdir(), 'otherwise ünser projekt-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: new URL('dist-library/', root) });
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${name}`], { cwd: folder });
  await cp(new URL('models/tiny/', root), join(folder, 'models/tiny'), { recursive: true });
  for (const example of ['node/rewrite.mjs', 'page/main.js'])
    await cp(join(folder, 'node_modules/otherwise/examples', example), join(folder, example.replace(/^.*\//u, '')));
  for (const page of ['page', 'script'])
    await cp(join(folder, `node_modules/otherwise/examples/${page}/index.html`), join(folder, `${page}.html`));
  return { folder, tarball: join(folder, name) };
}
