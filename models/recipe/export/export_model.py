"""Stages quantise, export and card: a checkpoint becomes a folder under models/ that the engine loads.

models/<name>/  manifest.json   what each file is, its bytes and SHA-256, the architecture, the tensors, the three graphs
                weights.NN.bin  the neutral weight file (quantise.py) in shards of at most 24 MiB
                graph.FORM.onnx float, int8 (WASM) and blocks (WebGPU), without weights
                tokenizer.json  README.md (the model card)
"""
import hashlib
import json
from pathlib import Path

import numpy as np
import torch

from recipe.quantise import calibrate
from recipe.export import export_graph
from recipe.quantise import quantise
from recipe.quantise import rotation
from recipe.export import shipped
from recipe.verify import verify
from recipe.export.export_graph import FORMS
from recipe.common.settings import DISTANCE, KIND, LENGTH

SHARD = 24 * 2**20
POSITIONS = {'base': 640, 'small': 640, 'tiny': 384}
# Bits by kind of matrix: chosen on held-out loss under a size limit, see README.md.
FIVE, EIGHT = ({'emb': bits, 'final': 8, 'qkv': bits, 'o': bits, 'gu': bits, 'd': bits, 'adapter': 8} for bits in (5, 8))
WIDTHS = {'base': FIVE, 'small': FIVE, 'tiny': EIGHT}
NAMES = {'base': 'Otherwise base', 'small': 'Otherwise small', 'tiny': 'Otherwise tiny (for tests)'}


def load_checkpoint(model, folder):
    """→ (config, {name: tensor}) of WORK/<model>/model.pt and, where it lies there, adapter.pt."""
    checkpoint = torch.load(Path(folder) / 'model.pt', map_location='cpu', weights_only=True)
    config, weights = {**checkpoint['config'], 'positions': POSITIONS[model]}, checkpoint['weights']
    if not (Path(folder) / 'adapter.pt').exists():
        return config, weights
    adapter = torch.load(Path(folder) / 'adapter.pt', map_location='cpu', weights_only=True)
    return {**config, 'adapter': adapter['config']}, {**weights, **adapter['weights']}


def neutral(model, folder):
    """→ the shipped blocks of WORK/<model>: config and [(name, bits, shape, bytes, dequantised f32 array)]"""
    config, weights = load_checkpoint(model, folder)
    fused = list(rotation.fused(weights, config['layers']))
    exact = {name: array for name, _, array in fused}
    fed = calibrate.moments(verify.reference(config, exact), calibrate.rows_of(Path(folder), config['positions']))
    arrays, fed = calibrate.balanced(exact, fed, config['layers'])
    return config, [block(name, arrays[name], WIDTHS[model][kind], fed.get(name)) for name, kind, _ in fused]


def block(name, array, bits, fed):
    q, scales = quantise.quantise(array, bits) if fed is None else quantise.compensated(array, bits, fed)
    return name, bits, array.shape, quantise.pack(q, scales, bits), quantise.dequantise(q, scales)


def write(folder, name, data):
    (folder / name).write_bytes(data)
    return {'file': name, 'bytes': len(data), 'sha256': hashlib.sha256(data).hexdigest()}


def write_weights(folder, tensors):
    """tensors: [(name, bits, shape, bytes)] → the manifest's entry of the shards that they are written to."""
    whole, table = bytearray(), []
    for name, bits, shape, data in tensors:
        table.append({'name': name, 'bits': bits, 'shape': list(shape), 'offset': len(whole), 'bytes': len(data)})
        whole += data + bytes(-len(data) % 4)
    for old in folder.glob('weights.*.bin'):
        old.unlink()
    shards = [write(folder, f'weights.{i:02d}.bin', bytes(whole[at:at + SHARD])) for i, at in enumerate(range(0, len(whole), SHARD))]
    return {'shards': shards, 'bytes': len(whole), 'tensors': table}


def write_graphs(folder, config, forms):
    """→ the manifest's entry of the graphs."""
    graphs = {}
    for form in forms:
        graph, layout, size = export_graph.build(config, form)
        graphs[form] = {**write(folder, f'graph.{form}.onnx', graph.SerializeToString()), 'externalBytes': size, 'layout': layout}
    return graphs


def roles(config):
    """What each role feeds the graph with (export_graph.py)."""
    role = lambda rows, positions, memory, past: {'graph': 'any', 'inputs': {'B': rows, 'T': positions, 'M': memory, 'P': past}}
    judge = {'judge': role('beginnings of targets', '4 of tags and target', 'source', 'what stands before')} if 'adapter' in config else {}
    return {'encode': role('1', 'source', '1 (masked)', '1 (masked)'), 'step': role('rows', '1, or the tags at first', 'source', 'own pieces'),
            'score': role('targets', 'whole sequence', '1 (masked)', '1 (masked)'), **judge}


def finish(folder, manifest):
    """Lists the files and writes the manifest."""
    entries = [manifest['tokenizer'], *manifest['graphs'].values(), *manifest['weights']['shards']]
    manifest['files'] = [{'path': entry['file'], 'bytes': entry['bytes'], 'sha256': entry['sha256']} for entry in entries]
    (folder / 'manifest.json').write_text(json.dumps(manifest, indent=1) + '\n')
    return manifest


def export(model, work, out, threshold, self_test_ids):
    """Writes models/<model>/ and returns the manifest."""
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    config, made = neutral(model, work)
    training = Path(work) / 'training.json'
    reference = verify.reference(config, {name: array for name, *_, array in made})
    top, log_probs = verify.best_after(reference, self_test_ids, 16)
    return finish(folder, {
        'format': 1, 'name': model, 'title': NAMES[model], 'kind': 'prefix-decoder', 'license': 'Apache-2.0',
        'architecture': config,
        'pieces': {'eos': 0, 'bos': 1, 'sep': 2, 'reserved': 17,
                   'tags': {'distance': list(DISTANCE), 'kind': KIND, 'length': list(LENGTH)}},
        'threshold': threshold,
        'top': export_graph.TOP, 'group': export_graph.GROUP, 'roles': roles(config),
        'graphs': write_graphs(folder, config, FORMS if model == 'tiny' else FORMS[1:]),  # the float graph is the tests' oracle
        'tokenizer': write(folder, 'tokenizer.json', (Path(work) / 'tokenizer.json').read_bytes()),
        'weights': write_weights(folder, [tensor[:4] for tensor in made]),
        'training': json.loads(training.read_text()) if training.exists() else None,
        'selfTest': {'ids': self_test_ids, 'topIds': top, 'topLogProbs': [round(p, 4) for p in log_probs]},
    })


def redraw(folder):
    """Builds the graphs of a folder that ships anew; weights and tokenizer stay as they lie there. Returns the manifest."""
    manifest = shipped.manifest_of(folder)
    config = manifest['architecture']
    return finish(folder, {**manifest, 'roles': roles(config), 'graphs': write_graphs(folder, config, manifest['graphs'])})


def attach(folder, adapter):
    """Gives a folder that ships another adapter (or its first); every other tensor stays as it lies there. Returns the manifest."""
    manifest = shipped.manifest_of(folder)
    kept = [(name, *tensor) for name, tensor in shipped.stored(folder, manifest).items() if not name.startswith('adapter.')]
    bits = WIDTHS[manifest['name']]['adapter']
    own = [(name, bits, array.shape, quantise.pack(*quantise.quantise(array, bits), bits)) for name, _, array in rotation.of_adapter(adapter['weights'])]
    config = {**manifest['architecture'], 'adapter': adapter['config']}
    return finish(folder, {**manifest, 'architecture': config, 'roles': roles(config), 'graphs': write_graphs(folder, config, manifest['graphs']),
                           'weights': write_weights(folder, [*kept, *own])})
