"""Stage `adapter`: adapter.pt, the upper layers of model.pt learnt as a judge of rewrites, and adapter.json, how well it orders rewrites of sources it was
not learnt from. It is not part of an export yet."""
import random

import torch

import adapter
import checkpoint
from estimate import share_in_order
from failures import need_file
from packing import Packer
from stage_prefer import judged

HELD_OUT, PASSES, POSITIONS = 6, 2, 1_600


def done(job):
    return (job.folder / 'adapter.json').exists()


def run(job):
    schedule = job.recipe.schedule
    torch.set_num_threads(job.options.threads or schedule.threads)
    torch.manual_seed(schedule.seed)
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    model = checkpoint.load_model(job.folder / 'model.pt', torch.bfloat16 if schedule.bfloat16 else torch.float32)
    rng = random.Random(schedule.seed)
    rows = judged(job)
    rated = [row for row in rows if 'fluency' in row] or rows
    sources = sorted({row['source'] for row in rated})
    apart = set(rng.sample(sources, max(1, len(sources) // HELD_OUT)))
    known, others = ([row for row in rated if (row['source'] in apart) == held] for held in (False, True))
    own = adapter.Adapter(model)
    adapter.learn(own, adapter.pack(packer, known, rng), PASSES, POSITIONS, rng, job.log)
    logits = adapter.read(own, adapter.pack(packer, others, rng), POSITIONS)
    seen = {(row['source'], row['rewrite']): row for row in others}
    order = share_in_order(torch.tensor([[logits[key]] for key in seen]), torch.tensor([row['label'] == 'good' for row in seen.values()]), [s for s, _ in seen])
    report = {'rewrites': len(known), 'held_out': len(others), 'in_order': order, 'weights': sum(p.numel() for p in own.added())}
    checkpoint.write(job.folder / 'adapter.pt', lambda file: torch.save({'added': own.added(), 'head': own.head.state_dict()}, file))
    checkpoint.write_json(job.folder / 'adapter.json', report)
    job.log(f'adapter: the good one of two rewrites of a source first in {order:.3f} of the pairs, on {len(apart)} sources not learnt from')
