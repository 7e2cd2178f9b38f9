"""The one ONNX graph of a model, in three forms, without weights (they are external data, repacked from the neutral file at load).

One graph plays all roles, so that a browser holds one session and the weights once (onnxruntime-web cannot share weights between sessions):

role     rows B  positions T  memory M        own past P
encode   1       source       1 (masked)      1 (masked)
step     rows    1            source length   pieces so far      (the first step: one row, T = tags)
score    targets whole        1 (masked)      1 (masked)
judge    beginnings 4         source length   what stands before (of tags and target; gate open, for the encoding of the source, too)

Inputs   embeddings  f32 [B, T, D]      rows of the embedding table, looked up by the caller
         positions   i64 [B, T]         rotary positions
         bias        f32 [T, M + P + T] 0 = may look, -1e9 = may not
         slots       i32 [B, P]         where each row's own past lies among the slots of the cache
         memory_i    f32 [M, 2·KV]      keys then values of the source, layer i (KV = key/value heads × head size)
         past_i      f32 [S, 2·KV]      cache slots of layer i, shared by all rows: rows only name slots, so they can be dropped,
                                        doubled or reordered without moving a byte
         select      i32 [N]            which of the B·T (B'·T') positions go through the head
         offsets     i32 [N, 1]         n · V/16 for n = 0 … N-1
         probes      i32 [N, Q]         ids whose log-probabilities are wanted
         estimators  f32 [D, 2]         linear probes of the state behind layer settings.estimated_layer (estimate.py), or zeros
         gate        f32 [1]            0 = the adapter (adapter.py) takes part, -1e9 = it does not; where there is one
         deep        i32 [B', T']       which of the B·T positions go on beyond the adapter, all but when judging, row by row; where there is one
         deep_positions   i64 [B', T']         the same as positions for the layers beyond
         deep_bias   f32 [T', M' + P' + T']   the same as bias
         deep_slots  i32 [B', P']       the same as slots
Outputs  packed      f32 [N, 2·TOP + Q + 3]  log-probs of the TOP best, their ids, log-probs of the probes, log-sum-exp, the two estimates
         new_i       f32 [B·T, 2·KV]    keys and values of the new positions of layer i (B'·T' beyond the adapter)
         judgement   f32 [B·T, 3]       what each position says of the rewrite, with the gate open; where there is an adapter

Forms    float   MatMul on float weights: the oracle
         int8    8-bit rows with one scale each, activations 8-bit with one scale a row (QGemm): WASM
         blocks  8-bit in blocks of 32 (MatMulNBits), float activations: WebGPU
"""
import hashlib

import numpy as np
import onnx
from onnx import TensorProto, helper

from recipe.common.settings import estimated_layer

TOP, GROUP, BLOCK = 64, 16, 32
FORMS = ('float', 'int8', 'blocks')
TYPES = {'f32': TensorProto.FLOAT, 'i8': TensorProto.INT8, 'u8': TensorProto.UINT8}
SIZES = {'f32': 4, 'i8': 1, 'u8': 1}


class Builder:
    """Collects nodes, small constants and external weights; `layout` lists the latter for the runtime."""

    def __init__(self, form):
        self.form, self.nodes, self.constants, self.layout, self.at = form, [], {}, [], 0
        self.external = []

    def op(self, kind, inputs, outputs=1, domain='', **attributes):
        names = [f'{kind}_{len(self.nodes)}_{i}' for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, name=f'{kind}_{len(self.nodes)}', domain=domain, **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, value, dtype):
        array = np.array(value, dtype)
        name = f'c_{array.dtype}_{"x".join(map(str, array.shape))}_{hashlib.sha1(array.tobytes()).hexdigest()[:8]}'
        if name not in self.constants:
            self.constants[name] = onnx.numpy_helper.from_array(array, name)
        return name

    def shape(self, x, *dims):
        return self.op('Reshape', [x, self.constant(dims, np.int64)])

    def weight(self, tensor, kind, dtype, shape):
        """An external initializer: the part `kind` (values, scales) of a tensor of the neutral file, 64-byte aligned."""
        size = int(np.prod(shape)) * SIZES[dtype]
        name = f'{tensor}.{kind}'
        proto = TensorProto(name=name, data_type=TYPES[dtype], dims=shape, data_location=TensorProto.EXTERNAL)
        for key, value in (('location', 'weights'), ('offset', self.at), ('length', size)):
            proto.external_data.add(key=key, value=str(value))
        self.external.append(proto)
        self.layout.append({'tensor': tensor, 'kind': kind, 'offset': self.at, 'bytes': size})
        self.at += (size + 63) // 64 * 64
        return name

    def linear(self, x, tensor, inputs, outputs):
        """x [n, inputs] → [n, outputs] in the form's arithmetic."""
        if self.form == 'float':
            w = self.weight(tensor, 'float', 'f32', [outputs, inputs])
            return self.op('Gemm', [x, w], transB=1)
        if self.form == 'blocks':
            values = self.weight(tensor, 'bytes', 'u8', [outputs, inputs // BLOCK, BLOCK])
            scales = self.weight(tensor, 'blockScales', 'f32', [outputs * (inputs // BLOCK)])
            return self.op('MatMulNBits', [x, values, scales], domain='com.microsoft', K=inputs, N=outputs, bits=8, block_size=BLOCK)
        q, scale = x
        # Columns side by side: the kernel turns a matrix that lies otherwise at every call.
        values = self.weight(tensor, 'columns', 'i8', [inputs, outputs])
        scales = self.weight(tensor, 'rowScales', 'f32', [outputs])
        zeros = self.constant(np.zeros(outputs), np.int8)
        y = self.op('QGemm', [q, self.constant(1.0, np.float32), self.constant(128, np.uint8), values, scales, zeros],
                    domain='com.microsoft')
        return self.op('Mul', [y, scale])

    def activations(self, x):
        """What `linear` multiplies: for int8, every row as bytes around 128 and its scale."""
        if self.form != 'int8':
            return x
        most = self.op('ReduceMax', [self.op('Abs', [x]), self.constant([-1], np.int64)], keepdims=1)
        scale = self.op('Max', [self.op('Mul', [most, self.constant(1 / 127, np.float32)]), self.constant(1e-10, np.float32)])
        unit = self.op('Mul', [x, self.op('Reciprocal', [scale])])
        # With scale 1 this rounds and shifts in one vectorised pass, where Round, Add and Cast take three slow ones.
        return self.op('QuantizeLinear', [unit, self.constant(1.0, np.float32), self.constant(128, np.uint8)]), scale

    def beside(self, x, normed, tensor, width, rank):
        """x [n, width] and what a bottleneck of the adapter adds to it, given the normalised input of the part that it stands beside; nothing while the gate is closed."""
        down, up = (self.weight(f'{tensor}.{name}', 'float', 'f32', shape) for name, shape in (('down', [rank, width]), ('up', [width, rank])))
        return self.op('Gemm', [self.op('Relu', [self.op('Gemm', [normed, down, 'gate'], transB=1)]), up, x], transB=1)

    def norm(self, x, size):
        """RMSNorm; its weights are folded into the matrices behind it (rotation.py)."""
        return self.op('SimplifiedLayerNormalization', [x, self.constant(np.ones(size), np.float32)], axis=-1, epsilon=1e-5)


def attention(b, c, q, kv, i, at):
    """q [B, T, H·d] rotated, kv [B, T, 2·KV] → [B·T, H·d]. One softmax over the shared memory and the row's own past.

    The memory is one row: the samples lie along the query axis, so it is never copied. `at` names what the layers of its depth share (`shapes`).
    """
    groups, heads, size, width = c['kv_heads'], c['heads'] // c['kv_heads'], c['head'], c['kv_heads'] * c['head']
    past = b.op('Gather', [f'past_{i}', at('slots')], axis=0)                                      # [B, P, 2·KV]
    keys, values = b.op('Split', [b.op('Concat', [past, kv], axis=1)], 2, axis=-1, num_outputs=2)    # [B, Y, KV], Y = P + T
    keys = b.op('Transpose', [b.shape(keys, 0, -1, groups, size)], perm=[0, 2, 3, 1])          # [B, G, d, Y]
    values = b.op('Transpose', [b.shape(values, 0, -1, groups, size)], perm=[0, 2, 1, 3])      # [B, G, Y, d]
    mkeys, mvalues = b.op('Split', [f'memory_{i}'], 2, axis=-1, num_outputs=2)
    mkeys = b.op('Transpose', [b.shape(mkeys, -1, groups, size)], perm=[1, 2, 0])              # [G, d, M]
    mvalues = b.op('Transpose', [b.shape(mvalues, -1, groups, size)], perm=[1, 0, 2])          # [G, M, d]

    q5 = b.op('Transpose', [b.shape(q, 0, -1, groups, heads, size)], perm=[0, 2, 3, 1, 4])     # [B, G, h, T, d]
    shape4 = b.op('Concat', [at('batch'), b.constant([groups], np.int64), b.constant([-1], np.int64), b.constant([size], np.int64)], axis=0)
    q4 = b.op('Reshape', [q5, shape4])                                                         # [B, G, h·T, d]
    flat = lambda x, last: b.shape(b.op('Transpose', [x], perm=[1, 0, 2, 3]), groups, -1, last)
    back = lambda x, last: b.op('Transpose', [b.op('Reshape', [x, b.op('Concat', [b.constant([groups], np.int64), at('batch'), b.constant([-1], np.int64), last], axis=0)])], perm=[1, 0, 2, 3])
    own = b.op('MatMul', [q4, keys])                                                           # [B, G, h·T, Y]
    shared = back(b.op('MatMul', [flat(q4, size), mkeys]), at('m_length'))                         # [B, G, h·T, M]
    scores = b.op('Concat', [shared, own], axis=-1)
    scores = b.op('Reshape', [scores, at('score_shape')])                                          # [B, G·h, T, M + Y]
    scores = b.op('Add', [b.op('Mul', [scores, b.constant(size ** -0.5, np.float32)]), at('bias')])
    weights = b.op('Reshape', [b.op('Softmax', [scores], axis=-1), at('weight_shape')])            # [B, G, h·T, M + Y]
    wm, wo = b.op('Split', [weights, at('split_sizes')], 2, axis=-1)
    wm = b.op('Reshape', [b.op('Transpose', [wm], perm=[1, 0, 2, 3]), at('wm_shape')])             # [G, B·h·T, M]
    out = b.op('Add', [b.op('MatMul', [wo, values]), back(b.op('MatMul', [wm, mvalues]), b.constant([size], np.int64))])
    out = b.op('Transpose', [b.shape(out, 0, groups, heads, -1, size)], perm=[0, 3, 1, 2, 4])  # [B, T, G, h, d]
    return b.shape(out, -1, groups * heads * size)


def shapes(b, c, at, rows, memory):
    """Names of the shape vectors that layers of one depth use, computed once from the inputs (on the CPU, they are a few integers).

    `rows`: an input of shape [B, T, …], `memory`: one of these layers' memories.
    """
    first = lambda name, axis: b.op('Gather', [b.op('Shape', [name]), b.constant([axis], np.int64)])
    named = lambda kind, inputs, name, **a: b.nodes.append(helper.make_node(kind, inputs, [at(name)], name=at(name), **a))
    one = lambda value: b.constant([value], np.int64)
    named('Identity', [first(rows, 0)], 'batch')
    length = first(rows, 1)
    named('Identity', [first(memory, 0)], 'm_length')
    y = b.op('Add', [first(at('slots'), 1), length])
    named('Concat', [at('m_length'), y], 'split_sizes', axis=0)
    both = b.op('Add', [at('m_length'), y])
    named('Concat', [at('batch'), one(c['heads']), length, both], 'score_shape', axis=0)
    named('Concat', [at('batch'), one(c['kv_heads']), one(-1), both], 'weight_shape', axis=0)
    named('Concat', [one(c['kv_heads']), one(-1), at('m_length')], 'wm_shape', axis=0)
    named('Concat', [at('batch'), length, one(-1)], 'btd_shape', axis=0)


def head(b, c, x, estimates):
    """x [N, D], estimates [N, 2] → packed. Exact top-k in two stages: the best TOP groups of 16 hold the best TOP ids."""
    vocabulary = c['vocabulary']
    logits = b.linear(b.activations(x), 'emb', c['hidden'], vocabulary)                        # [N, V]
    groups = b.shape(logits, -1, vocabulary // GROUP, GROUP)
    best = b.op('ReduceMax', [groups, b.constant([-1], np.int64)], keepdims=0)                 # [N, V/16]
    top = b.op('ReduceMax', [best, b.constant([-1], np.int64)], keepdims=1)
    total = b.op('Add', [top, b.op('Log', [b.op('ReduceSum', [b.op('Exp', [b.op('Sub', [logits, top])]), b.constant([-1], np.int64)], keepdims=1)])])
    _, chosen = b.op('TopK', [best, b.constant([min(TOP, vocabulary // GROUP)], np.int64)], 2, axis=-1)
    number = b.op('Gather', [b.constant(np.arange(vocabulary // GROUP), np.int32), chosen])    # int64 → int32 by table
    members = b.op('Gather', [b.shape(logits, -1, GROUP), b.op('Add', [number, 'offsets'])], axis=0)
    members = b.shape(members, 0, -1)                                                          # [N, TOP·16]
    ids = b.op('Gather', [b.constant(np.arange(vocabulary // GROUP) * GROUP, np.float32), chosen])
    ids = b.op('Add', [b.op('Unsqueeze', [ids, b.constant([-1], np.int64)]), b.constant(np.arange(GROUP), np.float32)])
    values, places = b.op('TopK', [members, b.constant([TOP], np.int64)], 2, axis=-1)
    ids = b.op('GatherElements', [b.shape(ids, 0, -1), places], axis=1)
    probes = b.op('GatherElements', [logits, 'probes'], axis=1)
    return b.op('Concat', [b.op('Sub', [values, total]), ids, b.op('Sub', [probes, total]), total, estimates], axis=1)


def build(c, form):
    """c: {layers, hidden, heads, kv_heads, head, feed, vocabulary, theta, positions} and, with an adapter, adapter: {low, high, rank}.

    Returns the ModelProto and the layout of its external data.
    """
    assert form in FORMS and c['vocabulary'] % GROUP == 0 and c['hidden'] % BLOCK == 0 and c['feed'] % BLOCK == 0
    b = Builder(form)
    hidden, width, query = c['hidden'], c['kv_heads'] * c['head'], c['heads'] * c['head']
    angle = np.arange(c['positions'])[:, None] / c['theta'] ** (np.arange(0, c['head'], 2) / c['head'])
    cos, sin = b.constant(np.cos(angle), np.float32), b.constant(np.sin(angle), np.float32)
    at = str
    shapes(b, c, at, 'embeddings', 'memory_0')
    x = b.shape('embeddings', -1, hidden)
    outputs = []
    rotary = lambda y: b.op('RotaryEmbedding', [b.op('Reshape', [y, at('btd_shape')]), at('positions'), cos, sin], domain='com.microsoft')
    adapter = c.get('adapter')
    for i in range(c['layers']):
        adapted = adapter and adapter['low'] <= i < adapter['high']
        normed = b.norm(x, hidden)
        h = b.activations(normed)
        q, k, v = b.op('Split', [b.linear(h, f'layers.{i}.qkv', hidden, query + 2 * width), b.constant([query, width, width], np.int64)], 3, axis=-1)
        kv = b.op('Concat', [rotary(k), b.op('Reshape', [v, at('btd_shape')])], axis=-1)
        b.nodes.append(helper.make_node('Reshape', [kv, b.constant([-1, 2 * width], np.int64)], [f'new_{i}'], name=f'new_{i}'))
        outputs.append(f'new_{i}')
        y = attention(b, c, rotary(q), kv, i, at)
        x = b.op('Add', [x, b.linear(b.activations(y), f'layers.{i}.o', query, hidden)])
        if adapted:
            x = b.beside(x, normed, f'adapter.{i}.attention', hidden, adapter['rank'])
        normed = b.norm(x, hidden)
        h = b.activations(normed)
        gate, up = b.op('Split', [b.linear(h, f'layers.{i}.gu', hidden, 2 * c['feed'])], 2, axis=-1, num_outputs=2)
        y = b.op('Mul', [b.op('Mul', [gate, b.op('Sigmoid', [gate])]), up])
        x = b.op('Add', [x, b.linear(b.activations(y), f'layers.{i}.d', c['feed'], hidden)])
        if adapted:
            x = b.beside(x, normed, f'adapter.{i}.feed', hidden, adapter['rank'])
        if adapter and i + 1 == adapter['high']:
            head_weight = b.weight('adapter.head', 'float', 'f32', [3, hidden])
            b.nodes.append(helper.make_node('Gemm', [b.norm(x, hidden), head_weight], ['judgement'], name='judgement', transB=1))
            at = 'deep_{}'.format
            shapes(b, c, at, 'deep', f'memory_{i + 1}')
            x = b.shape(b.op('Gather', [x, 'deep'], axis=0), -1, hidden)
        if i + 1 == estimated_layer(c['layers']):
            estimates = b.op('MatMul', [b.norm(b.op('Gather', [x, 'select'], axis=0), hidden), 'estimators'])
    x = b.norm(b.op('Gather', [x, 'select'], axis=0), hidden)
    x = b.op('MatMul', [x, b.weight('final', 'float', 'f32', [hidden, hidden])])
    b.nodes.append(helper.make_node('Identity', [head(b, c, x, estimates)], ['packed'], name='packed'))

    info = helper.make_tensor_value_info
    deeper = [info('gate', TensorProto.FLOAT, [1]), info('deep', TensorProto.INT32, ['B2', 'T2']),
              info('deep_positions', TensorProto.INT64, ['B2', 'T2']), info('deep_bias', TensorProto.FLOAT, ['T2', 'L2']), info('deep_slots', TensorProto.INT32, ['B2', 'P2'])]
    inputs = [info('embeddings', TensorProto.FLOAT, ['B', 'T', hidden]), info('positions', TensorProto.INT64, ['B', 'T']),
              info('bias', TensorProto.FLOAT, ['T', 'L']), info('slots', TensorProto.INT32, ['B', 'P']),
              *(info(f'memory_{i}', TensorProto.FLOAT, [f'M{i}', 2 * width]) for i in range(c['layers'])),
              *(info(f'past_{i}', TensorProto.FLOAT, [f'S{i}', 2 * width]) for i in range(c['layers'])),
              info('select', TensorProto.INT32, ['N']), info('offsets', TensorProto.INT32, ['N', 1]), info('probes', TensorProto.INT32, ['N', 'Q']),
              info('estimators', TensorProto.FLOAT, [hidden, 2]), *(deeper if adapter else [])]
    results = [info('packed', TensorProto.FLOAT, ['N', None]), *(info(name, TensorProto.FLOAT, [None, 2 * width]) for name in outputs),
               *([info('judgement', TensorProto.FLOAT, [None, 3])] if adapter else [])]
    graph = helper.make_graph(b.nodes, 'otherwise', inputs, results, [*b.constants.values(), *b.external])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 20), helper.make_opsetid('com.microsoft', 1)], ir_version=9)
    return model, b.layout, b.at
