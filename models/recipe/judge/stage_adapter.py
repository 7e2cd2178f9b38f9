"""Stage `adapter`: adapter.pt, the middle layers of model.pt learnt as a judge of rewrites, and adapter-held-out.jsonl, what it reads of judged rewrites of sources it was
not learnt from, for models/recipe/fit. Where adapter.pt lies already (stage `restore`), learning goes on from it: one pass at a lower rate. The stage `export` puts
adapter.pt into the graphs, `attach` into those of a folder that ships."""
import random

import torch

from recipe.judge import adapter
from recipe.common import checkpoint
from recipe.data import judgements
from recipe.data import pairs
from recipe.judge.estimate import share_in_order
from recipe.common.failures import need_file
from recipe.common.packing import Packer
from recipe.common.settings import adapted_layers
from recipe.train.stage_prefer import judged
from recipe.judge.stage_scores import by_rule

POSITIONS = 1_600
RESULT = 'adapter-held-out.jsonl'


def done(job):
    return (job.folder / RESULT).exists()


def run(job):
    schedule = job.recipe.schedule
    torch.set_num_threads(job.options.threads or schedule.threads)
    torch.manual_seed(schedule.seed)
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    model = checkpoint.load_model(job.folder / 'model.pt', torch.bfloat16 if schedule.bfloat16 else torch.float32).requires_grad_(False)
    rng = random.Random(schedule.seed)
    made_up = [] if job.smoke else [*judgements.written(), *by_rule(schedule.seed)]
    known, others = split([*judged(job), *made_up])
    own, plan = start(job, model.shape)
    batches = lambda rows: adapter.ready(model, own.low, adapter.pack(packer, rows, rng), POSITIONS, job.log)
    adapter.learn(own, model, batches(known), plan, rng, job.log)
    logits = adapter.read(own, model, batches(others))
    seen = {(row['source'], row['rewrite']): row for row in others}
    order = share_in_order(torch.tensor([[logits[key]] for key in seen]), torch.tensor([row['label'] == 'good' for row in seen.values()]), [s for s, _ in seen])
    checkpoint.write(job.folder / 'adapter.pt', lambda file: torch.save(own.parts(), file))
    pairs.write_rows(job.folder / RESULT, [{**row, 'judgement': round(logits[key], 3)} for key, row in seen.items()])
    job.log(f'adapter: {len(known)} rewrites, {sum(p.numel() for p in own.parameters())} weights; the good one of two rewrites of a source first in {order:.3f} of the pairs held out')


def start(job, shape):
    """-> (Adapter to learn, how)"""
    path = job.folder / 'adapter.pt'
    if not path.exists():
        return adapter.Adapter(shape.hidden, adapted_layers(shape.layers)), adapter.FROM_START
    weights = torch.load(path, map_location='cpu', weights_only=True)['weights']
    return adapter.Adapter.of(weights), adapter.GO_ON


def split(rows):
    """-> rows to learn from, and those of sources that are held out (judgements.is_held_out)."""
    return [[row for row in rows if judgements.is_held_out(row['source']) == held] for held in (False, True)]
