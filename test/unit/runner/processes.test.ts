import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';

interface Processes {
  execute(command: readonly string[]): Promise<{ readonly ok: boolean; readonly output: string }>;
  endAll(graceMs?: number): Promise<void>;
}

const module = new URL('../../processes.mjs', import.meta.url).href;
const { execute, endAll } = (await import(module)) as Processes;
const folder = mkdtempSync(join(tmpdir(), 'otherwise-processes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const deaf = "process.on('SIGTERM', () => 0);";
/**
 * A command that starts another one, which writes its process number into `file` and never ends by itself.
 * @param after what the first one does once the other is there
 */
function starting(file: string, after: string, before = ''): string[] {
  const number = JSON.stringify(join(folder, file));
  const other = `${before} setInterval(() => 0, 1e6); require('fs').writeFileSync(${number}, String(process.pid)); console.log('there')`;
  const first = `${before} const other = require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(other)}]);
    other.stdout.once('data', () => { ${after} });`;
  return [process.execPath, '-e', first];
}

/** The number that a command wrote down, once it has. */
async function numberIn(file: string): Promise<number> {
  const path = join(folder, file);
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') await setTimeout(20);
  return Number(readFileSync(path, 'utf8'));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Waits until a process is gone: whoever adopts a killed one takes a moment to bury it. */
const isGone = (pid: number) => expect.poll(() => isAlive(pid)).toBe(false);

it('a command that ends takes with it what it left behind', async () => {
  const { ok, output } = await execute(starting('left', "console.log('done'); process.exit(0)"));
  expect([ok, output]).toEqual([true, 'done\n']);
  await isGone(await numberIn('left'));
});

it('says how a command ended that failed or never began', async () => {
  expect(await execute([process.execPath, '-e', "console.error('why'); process.exit(3)"])).toEqual({ ok: false, output: 'why\n' });
  expect((await execute(['no-such-program-here'])).output).toMatch(/no-such-program-here did not start/u);
});

it.each(['SIGINT', 'SIGTERM'] as const)('a runner stopped by %s leaves nobody behind', async (name) => {
  const command = JSON.stringify(starting(name, ''));
  const code = `const { execute, endWithThisProcess } = await import('${module}'); endWithThisProcess(); await execute(${command});`;
  const runner = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  const started = await numberIn(name);
  expect(isAlive(started)).toBe(true);
  runner.kill(name);
  expect((await once(runner, 'exit'))[0]).toBe(1);
  await isGone(started);
});

it('kills what does not end when asked', async () => {
  const running = execute(starting('deaf', '', deaf));
  const started = await numberIn('deaf');
  await endAll(200);
  expect(await running).toEqual({ ok: false, output: '\nended by SIGKILL' });
  await isGone(started);
});
