import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onThePath() {
  const folders = ['/usr/bin', '/usr/local/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * The path of a Chromium: CHROMIUM_PATH, else one that is installed, else Debian's package, which is installed now (by root only).
 * @throws Error that says what to install
 */
export function ensureChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined) {
    if (isExecutable(named)) return named;
    throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run. Correct it or leave it unset.`);
  }
  const found = onThePath();
  if (found) return found;
  const advice = 'The browser tests need Chromium or Chrome: install one, or name it with CHROMIUM_PATH.';
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) throw new Error(advice);
  process.stderr.write('Installing Chromium with apt-get …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update', '-qq'], ['install', '-y', '-qq', '--no-install-recommends', 'chromium']]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env });
    if (status !== 0) throw new Error(`apt-get ${args[0]} failed; see above. ${advice}`);
  }
  const installed = onThePath();
  if (!installed) throw new Error(`apt-get installed no chromium. ${advice}`);
  return installed;
}
