/**
 * `npm test`: sets up what is missing (packages, Chromium), then runs every check of the project, one stage after the other. A stage that
 * fails does not stop the next ones. The last line is `N passed, N failed` (`, N skipped`): every test counts, and
 * every other stage as one.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { ensureChromium } from '../src/setup/chromium.mjs';
import { ensureDependencies, root } from '../src/setup/dependencies.mjs';
import { playwrightCounts, vitestCounts } from './reports.mjs';

const began = Date.now();
const MOST_SECONDS = 19 * 60;
const KEPT_OUTPUT = 200_000;
const reports = `${root}.cache/test`;
const say = (text) => process.stdout.write(`${text}\n`);
const elapsed = () => (Date.now() - began) / 1000;

const totals = { passed: 0, failed: 0, skipped: 0 };
let finished = false;
// Whatever ends this process, the last line says so.
process.on('exit', () => { if (!finished) say(`${totals.passed} passed, ${totals.failed + 1} failed`); });

/**
 * Runs a command without standard input and keeps the end of what it prints. Past `seconds` the command and all it started are ended.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
function execute([command, ...args], seconds, env) {
  return new Promise((resolve) => {
    let output = '';
    let late = false;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', CI: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const timer = setTimeout(() => {
      late = true;
      try { process.kill(-child.pid, 'SIGKILL'); } catch { child.kill('SIGKILL'); }
    }, seconds * 1000);
    const keep = (chunk) => { output = (output + chunk).slice(-KEPT_OUTPUT); };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const end = (ok, note) => { clearTimeout(timer); resolve({ ok, output: note ? `${output}\n${note}` : output }); };
    child.on('error', (error) => end(false, `${command} did not start: ${error.message}`));
    child.on('close', (code, signal) =>
      end(code === 0, late ? `ended after ${Math.round(seconds)} seconds` : signal ? `ended by ${signal}` : ''),
    );
  });
}

/**
 * Without a report the commands count as one check; with one, its tests count, and a run that fails although no test
 * did counts as failed.
 */
function judge({ ok, output }, report) {
  const crash = { passed: 0, failed: 1, skipped: 0, failures: [output.trim().split('\n').slice(-60).join('\n')] };
  if (!report) return ok ? { passed: 1, failed: 0, skipped: 0, failures: [] } : crash;
  let counts;
  try { counts = report.read(report.path); } catch { return crash; }
  if (ok ? counts.failed > 0 || counts.passed > 0 : counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [...counts.failures, ...crash.failures] };
}

/**
 * @param {{ name: string, commands: string[][], seconds: number, env?: object, report?: { path: string, read: (path:
 * string) => object } }} stage
 */
async function run(stage) {
  const start = Date.now();
  process.stdout.write(`${stage.name} … `);
  let result = { ok: true, output: '' };
  for (const command of stage.commands) {
    const left = Math.min(stage.seconds - (Date.now() - start) / 1000, MOST_SECONDS - elapsed());
    result = left > 0 ? await execute(command, left, stage.env) : { ok: false, output: 'no time is left for it' };
    if (!result.ok) break;
  }
  const counts = judge(result, stage.report);
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  say(`${counts.passed} passed, ${counts.failed} failed${skipped} (${((Date.now() - start) / 1000).toFixed(0)} s)`);
  for (const failure of counts.failures) say(`\n  ✗ ${stage.name}: ${failure.replaceAll(root, '')}\n`);
  for (const key of ['passed', 'failed', 'skipped']) totals[key] += counts[key];
}

function skip(name, why) {
  say(`${name} … skipped: ${why}`);
  totals.skipped += 1;
}

function fail(name, why) {
  say(`${name} … failed: ${why}`);
  totals.failed += 1;
}

/** A port nobody listens on, so that the tests never talk to another server. */
const freePort = () => new Promise((resolve, reject) => {
  const server = createServer()
    .on('error', reject)
    .listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
});

/** Why the recipe cannot run here, or undefined when it can. */
function recipeObstacle(python) {
  const { status, error, stderr } = spawnSync(python, ['-c', 'import torch, tokenizers, onnx, onnxruntime, numpy'], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 120_000,
  });
  if (error) return `${python} does not run (${error.message})`;
  return status === 0 ? undefined : `its Python packages are not installed (${stderr.trim().split('\n').at(-1)})`;
}

ensureDependencies();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const bin = (path) => [process.execPath, `${root}node_modules/${path}`];
const vitest = (project) => ({
  commands: [
    [
      ...bin('vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${reports}/${project}.json`,
    ],
  ],
  report: { path: `${reports}/${project}.json`, read: vitestCounts },
});

await run({
  name: 'types',
  commands: [
    [...bin('typescript/bin/tsc'), '-b'],
    [...bin('svelte-check/bin/svelte-check'), '--threshold', 'warning', '--tsconfig', 'tsconfig.dom.json'],
  ],
  seconds: 240,
});
await run({
  name: 'lint',
  commands: [
    [...bin('eslint/bin/eslint.js'), '.'],
    [process.execPath, 'src/setup/notices.mjs', '--check'],
  ],
  seconds: 180,
});
await run({
  name: 'law',
  commands: [[...bin('dependency-cruiser/bin/dependency-cruise.mjs'), '--config', '.dependency-cruiser.cjs', 'src', 'workers']],
  seconds: 90,
});
await run({ name: 'unit', ...vitest('unit'), seconds: 420 });

let chromium;
try { chromium = { CHROMIUM_PATH: ensureChromium() }; } catch (error) { say(error.message); }
if (chromium) await run({ name: 'browser', ...vitest('browser'), env: chromium, seconds: 480 });
else fail('browser', 'no Chromium');

await run({ name: 'build', commands: [[...bin('vite/bin/vite.js'), 'build', '--logLevel', 'warn']], seconds: 150 });
if (chromium) {
  const path = `${reports}/e2e.json`;
  await run({
    name: 'e2e',
    commands: [[...bin('@playwright/test/cli.js'), 'test', '--reporter=json']],
    env: { ...chromium, PORT: String(await freePort()), OTHERWISE_BUILT: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    report: { path, read: playwrightCounts },
    seconds: 840,
  });
} else fail('e2e', 'no Chromium');

const python = process.env.PYTHON ?? 'python3';
const obstacle = recipeObstacle(python);
if (obstacle) skip('recipe', obstacle);
else
  await run({
    name: 'recipe',
    commands: [[python, 'models/recipe/main.py', 'all', '--model', 'base', '--work', `${reports}/recipe`, '--smoke']],
    seconds: 240,
  });

say(`\nTook ${Math.round(elapsed())} seconds.`);
finished = true;
say(`${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`);
process.exitCode = totals.failed > 0 ? 1 : 0;
