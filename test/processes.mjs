import { spawn } from 'node:child_process';

const KEPT_OUTPUT = 200_000;
const grouped = process.platform !== 'win32';
const running = new Set();

/** Sends a signal to a process and, where there are groups, to all it started. */
function signal(child, name) {
  try {
    if (grouped) process.kill(-child.pid, name);
    else child.kill(name);
  } catch { /* Nobody of them is left. */ }
}

/**
 * Runs a command as the head of a process group, without standard input, for as long as it takes. When it ends,
 * whatever it started and left behind is ended too.
 * @param {string[]} command the program and its arguments
 * @param {{ cwd?: string, env?: object }} [options] `env` is added to this process's own
 * @returns {Promise<{ ok: boolean, output: string }>} never rejected; `output`: the end of what it printed
 */
export function execute([program, ...args], { cwd, env } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', CI: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: grouped,
    });
    const keep = (chunk) => { output = (output + chunk).slice(-KEPT_OUTPUT); };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (ok, note) => {
      running.delete(child);
      resolve({ ok, output: note ? `${output}\n${note}` : output });
    };
    child.on('spawn', () => running.add(child));
    child.on('error', (error) => end(false, `${program} did not start: ${error.message}`));
    // A process left behind would hold the output open: it goes before `close` is waited for.
    child.on('exit', () => signal(child, 'SIGKILL'));
    child.on('close', (code, name) => end(code === 0, name ? `ended by ${name}` : ''));
  });
}

/** Asks every running command and all it started to end, and kills what has not after `graceMs`. Resolves when all are gone. */
export async function endAll(graceMs = 5000) {
  for (const child of running) signal(child, 'SIGTERM');
  const late = setTimeout(() => running.forEach((child) => signal(child, 'SIGKILL')), graceMs);
  await Promise.all([...running].map((child) => new Promise((resolve) => { child.on('close', resolve); })));
  clearTimeout(late);
}

/** Lets this process, when it is stopped (Ctrl-C, a closed terminal, `kill`) or breaks, take all its commands with it. */
export function endWithThisProcess() {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => endAll().then(() => process.exit(1)));
  process.on('exit', () => running.forEach((child) => signal(child, 'SIGKILL')));
}
