/**
 * `npm test`: sets up what is missing (packages, Chromium), then runs every check of the project, one stage after the
 * other. A stage that fails does not stop the next ones, and none has a limit of time: single tests have. The last line
 * is `N passed, N failed` (`, N skipped`): every test counts, and every other stage as one.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { ensureChromium } from '../src/setup/chromium.mjs';
import { ensureDependencies, root } from '../src/setup/dependencies.mjs';
import { endWithThisProcess, execute } from './processes.mjs';
import { judge, playwrightCounts, vitestCounts } from './reports.mjs';

const began = performance.now();
const reports = `${root}.cache/test`;
const say = (text) => process.stdout.write(`${text}\n`);
const secondsSince = (start) => Math.round((performance.now() - start) / 1000);

const totals = { passed: 0, failed: 0, skipped: 0 };
const line = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
let finished = false;
// Whatever ends this process, the last line says so.
process.on('exit', () => { if (!finished) say(line({ ...totals, failed: totals.failed + 1 })); });
endWithThisProcess();

/**
 * @param {{ name: string, commands: string[][], env?: object, report?: { path: string, read: (path: string) =>
 * import('./reports.mjs').Counts } }} stage its commands run until one fails
 */
async function run({ name, commands, env, report }) {
  const start = performance.now();
  process.stdout.write(`${name} … `);
  let result = { ok: true, output: '' };
  for (const command of commands) {
    result = await execute(command, { cwd: root, env });
    if (!result.ok) break;
  }
  const counts = judge(result, report);
  say(`${line(counts)} (${secondsSince(start)} s)`);
  for (const failure of counts.failures) say(`\n  ✗ ${name}: ${failure.replaceAll(root, '')}\n`);
  for (const skip of counts.skips) say(`  – skipped: ${skip.replaceAll(root, '')}`);
  for (const key of Object.keys(totals)) totals[key] += counts[key];
}

/** A stage that cannot run: it counts as one check. */
function note(name, outcome, why) {
  say(`${name} … ${outcome}: ${why}`);
  totals[outcome] += 1;
}

const recipePackages = 'torch, tokenizers, onnx, onnxruntime, numpy';

/** Gives the reason why the recipe cannot run here, or undefined when it can. */
function recipeObstacle(python, packages = recipePackages) {
  const { status, error, stderr } = spawnSync(python, ['-c', `import ${packages}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error) return `${python} does not run (${error.message})`;
  return status === 0 ? undefined : `its Python packages are not installed (${stderr.trim().split('\n').at(-1)})`;
}

ensureDependencies();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });
const bin = (path, ...args) => [process.execPath, `${root}node_modules/${path}`, ...args];
const built = (name) => bin('vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', `${name}.config.ts`);
const vitest = (project) => {
  const path = `${reports}/${project}.json`;
  const options = ['--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`];
  return { name: project, commands: [bin('vitest/vitest.mjs', 'run', ...options)], report: { path, read: vitestCounts } };
};

await run({
  name: 'types',
  commands: [
    bin('typescript/bin/tsc', '-b'),
    bin('svelte-check/bin/svelte-check', '--threshold', 'warning', '--tsconfig', 'tsconfig.dom.json'),
  ],
});
await run({ name: 'lint', commands: [bin('eslint/bin/eslint.js', '.'), [process.execPath, 'src/setup/notices.mjs', '--check']] });
await run({ name: 'law', commands: [['npm', 'run', '--silent', 'law']] });
await run(vitest('unit'));

let chromium;
try { chromium = { CHROMIUM_PATH: ensureChromium() }; } catch (error) { say(error.message); }
if (chromium) await run({ ...vitest('browser'), env: chromium });
else note('browser', 'failed', 'no Chromium');

await run({ name: 'build', commands: ['vite', 'vite.bench', 'vite.extension', 'vite.library'].map(built) });
if (chromium) {
  const path = `${reports}/e2e.json`;
  await run({
    name: 'e2e',
    commands: [bin('@playwright/test/cli.js', 'test', '--reporter=json')],
    env: { ...chromium, OTHERWISE_BUILT: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: path },
    report: { path, read: playwrightCounts },
  });
} else note('e2e', 'failed', 'no Chromium');

const python = process.env.PYTHON ?? 'python3';
const obstacle = recipeObstacle(python);
const tool = (...words) => [python, 'models/recipe/main.py', ...words];
const recipe = (model) => tool('all', '--model', model, '--work', `${reports}/recipe`, '--smoke');
const trainings = {
  recipe: recipe('base'),
  'recipe of the small model': recipe('small'),
  'recipe of the embeddings': tool('embeddings-smoke'),
  'recipe of the tiny pair': [
    ...tool('tiny-pair', '--smoke'), ...['work', 'out', 'golden'].flatMap((name) => [`--${name}`, `${reports}/pair`]),
  ],
  'device kit': tool('device-smoke'),
};
const bench = [process.execPath, 'src/setup/otherwise.mjs', '--script', 'test/bench/main.ts', '--model', 'tiny', '--parts', 'agreement'];
const recipes = {
  ...Object.fromEntries(Object.entries(trainings).map(([name, command]) => [name, [command]])),
  "export in the hub's layout": [tool('hub-export', '--model', 'tiny'), bench],
};
const unitTests = 'recipe: unit tests';
const missing = recipeObstacle(python, `${recipePackages}, pytest`);
if (missing) note(unitTests, 'skipped', missing);
else await run({ name: unitTests, commands: [[python, '-m', 'pytest', '-q', 'models/recipe']] });
for (const [name, commands] of Object.entries(recipes)) {
  if (obstacle) note(name, 'skipped', obstacle);
  else await run({ name, commands });
}

say(`\nTook ${secondsSince(began)} seconds.`);
finished = true;
say(line(totals));
process.exitCode = totals.failed > 0 ? 1 : 0;
