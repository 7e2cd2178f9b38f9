"""Stage `restore`: model.pt, tokenizer.json, training.json and, where there is an adapter, adapter.pt read back out of a folder that ships (--shipped, models/base), for
stages that go on from the weights people have; or, with --difference, from what a training has made of them since (stage `difference`).

The basis is turned back (rotation.py); norm weights stay folded into the matrices behind them, so the function is that of the shipped blocks.
"""
import shutil

import torch

from recipe.common import checkpoint
from recipe.train import difference
from recipe.export import shipped
from recipe.quantise.rotation import orthogonal, unrotated_adapter
from recipe.common.settings import Shape


def done(job):
    return (job.folder / 'model.pt').exists()


def run(job):
    folder = job.shipped
    manifest = shipped.manifest_of(folder)
    tensors = tensors_of(folder, manifest)
    shape, weights = restored(manifest, tensors)
    if job.options.difference:
        shape, weights = difference.read(job.options.difference, checkpoint.held(weights))
    checkpoint.save(job.folder / 'model.pt', shape, weights)
    shutil.copyfile(folder / 'tokenizer.json', job.folder / 'tokenizer.json')
    checkpoint.write_json(job.folder / 'training.json', manifest['training'])
    own = {name: tensor for name, tensor in tensors.items() if name.startswith('adapter.')}
    if own:
        parts = {'config': manifest['architecture']['adapter'], 'weights': unrotated_adapter(own)}
        checkpoint.write(job.folder / 'adapter.pt', lambda file: torch.save(parts, file))
    job.log(f'{sum(w.numel() for w in weights.values()) / 1e6:.1f} M weights out of {folder}')


def tensors_of(folder, manifest):
    """-> {name: f64 [rows, columns]}"""
    return {name: torch.from_numpy(array).double() for name, array in shipped.arrays(folder, manifest).items()}


def restored(manifest, tensors):
    """-> (Shape, weights under the names of model.Rewriter) of a shipped folder."""
    shape = Shape.of(manifest['architecture'])
    return shape, unfused(tensors, shape)


def unfused(tensors, shape):
    """Weights under the names of model.Rewriter: the inverse of rotation.fused and rotation.rotated, norm weights aside."""
    q = orthogonal(shape.hidden)
    queries, keys = shape.heads * shape.head, shape.kv_heads * shape.head
    ones = torch.ones(shape.hidden)
    weights = {'emb': tensors['emb'] @ q.T, 'nf.w': torch.diagonal(q @ tensors['final'] @ q.T)}
    for i in range(shape.layers):
        matrix = lambda name: tensors[f'layers.{i}.{name}']
        inputs = dict(zip('qkv', matrix('qkv').split([queries, keys, keys]))) | dict(zip('gu', matrix('gu').split([shape.feed, shape.feed])))
        own = {f'{name}.w': w @ q.T for name, w in inputs.items()} | {f'{name}.w': q @ matrix(name) for name in 'od'} | {'n1.w': ones, 'n2.w': ones}
        weights |= {f'blocks.{i}.{name}': w for name, w in own.items()}
    return {name: w.float().contiguous() for name, w in weights.items()}
