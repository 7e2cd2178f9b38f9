"""Stage `prefer`: model.pt learns from judged rewrites of the model; preferences.json tells how much. The model before is kept as learnt.pt."""
import random
from dataclasses import replace

import torch

from recipe.common import checkpoint
from recipe.data import judgements
from recipe.data import pairs
from recipe.train import prefer
from recipe.data import synthetic
from recipe.train import train
from recipe.common.failures import need_file
from recipe.common.packing import Packer


def done(job):
    return job.recipe.preference is None or (job.folder / 'preferences.json').exists()


def judged(job):
    """[{'source', 'rewrite', 'label'}], made up in a smoke run without data."""
    if job.smoke and job.data is None:
        return synthetic.judged()
    return judgements.read()


def run(job):
    preference, schedule = job.recipe.preference, job.recipe.schedule
    if job.options.threads is not None:
        schedule = replace(schedule, threads=job.options.threads)
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    rng = random.Random(schedule.seed)
    shape, weights = checkpoint.load(job.folder / 'model.pt')
    apart = pairs.read_rows(job.folder / 'held-out.jsonl')
    known = pairs.sentences_of(apart)
    rows = [row for row in judged(job) if row['source'] not in known]
    split = [[row for row in rows if judgements.is_held_out(row['source']) == held] for held in (False, True)]
    packed = [prefer.pack(packer, prefer.pairs_of(some, preference.pairs, rng), schedule.most) for some in split]
    anchors = train.pack_rows(packer, pairs.read_rows(job.folder / 'pairs.jsonl'), schedule.most)
    after, report = prefer.run(shape, weights, *packed, anchors, schedule, preference, job.log)
    checkpoint.save(job.folder / 'learnt.pt', shape, weights)
    checkpoint.save(job.folder / 'model.pt', shape, after)
    model = checkpoint.load_model(job.folder / 'model.pt', torch.bfloat16 if schedule.bfloat16 else torch.float32)
    report['held_out_after'] = train.held_out_loss(model, train.pack_rows(packer, apart, schedule.most), 'cpu')
    job.log(f'held-out loss of the rows of the stage pairs: {report["held_out_after"]:.3f}')
    checkpoint.write_json(job.folder / 'preferences.json', report)
