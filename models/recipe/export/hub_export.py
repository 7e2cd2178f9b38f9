"""Writes a model that ships as a repository of the hub's layout, for programs that read nothing else (the benchmark's other runtime library).

    python models/recipe/main.py hub-export --model base --out .work/hub

makes .work/hub/base/ with onnx/model_int8.onnx (WASM) and onnx/model_uint8.onnx (WebGPU, 8-bit blocks of 32), their weights
beside them, config, generation config and tokenizer. It needs numpy and onnx only.

The graph has the layout of a Llama export: input_ids, attention_mask, num_logits_to_keep and past_key_values.i.{key,value} come in, logits and
present.i.{key,value} go out. Weights and the arithmetic of every matrix are those of export_graph.py; attention is GroupQueryAttention, as the
hub's own exports have it. Adapter, estimators and the head's selection are left out: they change no logits.
"""
import argparse
import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper

from recipe.export import export_graph
from recipe.export import shipped

MODELS = Path(__file__).parents[2]
FILES = {'int8': 'model_int8', 'blocks': 'model_uint8'}


def rows_of_blocks(q, scales):
    """q int8 [rows, columns], scales f16 [rows, columns / 32] → int8 rows with one float32 scale each, number by number as src/engine/model/weights.ts has them."""
    rows, columns = q.shape
    blocks = q.reshape(rows, -1, export_graph.BLOCK).astype(np.float64)
    wide = scales.astype(np.float64)
    most = np.maximum((np.abs(blocks).max(-1) * wide).max(1), 1e-10)
    row_scales = (most / 127).astype(np.float32)
    factors = wide / row_scales.astype(np.float64)[:, None]
    return np.floor(blocks * factors[..., None] + 0.5).astype(np.int8).reshape(rows, columns), row_scales


def part(tensor, kind):
    """The bytes of one entry of a layout. tensor: (q, scales)"""
    q, scales = tensor
    if kind == 'columns':
        return rows_of_blocks(q, scales)[0].T
    if kind == 'rowScales':
        return rows_of_blocks(q, scales)[1]
    if kind == 'blockScales':
        return scales.astype(np.float32)
    if kind == 'bytes':
        return (q.astype(np.int16) + 128).astype(np.uint8)
    return shipped.quantise.dequantise(q, scales)


def external(layout, size, tensors):
    """The weights of a graph as its layout wants them."""
    data = bytearray(size)
    for entry in layout:
        bytes_ = np.ascontiguousarray(part(tensors[entry['tensor']], entry['kind'])).tobytes()
        assert len(bytes_) == entry['bytes'], entry
        data[entry['offset']:entry['offset'] + len(bytes_)] = bytes_
    return bytes(data)


def lengths(b):
    """-> seqlens_k i32 [B] and total_sequence_length i32 [], as GroupQueryAttention wants them, of the attention mask."""
    seen = b.op('ReduceSum', [b.op('Cast', ['attention_mask'], to=TensorProto.INT32), b.constant([1], np.int64)], keepdims=0)
    total = b.op('Gather', [b.op('Shape', ['attention_mask']), b.constant(1, np.int64)])
    return b.op('Sub', [seen, b.constant(1, np.int32)]), b.op('Cast', [total], to=TensorProto.INT32)


def attend(b, c, h, i, shared):
    """h: what `linear` multiplies, of [B·T, D] → [B·T, H·d]"""
    seqlens, total, cos, sin, shape = shared
    query, width = c['heads'] * c['head'], c['kv_heads'] * c['head']
    packed = b.op('Reshape', [b.linear(h, f'layers.{i}.qkv', c['hidden'], query + 2 * width), shape])
    names = [f'past_key_values.{i}.key', f'past_key_values.{i}.value']
    outputs = [f'attention_{i}', f'present.{i}.key', f'present.{i}.value']
    b.nodes.append(helper.make_node(
        'GroupQueryAttention', [packed, '', '', *names, seqlens, total, cos, sin], outputs, name=f'attention_{i}', domain='com.microsoft',
        num_heads=c['heads'], kv_num_heads=c['kv_heads'], do_rotary=1))
    return b.shape(outputs[0], -1, query)


def layer(b, c, x, i, shared):
    hidden, feed = c['hidden'], c['feed']
    y = attend(b, c, b.activations(b.norm(x, hidden)), i, shared)
    x = b.op('Add', [x, b.linear(b.activations(y), f'layers.{i}.o', c['heads'] * c['head'], hidden)])
    both = b.linear(b.activations(b.norm(x, hidden)), f'layers.{i}.gu', hidden, 2 * feed)
    gate, up = b.op('Split', [both], 2, axis=-1, num_outputs=2)
    y = b.op('Mul', [b.op('Mul', [gate, b.op('Sigmoid', [gate])]), up])
    return b.op('Add', [x, b.linear(b.activations(y), f'layers.{i}.d', feed, hidden)])


def logits(b, c, x, batch):
    """x [B·T, D] → logits of the last num_logits_to_keep positions, of all for 0."""
    hidden = c['hidden']
    x = b.op('Reshape', [x, b.op('Concat', [batch, b.constant([-1, hidden], np.int64)], axis=0)])
    first = b.op('Reshape', [b.op('Neg', ['num_logits_to_keep']), b.constant([1], np.int64)])
    x = b.op('Slice', [x, first, b.constant([2 ** 31], np.int64), b.constant([1], np.int64)])
    x = b.op('MatMul', [b.norm(b.shape(x, -1, hidden), hidden), b.weight('final', 'float', 'f32', [hidden, hidden])])
    flat = b.linear(b.activations(x), 'emb', hidden, c['vocabulary'])
    to = b.op('Concat', [batch, b.constant([-1, c['vocabulary']], np.int64)], axis=0)
    b.nodes.append(helper.make_node('Reshape', [flat, to], ['logits'], name='logits'))


def build(c, form):
    """c: the architecture of a manifest. -> ModelProto, the layout of its external data and their length"""
    b = export_graph.Builder(form)
    angle = np.arange(c['positions'])[:, None] / c['theta'] ** (np.arange(0, c['head'], 2) / c['head'])
    first = lambda axis: b.op('Gather', [b.op('Shape', ['input_ids']), b.constant([axis], np.int64)])
    batch, width = first(0), c['heads'] * c['head'] + 2 * c['kv_heads'] * c['head']
    shape = b.op('Concat', [batch, first(1), b.constant([width], np.int64)], axis=0)
    shared = (*lengths(b), b.constant(np.cos(angle), np.float32), b.constant(np.sin(angle), np.float32), shape)
    table = b.weight('emb', 'float', 'f32', [c['vocabulary'], c['hidden']])
    x = b.shape(b.op('Gather', [table, 'input_ids'], axis=0), -1, c['hidden'])
    for i in range(c['layers']):
        x = layer(b, c, x, i, shared)
    logits(b, c, x, batch)
    return wrapped(b, c), b.layout, b.at


def wrapped(b, c):
    """The model around the nodes."""
    info = helper.make_tensor_value_info
    cache = lambda name, length: info(name, TensorProto.FLOAT, ['batch_size', c['kv_heads'], length, c['head']])
    names = [f'{i}.{side}' for i in range(c['layers']) for side in ('key', 'value')]
    inputs = [info('input_ids', TensorProto.INT64, ['batch_size', 'sequence_length']),
              info('attention_mask', TensorProto.INT64, ['batch_size', 'total_sequence_length']),
              info('num_logits_to_keep', TensorProto.INT64, []),
              *(cache(f'past_key_values.{name}', 'past_sequence_length') for name in names)]
    outputs = [info('logits', TensorProto.FLOAT, ['batch_size', 'kept', c['vocabulary']]),
               *(cache(f'present.{name}', 'total_sequence_length') for name in names)]
    graph = helper.make_graph(b.nodes, 'hub', inputs, outputs, [*b.constants.values(), *b.external])
    domains = [helper.make_opsetid('', 20), helper.make_opsetid('com.microsoft', 1)]
    return helper.make_model(graph, opset_imports=domains, ir_version=9, producer_name='otherwise-recipe')


def relocated(model, location):
    """The same with its weights in the file `location`."""
    for tensor in model.graph.initializer:
        for entry in tensor.external_data:
            if entry.key == 'location':
                entry.value = location
    return model


def describe(source, target, manifest):
    """Writes what stands beside the graphs. config.json names the manifest that all of it was made from."""
    c, pieces = manifest['architecture'], manifest['pieces']
    config = {
        'model_type': 'llama', 'architectures': ['LlamaForCausalLM'], 'num_hidden_layers': c['layers'], 'hidden_size': c['hidden'],
        'num_attention_heads': c['heads'], 'num_key_value_heads': c['kv_heads'], 'head_dim': c['head'], 'intermediate_size': c['feed'],
        'vocab_size': c['vocabulary'], 'max_position_embeddings': c['positions'], 'rope_theta': c['theta'],
        'bos_token_id': pieces['bos'], 'eos_token_id': pieces['eos'],
        'transformers.js_config': {'use_external_data_format': {f'{name}.onnx': 1 for name in FILES.values()}},
        'made_from': hashlib.sha256((source / 'manifest.json').read_bytes()).hexdigest(),
    }
    written = {'config': config, 'generation_config': {'bos_token_id': pieces['bos'], 'eos_token_id': pieces['eos']},
               'tokenizer_config': {'tokenizer_class': 'PreTrainedTokenizer', 'model_max_length': c['positions']}}
    for name, value in written.items():
        (target / f'{name}.json').write_text(json.dumps(value, indent=1) + '\n', encoding='utf-8')
    shutil.copyfile(source / 'tokenizer.json', target / 'tokenizer.json')


def export(source, target):
    """Reads the folder of a model that ships and writes it as a repository."""
    manifest = shipped.manifest_of(source)
    tensors = shipped.values(source, manifest)
    (target / 'onnx').mkdir(parents=True, exist_ok=True)
    for form, name in FILES.items():
        model, layout, size = build(manifest['architecture'], form)
        onnx.save(relocated(model, f'{name}.onnx_data'), target / f'onnx/{name}.onnx')
        (target / f'onnx/{name}.onnx_data').write_bytes(external(layout, size, tensors))
    describe(source, target, manifest)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--model', default='base', help='a folder of models/')
    parser.add_argument('--out', type=Path, default=Path('.work/hub'), help='the repository is written to OUT/MODEL')
    options = parser.parse_args()
    export(MODELS / options.model, options.out / options.model)
    print(options.out / options.model)
