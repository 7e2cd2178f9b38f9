import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The most stops and climbs that a reader who follows one request has to hold in mind. */
const [MOST_STOPS, MOST_CLIMBS] = [30, 5];

interface Path {
  readonly stops: readonly string[];
  readonly climbs: readonly string[];
}

let path: Path;
/** The lines of a list in docs/internals.md, below the line that begins so. */
function listed(beginning: string): string[] {
  const text = readFileSync(`${root}docs/internals.md`, 'utf8');
  const [list = ''] = text.slice(text.indexOf(beginning)).split('```').slice(1);
  return list.trim().split('\n');
}

beforeAll(async () => {
  const args = ['test/unit/law/trace/run.mjs', '--model', 'tiny', '--runtime', 'wasm', '--threads', '1', '--avoid', 'postpone'];
  const running = promisify(execFile)(process.execPath, args, { cwd: root });
  running.child.stdin?.end('The committee decided to postpone the meeting until next week.\n');
  path = JSON.parse((await running).stdout.trim().split('\n').at(-1) ?? '') as Path;
}, 120_000);

describe('the path of a sentence from standard input to its line of JSON', () => {
  it('has the stops and climbs that docs/internals.md lists', () => {
    expect(listed('The files of one sentence')).toEqual(path.stops);
    expect(listed('These are the calls back of one sentence')).toEqual(path.climbs);
  });

  it('has few stops, and seldom climbs back to a file above', () => {
    expect(path.stops.length).toBeLessThanOrEqual(MOST_STOPS);
    expect(path.climbs.length).toBeLessThanOrEqual(MOST_CLIMBS);
  });
});
