"""Stage `pretrained`: the weights to start from. A model that starts from random weights has nothing to do here."""
import json

import torch

import checkpoint
import pretrained
from failures import need_file


def done(job):
    return (job.folder / 'pretrained.pt').exists()


def run(job):
    if not job.recipe.pretrained:
        job.log('starts from random weights')
        return
    kept = json.loads(need_file(job.folder / 'kept_ids.json', 'the result of the stage vocabulary').read_text())
    weights = pretrained.read_pretrained(pretrained.gguf_file(), job.recipe.shape, kept)
    checkpoint.write(job.folder / 'pretrained.pt', lambda file: torch.save(weights, file))
    job.log(f'{sum(w.numel() for w in weights.values()) / 1e6:.1f} M weights')
