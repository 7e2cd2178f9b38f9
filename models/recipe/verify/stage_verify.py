"""Stage `verify`: verification.json, every exported graph against the PyTorch model."""
from recipe.common import checkpoint
from recipe.data import pairs
from recipe.verify import verify
from recipe.common.failures import RecipeError

GREEDY, READ = 50, 16
RESULT = 'verification.json'


def done(job):
    return (job.folder / RESULT).exists()


def run(job):
    rows = [row for row in pairs.read_rows(job.folder / 'held-out.jsonl') if len(row['source'].split()) <= 16]
    short = [row['source'] for row in rows][:8 if job.smoke else GREEDY]
    try:
        report = verify.verify(job.out, short, job.log, [(row['source'], row['targets'][0][0]) for row in rows[:READ]])
    except AssertionError as error:
        raise RecipeError(f'a graph does not compute what the model does: {error}') from error
    checkpoint.write_json(job.folder / RESULT, report)
