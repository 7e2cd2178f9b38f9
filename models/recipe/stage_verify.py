"""Stage `verify`: verification.json, every exported graph against the PyTorch model."""
import checkpoint
import pairs
import verify
from failures import RecipeError

GREEDY = 50
RESULT = 'verification.json'


def done(job):
    return (job.folder / RESULT).exists()


def run(job):
    sources = [row['source'] for row in pairs.read_rows(job.folder / 'held-out.jsonl')]
    short = [text for text in sources if len(text.split()) <= 16][:8 if job.smoke else GREEDY]
    try:
        report = verify.verify(job.out, short, job.log)
    except AssertionError as error:
        raise RecipeError(f'a graph does not compute what the model does: {error}') from error
    checkpoint.write_json(job.folder / RESULT, report)
