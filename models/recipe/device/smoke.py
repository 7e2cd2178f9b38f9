"""The device kit end to end at tiny sizes, by the commands of README.md: from the small model that ships, made-up rows, and a copy of the
recipe alone in an empty folder in the place of the machine with the accelerator. Training is killed in the middle and goes on. Exit code 1
and a line when something is not as it must be.

    python models/recipe/device/smoke.py
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RECIPE = Path(__file__).resolve().parents[1]
sys.path.insert(1, str(RECIPE.parent))
from recipe.common import checkpoint
from recipe.data import pairs
from recipe.data import synthetic

SHIPPED = RECIPE.parent / 'tiny'
HELD_OUT = 16
PATIENCE = 300
# Long beside the first checkpoint (after a second), so that training is killed in its middle on a busy machine too.
MINUTES = 0.5


class Failure(Exception):
    """Something is not as it must be."""


def must(condition, what):
    if not condition:
        raise Failure(what)


class Side:
    """A folder with the recipe in it: here or there."""

    def __init__(self, root):
        self.root = root

    def kit(self, *arguments, code=0):
        """Runs one command of the kit; its exit code has to be `code`. -> what it says"""
        command = [sys.executable, 'models/recipe/device/kit.py', *map(str, arguments)]
        done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, timeout=PATIENCE)
        must(done.returncode == code, f'{" ".join(command[1:])} ended with {done.returncode}, not {code}:\n{done.stdout}{done.stderr}')
        return done.stdout + done.stderr


def packed(here, folder):
    """-> the folders of the calls"""
    rows, apart = synthetic.rows(0, 150, HELD_OUT)
    pairs.write_rows(folder / 'rows' / 'pairs.jsonl', rows)
    pairs.write_rows(folder / 'rows' / 'held-out.jsonl', apart)
    judged = folder / 'judged.jsonl'
    pairs.write_rows(judged, synthetic.judged())
    here.kit('pack', '--rows', folder / 'rows', '--judged', judged, '--shipped', SHIPPED, '--room', 0.5, '--out', folder / 'kit')
    return sorted((folder / 'kit').iterdir())


def unpacked(there, calls, work):
    """Every call but the last leaves something missing, in whatever order they come; a damaged one does no harm."""
    must(len(calls) > 1, 'the parcel fits into one call: nothing is proven')
    there.kit('unpack', calls[0], '--work', work, code=3)
    broken = shutil.copytree(calls[-1], work.with_name('broken'))
    part = next(broken.glob('part.*'))
    part.write_bytes(part.read_bytes()[:-1] + b'?')
    must('damaged' in there.kit('unpack', broken, '--work', work, code=2), 'a damaged part is not noticed')
    for call in calls[:0:-1]:
        said = there.kit('unpack', call, '--work', work, code=0 if call is calls[1] else 3)
    must('bit by bit' in said, 'the start weights are not checked')


def learnt(there, work):
    """Killed after its first checkpoint, training goes on by the same command; the model learns from its own rewrites and is measured."""
    sizes = ('--tokens', 2048, '--save-minutes', 0.02, '--rate', 3e-3)
    sampling = ('--rows', 96, '--read', 4096)
    commands = ('--', 'train', '--minutes', MINUTES, '--passes', 100, *sizes,
                '--', 'improve', '--minutes', 0.08, '--passes', 2, '--copies', 1, '--least', 0.1, '--rounds', 2, *sizes, *sampling,
                '--', 'evaluate', '--stage', 'train', 'improve-2', '--sentences', 8, *sampling)
    there.kit('background', '--work', work, *commands)
    until(lambda: (work / 'train' / 'checkpoint-1.pt').exists(), 'no checkpoint is written')
    os.killpg(json.loads((work / 'background' / 'state.json').read_text())['process'], signal.SIGKILL)
    until(lambda: 'killed' in there.kit('status', '--work', work, code=1), 'a killed training is not noticed')
    must(not json.loads((work / 'train' / 'training.json').read_text())['minutes'] > MINUTES, 'training was over before it was killed')
    there.kit('background', '--work', work, *commands)
    said = there.kit('status', '--work', work, '--wait', PATIENCE - 10)
    must('ended, exit code 0' in said and 'still running' not in said, f'the commands do not end:\n{said}')
    return (work / 'background' / 'commands.log').read_text()


def until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        must(time.monotonic() < end, what)
        time.sleep(0.1)


def checked(log, work):
    """What has been written says that all of it took place."""
    training = json.loads((work / 'train' / 'training.json').read_text())
    held_out = [one['held_out'] for one in training['checkpoints']]
    must('going on after' in log, 'training did not go on where it was')
    must(min(held_out) < held_out[0] - 0.1, f'nothing was learnt: {held_out}')
    must(0 <= training['padding'] < 0.2 * training['positions'], f'too much padding: {training}')
    for number in (1, 2):
        must(pairs.read_rows(work / f'improve-{number}' / 'rows.jsonl'), 'the model learnt from none of its own rewrites')
    trained, measured = (json.loads((work / 'evaluation' / f'{stage}.json').read_text()) for stage in ('train', 'improve-2'))
    must(abs(trained['all']['nats'] - min(held_out)) < 0.02, f'the best checkpoint is not the model: {trained["all"]}, {held_out}')
    must({'all', 'from synthetic', 'human', 'edit', 'distance 0'} <= measured.keys(), f'not measured: {measured}')
    read = pairs.read_rows(work / 'evaluation' / 'improve-2.jsonl')
    must(len(read) == 8 and all(row['rewrites'] for row in read), 'not every sentence is rewritten')


def returned(here, there, work, folder):
    """The parts of several calls become the model that was trained, up to the rounding of difference.py."""
    for call in (1, 2):
        there.kit('fetch', '--work', work, '--out', folder / 'back' / str(call), '--call', call, '--piece', 90_000)
    made, join = folder / 'made', ('--shipped', SHIPPED, '--out', folder / 'made')
    here.kit('join', folder / 'back' / '1', *join, code=3)
    here.kit('join', folder / 'back' / '2', *join)
    _, start = checkpoint.load(work / 'start' / 'model.pt')
    (shape, trained), (same, joined) = (checkpoint.load(path / 'model.pt') for path in (work / 'improve-2', made))
    must(shape == same, 'the model came back in another shape')
    for name, weight in trained.items():
        moved, missed = ((weight.float() - other[name].float()).norm() for other in (start, joined))
        must(moved > 0 and missed < 0.02 * moved + 0.003 * weight.float().norm(), f'{name} came back changed: {missed} of {moved}')
    must((made / 'evaluation' / 'improve-2.jsonl.xz').exists(), 'what was measured did not come back')


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        here, there, work = Side(RECIPE.parents[1]), Side(folder / 'there'), folder / 'there' / 'work'
        shutil.copytree(RECIPE, there.root / 'models' / 'recipe', ignore=shutil.ignore_patterns('*.xz', '__pycache__'))
        try:
            unpacked(there, packed(here, folder), work)
            checked(learnt(there, work), work)
            returned(here, there, work, folder)
        except Failure as failure:
            print(f'device kit: {failure}', file=sys.stderr)
            return 1
    print('device kit: packed, trained, killed and resumed, improved, measured, fetched and joined')
    return 0


if __name__ == '__main__':
    sys.exit(main())
