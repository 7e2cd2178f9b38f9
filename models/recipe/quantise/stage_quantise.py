"""Stage `quantise`: what the shipped number format costs. Writes quantisation.json and fails above the limit.

Compares, on held-out rows: float weights; the blocks of the folder that was exported (what WebGPU computes with); and rows of int8 with int8 activations (WASM).
"""
import numpy as np
import torch
import torch.nn.functional as F

from recipe.common import checkpoint
from recipe.export import export_model
from recipe.common import model as network
from recipe.data import pairs
from recipe.quantise import quantise
from recipe.quantise import rotation
from recipe.export import shipped
from recipe.train import train
from recipe.verify import verify
from recipe.common.failures import RecipeError
from recipe.common.packing import Packer

LIMIT = 0.03
ROWS = 64
RESULT = 'quantisation.json'


class Int8Linear(network.Linear):
    """A linear layer as WASM computes it: int8 rows, every input row rounded to int8 with a scale of its own."""

    def forward(self, x):
        if not hasattr(self, 'rows'):
            weight, scales = quantise.rows_int8(self.w.detach().numpy())
            self.rows, self.scales = torch.from_numpy(weight.astype(np.float32)), torch.from_numpy(scales)
        scale = x.abs().amax(-1, keepdim=True) / 127 + 1e-10
        return F.linear((x / scale).round(), self.rows) * scale * self.scales


def done(job):
    return (job.folder / RESULT).exists()


def run(job):
    name = job.recipe.name
    config, weights = export_model.load_checkpoint(name, job.folder)
    packer = Packer(job.folder / 'tokenizer.json')
    rows = train.pack_rows(packer, pairs.read_rows(job.folder / 'held-out.jsonl')[:ROWS], job.recipe.schedule.most)
    if not rows:
        raise RecipeError('there are no held-out rows: run the stage pairs first')
    loss = lambda model: train.held_out_loss(model, rows, 'cpu')
    whole = loss(verify.reference(config, {n: array for n, _, array in rotation.fused(weights, config['layers'])}))
    made = verify.reference(config, shipped.arrays(job.out, shipped.manifest_of(job.out)))
    blocks = loss(made)
    for block in made.blocks:
        for layer in (block.q, block.k, block.v, block.o, block.g, block.u, block.d):
            layer.__class__ = Int8Linear
    rounded = loss(made)
    report = {'rows': len(rows), 'float': round(whole, 4), 'blocks': round(blocks - whole, 4), 'int8': round(rounded - whole, 4), 'bits': export_model.WIDTHS[name]}
    checkpoint.write_json(job.folder / RESULT, report)
    job.log(f'loss in float {whole:.4f}; blocks {blocks - whole:+.4f}, int8 {rounded - whole:+.4f} nats a target piece')
    if max(blocks, rounded) - whole > LIMIT and not job.smoke:
        raise RecipeError(f'quantising costs more than {LIMIT} nats a piece: {report}')
