"""Stage `train`: model.pt (the checkpoint that is exported), state.pt (to go on from) and training.json (for the model card)."""
import collections
from dataclasses import replace

import torch

from recipe.common import checkpoint
from recipe.data import pairs
from recipe.train import train
from recipe.common.failures import RecipeError, need_file
from recipe.common.packing import Packer


def start(job):
    """-> (Shape, weights or None for random ones)"""
    shape = job.recipe.shape
    if job.options.start:
        return checkpoint.load(job.options.start)
    if job.recipe.pretrained or job.recipe.cut:
        return shape, torch.load(need_file(job.folder / 'pretrained.pt', 'the result of the stage pretrained'), weights_only=True)
    return shape, None


def scheduled(job, schedule):
    """A schedule with what was given on the command line in its place."""
    given = {name: getattr(job.options, name) for name in ('minutes', 'seed', 'threads')}
    return replace(schedule, **{name: value for name, value in given.items() if value is not None})


def run(job):
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    shape, weights = start(job)
    shape = replace(shape, vocabulary=packer.tokenizer.get_vocab_size()) if weights is None else shape
    if packer.tokenizer.get_vocab_size() != shape.vocabulary:
        raise RecipeError(f'tokenizer.json has {packer.tokenizer.get_vocab_size()} tokens, the weights have {shape.vocabulary}')
    schedule = scheduled(job, job.recipe.schedule)
    if job.options.again:
        (job.folder / 'state.pt').unlink(missing_ok=True)
    rows, apart = pairs.read_rows(job.folder / 'pairs.jsonl'), pairs.read_rows(job.folder / 'held-out.jsonl')
    report = {'model': job.recipe.name, 'smoke': job.smoke, 'seed': schedule.seed, 'rate': schedule.rate, 'layers_frozen': schedule.frozen,
              'rows': dict(collections.Counter(row['from'] for row in rows)), 'rows_held_out': len(apart),
              'continued_from_checkpoint': job.options.start is not None}
    train.run(job.folder, shape, weights, train.pack_rows(packer, rows, schedule.most), train.pack_rows(packer, apart, schedule.most),
              schedule, report, job.log)
