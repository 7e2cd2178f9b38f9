import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package of the native runtime: large, and for the command line alone. */
const NATIVE = 'onnxruntime-node';

/**
 * Installs the packages of package-lock.json when some are missing or of another version. Everything npm says goes to stderr.
 * @param {{ native?: boolean }} options without `native` the native runtime is left out where it is not there already
 */
export function ensureDependencies({ native = true } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Otherwise needs Node 20.19 or newer; this is ${process.version}.\n`);
    process.exit(2);
  }
  if (isInstalled()) return;
  process.stderr.write('Installing the packages of package-lock.json …\n');
  if (native || existsSync(join(root, 'node_modules', NATIVE, 'bin'))) install(root);
  else installWithoutNative();
}

/** Tells whether node_modules holds what the lock file wants, optional packages aside, going by npm's own list there. */
function isInstalled() {
  const mark = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(mark)) return false;
  const [{ packages: wanted }, { packages: present }] = [join(root, 'package-lock.json'), mark].map((file) =>
    JSON.parse(readFileSync(file, 'utf8')));
  return Object.entries(wanted).every(([path, { optional, integrity }]) =>
    path === '' || optional || present[path]?.integrity === integrity);
}

function install(folder) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  process.stderr.write('npm ci failed; see above.\n');
  process.exit(2);
}

/**
 * Installs all packages but the native runtime. npm can leave out optional packages only all at once, and the tools that build are among
 * them: so it installs from a copy of package.json and package-lock.json that lacks the one, in a folder beside, and what came of it moves.
 */
function installWithoutNative() {
  const beside = join(root, '.cache/install');
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { recursive: true });
  copyFileSync(join(root, '.npmrc'), join(beside, '.npmrc'));
  for (const name of ['package.json', 'package-lock.json']) {
    const content = JSON.parse(readFileSync(join(root, name), 'utf8'));
    const { packages } = content;
    delete (packages?.[''] ?? content).optionalDependencies[NATIVE];
    delete packages?.[`node_modules/${NATIVE}`];
    writeFileSync(join(beside, name), JSON.stringify(content));
  }
  install(beside);
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(beside, 'node_modules'), join(root, 'node_modules'));
  rmSync(beside, { recursive: true });
}
