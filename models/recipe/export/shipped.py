"""Reads a folder that ships: its manifest, its tensors as they lie in the weight file, and what they stand for."""
import json

import numpy as np

from recipe.quantise import quantise


def manifest_of(folder):
    return json.loads((folder / 'manifest.json').read_text(encoding='utf-8'))


def stored(folder, manifest):
    """-> {name: (bits, shape, bytes)} in the order of the file."""
    whole = b''.join((folder / shard['file']).read_bytes() for shard in manifest['weights']['shards'])
    return {t['name']: (t['bits'], t['shape'], whole[t['offset']:t['offset'] + t['bytes']]) for t in manifest['weights']['tensors']}


def values(folder, manifest):
    """-> {name: (q int8 [rows, columns], scales f16 [rows, columns / 32])}"""
    return {name: unpacked(*tensor) for name, tensor in stored(folder, manifest).items()}


def arrays(folder, manifest):
    """-> {name: f32 [rows, columns]}"""
    return {name: quantise.dequantise(*tensor) for name, tensor in values(folder, manifest).items()}


def unpacked(bits, shape, data):
    """The inverse of quantise.pack."""
    rows, columns = shape
    blocks = rows * columns // quantise.BLOCK
    scales = np.frombuffer(data, '<f2', blocks).reshape(rows, -1)
    packed = np.frombuffer(data, np.uint8, offset=2 * blocks)
    if bits < 8:
        ones = np.unpackbits(packed, bitorder='little')[:rows * columns * bits].reshape(-1, bits)
        packed = (ones << np.arange(bits, dtype=np.uint8)).sum(1, dtype=np.int16)
    q = (packed[:rows * columns].astype(np.int16) - 2 ** (bits - 1)).astype(np.int8)
    return q.reshape(rows, columns), scales
