"""Stage `scores`: judged-scores.jsonl, the judged rewrites with what model.pt thinks of every piece, for src/cli/fit-doubt.ts."""
import torch

import checkpoint
import pairs
import scores
from failures import need_file
from packing import Packer
from stage_prefer import judged

RESULT = 'judged-scores.jsonl'


def done(job):
    return (job.folder / RESULT).exists()


def run(job):
    schedule = job.recipe.schedule
    torch.set_num_threads(job.options.threads or schedule.threads)
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    model = checkpoint.load_model(job.folder / 'model.pt', torch.bfloat16 if schedule.bfloat16 else torch.float32)
    rows = list(scores.scored(model, packer, judged(job)))
    pairs.write_rows(job.folder / RESULT, rows)
    job.log(f'{RESULT}: {len(rows)} rewrites')
