"""Stage `distil`: model.pt once more after learning from the whole model it was cut from (undistilled.pt: as the stage train left it)."""
import json
import shutil

import torch

from recipe.common import checkpoint
from recipe.train import distil
from recipe.data import pairs
from recipe.train import train
from recipe.common.failures import need_file
from recipe.common.packing import Packer
from recipe.train.stage_train import scheduled


def done(job):
    return job.recipe.cut is None or (job.folder / 'undistilled.pt').exists()


def run(job):
    if job.recipe.cut is None:
        job.log('is cut out of no other model')
        return
    schedule, folder = scheduled(job, job.recipe.cut.schedule), job.folder / 'distil'
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    rows, apart = (train.pack_rows(packer, pairs.read_rows(job.folder / name), schedule.most) for name in ('pairs.jsonl', 'held-out.jsonl'))
    shape, weights = checkpoint.load(job.folder / 'model.pt')
    own = train.run(folder, shape, weights, rows, apart, schedule, {'seed': schedule.seed, 'rate': schedule.rate}, job.log, objective(job, schedule))
    report = json.loads(need_file(job.folder / 'training.json', 'the result of the stage train').read_text())
    checkpoint.write_json(job.folder / 'training.json', {**report, 'distilled': own})
    (job.folder / 'model.pt').rename(job.folder / 'undistilled.pt')
    shutil.move(folder / 'model.pt', job.folder / 'model.pt')


def objective(job, schedule):
    """What the smaller model learns from the whole one."""
    pieces = json.loads(need_file(job.folder / 'kept_ids.json', 'the result of the stage vocabulary').read_text())
    whole = checkpoint.load(job.folder / 'whole.pt')
    dtype, device = torch.bfloat16 if schedule.bfloat16 else torch.float32, 'cuda' if torch.cuda.is_available() else 'cpu'
    return distil.objective(*whole, job.recipe.cut.layers, pieces, dtype, device)
