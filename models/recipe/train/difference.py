"""What training changed, small: the difference of a checkpoint to the weights it started from, rounded row by row.

A row of a matrix is rounded to whole steps, `fineness` of them being the root mean square of the row's differences: the error is
0.29 / fineness of what was learnt. The numbers of steps follow a bell curve, so they are coded by frequency (Huffman, in deflate), about
log2(4.1 fineness) bits a weight. Vectors are not rounded.
A file: one JSON line (shape of the model, hashes, lengths), then each tensor: the step of each row (float32), the deflated numbers (int8).
"""
import hashlib
import json
import zlib

import torch

from recipe.common import checkpoint
from recipe.common.failures import RecipeError
from recipe.common.settings import Shape

MOST = 127


def fingerprint(weights):
    """SHA-256 of all weights as a checkpoint holds them, by name; minus zero counts as zero."""
    found = hashlib.sha256()
    for name in sorted(weights):
        found.update(name.encode())
        found.update((weights[name] + 0).contiguous().view(torch.uint8).numpy().tobytes())
    return found.hexdigest()


def coded(weight, start, fineness):
    """-> (bytes, the weight as decoded gives it back)"""
    if weight.dim() == 1:
        return weight.float().numpy().tobytes(), weight.float()
    moved = weight.float() - start.float()
    step = torch.maximum(moved.square().mean(1).sqrt() / fineness, moved.abs().amax(1) / MOST).clamp(min=1e-20)
    count = (moved / step[:, None]).round().to(torch.int8)
    coder = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_HUFFMAN_ONLY if count.any() else zlib.Z_DEFAULT_STRATEGY)
    return step.numpy().tobytes() + coder.compress(count.numpy().tobytes()) + coder.flush(), stepped(start, step, count)


def decoded(data, start):
    """The inverse of coded -> the weight"""
    if start.dim() == 1:
        return torch.frombuffer(bytearray(data), dtype=torch.float32)
    rows = start.shape[0]
    count = torch.frombuffer(bytearray(zlib.decompress(data[4 * rows:], -15)), dtype=torch.int8).view(start.shape)
    return stepped(start, torch.frombuffer(bytearray(data[:4 * rows]), dtype=torch.float32), count)


def stepped(start, step, count):
    """bf16 start + step a row * count, every operation rounded on its own: the same bits on every machine."""
    return (start.float() + count.float() * step[:, None]).to(torch.bfloat16)


def write(file, trained, start, fineness):
    """trained: (Shape, weights); start: the weights that the reader has, or None: then whole weights are rounded."""
    shape, weights = trained
    start = start or nothing(weights)
    data = {name: coded(weights[name], start[name], fineness) for name in weights}
    back = {name: weight for name, (_, weight) in data.items()}
    head = {'shape': shape.as_dict(), 'start': fingerprint(start), 'result': fingerprint(back),
            'tensors': {name: {'shape': list(weights[name].shape), 'bytes': len(some)} for name, (some, _) in data.items()}}
    with file.open('wb') as out:
        out.write(json.dumps(head).encode() + b'\n')
        out.writelines(some for some, _ in data.values())


def read(file, start):
    """-> (Shape, weights). RecipeError when the file was made from another start, or the result is not what was written."""
    with file.open('rb') as stream:
        head = json.loads(stream.readline())
        start = start or nothing({name: torch.empty(tensor['shape']) for name, tensor in head['tensors'].items()})
        if fingerprint(start) != head['start']:
            raise RecipeError(f'{file.name} is the difference from other weights than those given as its start')
        weights = {name: decoded(stream.read(tensor['bytes']), start[name]) for name, tensor in head['tensors'].items()}
    if fingerprint(weights) != head['result']:
        raise RecipeError(f'the weights out of {file.name} are not those that were written')
    return Shape(**head['shape']), weights


def nothing(weights):
    """Zeros in the form of a checkpoint's weights."""
    return checkpoint.held({name: torch.zeros(weight.shape) for name, weight in weights.items()})
