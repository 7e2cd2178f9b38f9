"""What the matrices of a network are fed with, measured on rows of the training, so that they are rounded where it costs least.

The second moments of a matrix's inputs tell which errors of its weights make each other good (`quantise.compensated`). And scale can be moved between the two
matrices of a feed-forward part without a change of the function: `up` gives a channel, `down` takes it. Balanced between them no channel stands out
among the inputs of `down`, which rows of int8 with int8 activations otherwise pay for (SmoothQuant; Xiao et al., ICML 2023).
"""
import random

import numpy as np
import torch

from recipe.data import pairs
from recipe.train import train
from recipe.common.failures import need_file
from recipe.common.packing import Packer, collate
from recipe.common.settings import EOS

ROWS, TOGETHER, SEED = 120, 8, 0
# How far the scale of a channel's inputs goes over to the weights that read it.
SHARE = 0.5
FED = {'qkv': 'q', 'o': 'o', 'gu': 'g', 'd': 'd'}


def rows_of(folder, most):
    """Packed rows to measure on, of at most `most` pieces, out of WORK/<model>/pairs.jsonl."""
    rows = pairs.read_rows(need_file(folder / 'pairs.jsonl', 'the result of the stage pairs'))
    some = random.Random(SEED).sample(rows, min(ROWS, len(rows)))
    return train.pack_rows(Packer(folder / 'tokenizer.json'), some, most)


@torch.no_grad()
def moments(model, rows):
    """Packed rows through the network of verify.reference -> {name of a fused matrix: mean products of its inputs, f64 [columns, columns]}"""
    found, is_read, count = {}, None, 0

    def measure(name):
        def hook(_, inputs):
            x = inputs[0][is_read]
            found[name] = found.get(name, 0) + (x.T @ x).double()
        return hook

    hooks = [getattr(block, part).register_forward_pre_hook(measure(f'layers.{i}.{name}')) for i, block in enumerate(model.blocks) for name, part in FED.items()]
    for at in range(0, len(rows), TOGETHER):
        ids, positions, _, mask = collate(rows[at:at + TOGETHER])
        is_read = ids != EOS
        count += int(is_read.sum())
        model(ids, positions, mask)
    for hook in hooks:
        hook.remove()
    return {name: (total / count).numpy() for name, total in found.items()}


def balanced(arrays, found, layers):
    """{name: f32 array} and their moments -> the same function and its moments, with scale moved between `up` and `down`."""
    arrays, found = dict(arrays), dict(found)
    for i in range(layers):
        gu, d = f'layers.{i}.gu', f'layers.{i}.d'
        inputs, weights = np.sqrt(np.diag(found[d])) + 1e-6, np.abs(arrays[d]).max(0) + 1e-6
        scale = inputs ** SHARE / weights ** (1 - SHARE)
        scale /= np.exp(np.log(scale).mean())
        gate, up = np.split(arrays[gu], 2)
        arrays[gu] = np.concatenate([gate, up / scale[:, None]]).astype(np.float32)
        arrays[d], found[d] = (arrays[d] * scale).astype(np.float32), found[d] / np.outer(scale, scale)
    return arrays, found
