"""Stage `restore`: model.pt and tokenizer.json read back out of a folder that ships (--shipped, models/base), for stages that go on from the weights people have.

The basis is turned back (rotation.py); norm weights stay folded into the matrices behind them, so the function is that of the shipped blocks.
"""
import json
import shutil
from pathlib import Path

import numpy as np
import torch

import checkpoint
import quantise
from rotation import orthogonal
from settings import Shape


def done(job):
    return (job.folder / 'model.pt').exists()


def run(job):
    shipped = Path(job.options.shipped)
    shape, weights = restored(shipped)
    checkpoint.save(job.folder / 'model.pt', shape, weights)
    shutil.copyfile(shipped / 'tokenizer.json', job.folder / 'tokenizer.json')
    job.log(f'{sum(w.numel() for w in weights.values()) / 1e6:.1f} M weights out of {shipped}')


def restored(folder):
    """-> (Shape, weights under the names of model.Rewriter) of a shipped folder."""
    manifest = json.loads((folder / 'manifest.json').read_text(encoding='utf-8'))
    sizes = {key: value for key, value in manifest['architecture'].items() if key in Shape.__dataclass_fields__}
    shape = Shape(**sizes)
    stored = b''.join((folder / shard['file']).read_bytes() for shard in manifest['weights']['shards'])
    tensors = {t['name']: unpack(stored, t) for t in manifest['weights']['tensors']}
    return shape, unfused(tensors, shape)


def unpack(stored, tensor):
    """-> f64 [rows, columns]; the inverse of quantise.pack."""
    (rows, columns), bits, at = tensor['shape'], tensor['bits'], tensor['offset']
    blocks = rows * columns // quantise.BLOCK
    scales = np.frombuffer(stored, '<f2', blocks, at).reshape(rows, -1)
    packed = np.frombuffer(stored, np.uint8, tensor['bytes'] - 2 * blocks, at + 2 * blocks)
    if bits < 8:
        ones = np.unpackbits(packed, bitorder='little')[:rows * columns * bits].reshape(-1, bits)
        packed = (ones << np.arange(bits, dtype=np.uint8)).sum(1, dtype=np.int16)
    q = (packed.astype(np.int16) - 2 ** (bits - 1)).astype(np.int8).reshape(rows, columns)
    return torch.from_numpy(quantise.dequantise(q, scales)).double()


def unfused(tensors, shape):
    """The inverse of quantise.fused and rotation.rotated, norm weights aside."""
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
