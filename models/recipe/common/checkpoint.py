"""Checkpoints: one file `model.pt` = {'config': sizes, 'weights': state dict of model.Rewriter}, written so that no half file is ever seen."""
import json
import os

import torch

from recipe.common.failures import RecipeError, need_file
from recipe.common.model import Rewriter
from recipe.common.settings import Shape


def held(weights):
    """Weights as a checkpoint holds them: matrices in bfloat16, norms in float32."""
    return {n: (w.to(torch.bfloat16) if w.dim() > 1 else w.float()).cpu().contiguous() for n, w in weights.items()}


def save(path, shape, weights, **more):
    """`more` are further entries, such as the optimiser's state."""
    write(path, lambda file: torch.save({'config': shape.as_dict(), 'weights': held(weights), **more}, file))


def load(path):
    """-> (Shape, weights)"""
    stored = torch.load(need_file(path, 'the checkpoint'), map_location='cpu', weights_only=True)
    if not {'config', 'weights'} <= stored.keys():
        raise RecipeError(f'{path} is no checkpoint of this recipe: it has to hold config and weights')
    return Shape(**stored['config']), stored['weights']


def load_model(path, dtype=torch.float32):
    """A Rewriter in evaluation mode, weights and activations in `dtype`."""
    shape, weights = load(path)
    model = Rewriter(shape, dtype)
    model.load_state_dict({name: weight.float() for name, weight in weights.items()})
    return model.eval().to(dtype).requires_grad_(False)


def write(path, writer):
    """Write through a temporary file beside `path`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + '.part')
    writer(temporary)
    os.replace(temporary, path)


def write_json(path, value):
    write(path, lambda file: file.write_text(json.dumps(value, ensure_ascii=False, indent=1) + '\n', encoding='utf-8'))
