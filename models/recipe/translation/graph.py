"""The two ONNX graphs of a direction, with the inputs and outputs of the hub's Marian exports (layers i, heads H of width d).

encoder_model           input_ids i64 [B, S], attention_mask i64 [B, S] -> last_hidden_state f32 [B, S, D]
decoder_model_merged    encoder_attention_mask i64 [B, S], input_ids i64 [B, T], encoder_hidden_states f32 [B, S, D],
                        past_key_values.i.{decoder,encoder}.{key,value} f32 [B, H, P or S, d], use_cache_branch bool [1]
                        -> logits f32 [B, T, V], present.i.{decoder,encoder}.{key,value}

An If chooses the branch of the merged decoder. Without a cache, what is in `past_key_values` is not looked at. With one, keys and values of the
encoder are read from there, and their `present` are empty [0, H, 1, d]: a caller keeps those of the first call, as with every merged export.

Matrices are 8-bit integers with a scale a row and are made floats outside the branches, so that all arithmetic is in float32.
"""
import numpy as np
import onnx
from onnx import TensorProto, helper

from recipe.translation.stages import grid

OPSET, IR = 17, 8
BLOCKED = -1e9
PARTS = tuple((side, what) for side in ('decoder', 'encoder') for what in ('key', 'value'))


class Nodes:
    """Collects the nodes of a graph or, with a prefix, of one branch in it; constants and weights always go to the outermost."""

    def __init__(self, shape, root=None, prefix=''):
        self.shape, self.prefix, self.nodes = shape, prefix, []
        self.root = root or self
        self.initializers, self.known = {}, {}

    def op(self, kind, inputs, output=None, **attributes):
        name = output or f'{self.prefix}{kind}_{len(self.nodes)}'
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def constant(self, value, dtype):
        array = np.array(value, dtype)
        name = f'c_{array.dtype}_{"_".join(map(str, array.flatten()))}_{array.ndim}'
        self.root.initializers[name] = onnx.numpy_helper.from_array(array, name)
        return name

    def ints(self, *values):
        return self.constant(values, np.int64)

    def weight(self, name, tensor):
        """A vector as it is; a matrix [out, in] as bytes, made floats and transposed to [in, out] once for all branches."""
        root = self.root
        if name not in root.known:
            if tensor.dim() == 1:
                root.initializers[name] = onnx.numpy_helper.from_array(tensor.numpy(), name)
                root.known[name] = name
            else:
                values, scales = grid(tensor)
                root.initializers[f'{name}.q'] = onnx.numpy_helper.from_array(values.numpy().astype(np.int8), f'{name}.q')
                root.initializers[f'{name}.scale'] = onnx.numpy_helper.from_array(scales.numpy(), f'{name}.scale')
                whole = root.op('Mul', [root.op('Cast', [f'{name}.q'], f'{name}.cast', to=TensorProto.FLOAT), f'{name}.scale'], f'{name}.rows')
                root.known[name] = root.op('Transpose', [whole], name, perm=[1, 0])
        return root.known[name]

    def linear(self, x, name, layer):
        return self.op('Add', [self.op('MatMul', [x, self.weight(f'{name}.weight', layer.weight)]), self.weight(f'{name}.bias', layer.bias)])

    def norm(self, x, added, name, layer):
        """LayerNorm of x + added."""
        return self.op('LayerNormalization', [self.op('Add', [x, added]), self.weight(f'{name}.weight', layer.weight),
                                              self.weight(f'{name}.bias', layer.bias)], axis=-1, epsilon=layer.eps)

    def length(self, x, axis):
        """[1]: the size of one axis."""
        return self.op('Slice', [self.op('Shape', [x]), self.ints(axis), self.ints(axis + 1)])

    def embed(self, ids, emb, before=None):
        """ids [B, T], `before` [1] positions before them -> [B, T, D]"""
        hidden = self.shape.hidden
        self.weight('shared', emb)
        x = self.op('Mul', [self.op('Gather', ['shared.rows', ids], axis=0), self.constant(hidden ** 0.5, np.float32)])
        count = self.op('Squeeze', [self.length(ids, 1)])
        steps = self.op('Range', [self.constant(0, np.int64), count, self.constant(1, np.int64)])
        if before:
            steps = self.op('Add', [steps, before])
        rates = 1 / 10_000 ** (np.arange(0, hidden, 2) / hidden)
        angle = self.op('Mul', [self.op('Cast', [self.op('Unsqueeze', [steps, self.ints(1)])], to=TensorProto.FLOAT), self.table('rates', rates)])
        return self.op('Add', [x, self.op('Concat', [self.op('Sin', [angle]), self.op('Cos', [angle])], axis=-1)])

    def table(self, name, values):
        self.root.initializers[name] = onnx.numpy_helper.from_array(values.astype(np.float32), name)
        return name

    def heads(self, x):
        """[B, T, D] -> [B, H, T, d]"""
        return self.op('Transpose', [self.op('Reshape', [x, self.ints(0, 0, self.shape.heads, self.shape.head)])], perm=[0, 2, 1, 3])

    def blocked(self, mask):
        """mask i64 [B, S], 1 = may look -> [B, 1, 1, S] to add to the scores."""
        closed = self.op('Sub', [self.constant(1, np.float32), self.op('Cast', [mask], to=TensorProto.FLOAT)])
        return self.op('Unsqueeze', [self.op('Mul', [closed, self.constant(BLOCKED, np.float32)]), self.ints(1, 2)])

    def attend(self, x, keys, values, bias, name, layer):
        """x [B, T, D], keys and values [B, H, S, d], bias [.., T or 1, S] -> [B, T, D]"""
        q = self.heads(self.linear(x, f'{name}.q_proj', layer.q))
        scores = self.op('MatMul', [q, self.op('Transpose', [keys], perm=[0, 1, 3, 2])])
        scores = self.op('Add', [self.op('Mul', [scores, self.constant(self.shape.head ** -0.5, np.float32)]), bias])
        seen = self.op('MatMul', [self.op('Softmax', [scores], axis=-1), values])
        seen = self.op('Reshape', [self.op('Transpose', [seen], perm=[0, 2, 1, 3]), self.ints(0, 0, self.shape.hidden)])
        return self.linear(seen, f'{name}.out_proj', layer.o)

    def memory(self, x, name, layer):
        """Keys and values [B, H, T, d] of x [B, T, D]."""
        return [self.heads(self.linear(x, f'{name}.{part}_proj', getattr(layer, part))) for part in ('k', 'v')]

    def feed(self, x, name, layer):
        up = self.linear(x, f'{name}.fc1', layer.up)
        down = self.linear(self.op('Mul', [up, self.op('Sigmoid', [up])]), f'{name}.fc2', layer.down)
        return self.norm(x, down, f'{name}.final_layer_norm', layer.n3)


def info(name, dims, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, dims)


def model_of(nodes, name, inputs, outputs):
    graph = helper.make_graph(nodes.nodes, name, inputs, outputs, list(nodes.initializers.values()))
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid('', OPSET)], ir_version=IR, producer_name='otherwise-recipe')
    onnx.checker.check_model(made, full_check=True)
    return made


def encoder(network):
    b = Nodes(network.shape)
    x, bias = b.embed('input_ids', network.emb), b.blocked('attention_mask')
    for i, layer in enumerate(network.encoder):
        name = f'encoder.layers.{i}'
        keys, values = b.memory(x, f'{name}.self_attn', layer.own)
        x = b.norm(x, b.attend(x, keys, values, bias, f'{name}.self_attn', layer.own), f'{name}.self_attn_layer_norm', layer.n1)
        x = b.feed(x, name, layer)
    b.op('Identity', [x], 'last_hidden_state')
    ids = ['batch_size', 'encoder_sequence_length']
    return model_of(b, 'encoder', [info('input_ids', ids, TensorProto.INT64), info('attention_mask', ids, TensorProto.INT64)],
                    [info('last_hidden_state', [*ids, network.shape.hidden])])


def causal(b, before):
    """[T, P + T] to add to the scores, P = `before` [1] or none: a position sees those up to its own."""
    count = b.length('input_ids', 1)
    total = b.op('Add', [count, before]) if before else count
    ones = b.op('Expand', [b.constant(1, np.float32), b.op('Concat', [count, total], axis=0)])
    first = b.op('Squeeze', [b.op('Add', [before, b.ints(1)]) if before else b.ints(1)])
    return b.op('Mul', [b.op('Trilu', [ones, first], upper=1), b.constant(BLOCKED, np.float32)])


def branch(root, network, cached):
    """One branch of the merged decoder as a graph without inputs."""
    shape, prefix = network.shape, 'cached_' if cached else 'first_'
    b = Nodes(shape, root, prefix)
    before = b.length('past_key_values.0.decoder.key', 2) if cached else None
    x, own_bias = b.embed('input_ids', network.emb, before), causal(b, before)
    cross_bias, present = b.blocked('encoder_attention_mask'), {}
    for i, layer in enumerate(network.decoder):
        name = f'decoder.layers.{i}'
        own = b.memory(x, f'{name}.self_attn', layer.own)
        past = {part: f'past_key_values.{i}.{".".join(part)}' for part in PARTS}
        if cached:
            own = [b.op('Concat', [past['decoder', what], new], axis=2) for what, new in zip(('key', 'value'), own)]
        cross = [past['encoder', what] for what in ('key', 'value')] if cached else b.memory('encoder_hidden_states', f'{name}.encoder_attn', layer.cross)
        x = b.norm(x, b.attend(x, *own, own_bias, f'{name}.self_attn', layer.own), f'{name}.self_attn_layer_norm', layer.n1)
        x = b.norm(x, b.attend(x, *cross, cross_bias, f'{name}.encoder_attn', layer.cross), f'{name}.encoder_attn_layer_norm', layer.n2)
        x = b.feed(x, name, layer)
        nothing = b.op('ConstantOfShape', [b.ints(0, shape.heads, 1, shape.head)]) if cached else None
        for (side, what), value in zip(PARTS, [*own, *([nothing] * 2 if cached else cross)]):
            present[f'{prefix}present.{i}.{side}.{what}'] = value
    logits = b.op('Add', [b.op('MatMul', [x, 'shared']), b.weight('final_logits_bias', network.bias)], f'{prefix}logits')
    outputs = [info(logits, ['batch_size', 'decoder_sequence_length', shape.vocabulary])]
    for name, value in present.items():
        b.op('Identity', [value], name)
        outputs.append(info(name, [None, shape.heads, None, shape.head]))
    return helper.make_graph(b.nodes, f'{prefix}branch', [], outputs)


def decoder(network):
    shape, b = network.shape, Nodes(network.shape)
    b.weight('shared', network.emb)
    branches = [branch(b, network, cached) for cached in (True, False)]
    names = ['logits', *(f'present.{i}.{side}.{what}' for i in range(shape.decoder_layers) for side, what in PARTS)]
    b.nodes.append(helper.make_node('If', ['use_cache_branch'], names, name='optimum::if', then_branch=branches[0], else_branch=branches[1]))
    source = ['batch_size', 'encoder_sequence_length_out']
    past = [info(f'past_key_values.{i}.{side}.{what}', ['batch_size', shape.heads, f'past_{side}_sequence_length', shape.head])
            for i in range(shape.decoder_layers) for side, what in PARTS]
    inputs = [info('encoder_attention_mask', source, TensorProto.INT64), info('input_ids', ['batch_size', 'decoder_sequence_length'], TensorProto.INT64),
              info('encoder_hidden_states', [*source, shape.hidden]), *past, info('use_cache_branch', [1], TensorProto.BOOL)]
    outputs = [info('logits', ['batch_size', 'decoder_sequence_length', shape.vocabulary]),
               *(info(name, [None, shape.heads, None, shape.head]) for name in names[1:])]
    return model_of(b, 'merged', inputs, outputs)
