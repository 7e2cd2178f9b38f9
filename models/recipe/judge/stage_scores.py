"""Stage `scores`: judged-scores.jsonl, the judged rewrites (of held-out sources only, where model.pt has learnt right ones), and rewrites made by rule of clusters that are kept apart (made.py), with what
model.pt thinks of every piece and what estimators that were learnt without its source read, for models/recipe/fit/estimator.ts; estimators.json, the estimators learnt from all of
them, in the basis of the exported weights."""
import itertools
import json

import torch

from recipe.common import checkpoint
from recipe.judge import estimate
from recipe.data import judgements
from recipe.data import made
from recipe.data import pairs
from recipe.judge import scores
from recipe.common.failures import need_file
from recipe.common.packing import Packer
from recipe.quantise.rotation import orthogonal
from recipe.train.stage_prefer import judged

MADE = 6_000
RESULT, ESTIMATORS = 'judged-scores.jsonl', 'estimators.json'


def done(job):
    return (job.folder / RESULT).exists() and (job.folder / ESTIMATORS).exists()


def by_rule(seed):
    """Judgements made by rule of clusters that are kept apart."""
    return itertools.islice(made.made(pairs.clusters_apart(), seed), MADE)


def measurable(rows, name, has_learnt):
    """The judged rewrites that tell how well the model `name` orders. Where it has learnt right ones, only those of held-out sources do.

    The mark `pool` says that the engine had to choose from these rewrites. For another model than base, these are the rewrites that it drew itself.
    """
    is_pool = lambda row: row.get('pool', False) if name == 'base' else row.get('model') == name
    return [{**row, 'pool': is_pool(row)} for row in rows if not has_learnt or judgements.is_held_out(row['source'])]


def has_learnt_right(folder):
    """Tells whether the rows of a training (training.json) had right rewrites among them (`right` in data/pairs.py)."""
    path = folder / 'training.json'
    training = json.loads(path.read_text()) if path.exists() else {}
    return any('right' in part.get('rows', {}) for part in (training, training.get('continued', {})))


def run(job):
    schedule = job.recipe.schedule
    torch.set_num_threads(job.options.threads or schedule.threads)
    packer = Packer(need_file(job.folder / 'tokenizer.json', 'the result of the stage vocabulary'))
    model = checkpoint.load_model(job.folder / 'model.pt', torch.bfloat16 if schedule.bfloat16 else torch.float32)
    made_up = [] if job.smoke else by_rule(schedule.seed)
    known = measurable(judged(job), job.recipe.name, has_learnt_right(job.folder))
    rows, states = (list(some) for some in zip(*scores.scored(model, packer, [*known, *made_up])))
    states, sources = torch.stack(states), [row['source'] for row in rows]
    good = torch.tensor([row['label'] == 'good' for row in rows])
    apart = estimate.out_of_fold(states, good, sources)
    job.log(f'estimators: the good one of two rewrites of a source first in {estimate.share_in_order(apart, good, sources):.3f} of the pairs, on sources not learnt from')
    rewrite, source = estimate.fit(states, good, sources) @ orthogonal(states.shape[-1]).float()
    short = lambda values: [float(f'{value:.4g}') for value in values.tolist()]
    checkpoint.write_json(job.folder / ESTIMATORS, {'rewrite': short(rewrite), 'source': short(source)})
    pairs.write_rows(job.folder / RESULT, [{**row, 'forwardEstimate': round(float(a), 3), 'backwardEstimate': round(float(b), 3)} for row, (a, b) in zip(rows, apart)])
    job.log(f'{RESULT}: {len(rows)} rewrites')
