"""Stage `pretrained`: the weights to start from; of a model that is cut from another one, the whole one too (whole.pt). Others start from random weights."""
import json

import torch

from recipe.common import checkpoint
from recipe.train import distil
from recipe.pretrain import pretrained
from recipe.export import shipped
from recipe.common.failures import need_file
from recipe.train.stage_restore import restored, tensors_of


def done(job):
    return (job.folder / 'pretrained.pt').exists()


def run(job):
    if not (job.recipe.pretrained or job.recipe.cut):
        job.log('starts from random weights')
        return
    kept = json.loads(need_file(job.folder / 'kept_ids.json', 'the result of the stage vocabulary').read_text())
    weights = smaller(job, kept) if job.recipe.cut else pretrained.read_pretrained(pretrained.gguf_file(), job.recipe.shape, kept)
    checkpoint.write(job.folder / 'pretrained.pt', lambda file: torch.save(weights, file))
    job.log(f'{sum(w.numel() for w in weights.values()) / 1e6:.1f} M weights')


def smaller(job, pieces):
    """The kept layers and pieces of the folder that ships, which is written to whole.pt."""
    manifest = shipped.manifest_of(job.shipped)
    shape, weights = restored(manifest, tensors_of(job.shipped, manifest))
    checkpoint.save(job.folder / 'whole.pt', shape, weights)
    return distil.cut(weights, job.recipe.cut.layers, pieces)
