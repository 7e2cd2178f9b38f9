"""Stage `pairs`: rows to learn from and rows held out, as JSON lines."""
import collections
from pathlib import Path

from recipe.data import pairs
from recipe.data import synthetic


def files(job):
    return job.folder / 'pairs.jsonl', job.folder / 'held-out.jsonl'


def done(job):
    return all(path.exists() for path in files(job))


def run(job):
    recipe, schedule = job.recipe, job.recipe.schedule
    if job.smoke and job.data is None:
        rows, apart = synthetic.rows(schedule.seed, 400, schedule.held_out)
    else:
        known = pairs.read_rows(Path(job.options.known)) if job.options.known else ()
        rows, apart = pairs.select(job.corpus(), recipe.mix, schedule.seed, schedule.held_out, known)
    for path, some in zip(files(job), (rows, apart)):
        pairs.write_rows(path, some)
        counts = collections.Counter(row['from'] for row in some)
        job.log(f'{path.name}: {len(some)} rows, ' + ', '.join(f'{n} {k}' for n, k in counts.most_common()))
