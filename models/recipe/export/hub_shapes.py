"""Models of no use in the shapes that the hub's exports have, for tests of what reads them: `python hub_shapes.py ../../test/hub/shapes`.

causal   a language model with a chat template (input_ids, attention_mask, position_ids, past_key_values.i.{key,value})
merged   encoder and merged decoder whose rows may share a memory; its other exports are broken as real ones are: in `_quantized` the weights
         of a quantised product lie outside of the If's branches, in `_fp16` a layer exceeds what its numbers hold
split    encoder, decoder and decoder with a past, whose cross-attention is reshaped by the number of rows, so that rows can't share a memory

Weights are random. `golden.json` of each has what NumPy computes for some tokens, without a past and without ONNX.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, processors, trainers

WIDTH, HEADS, POSITIONS, VOCABULARY = 16, 2, 128, 320
HEAD = WIDTH // HEADS
BLOCKED = -1e9
CHAT = "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>\\n' }}{% endfor %}" \
       "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"


def weights(seed):
    random = np.random.default_rng(seed)
    square = {name: random.normal(0, WIDTH ** -0.5, (WIDTH, WIDTH)) for name in ('q', 'k', 'v', 'o', 'cq', 'ck', 'cv', 'co', 'read')}
    made = {**square, 'tokens': random.normal(0, 1, (VOCABULARY, WIDTH)), 'places': random.normal(0, 0.3, (POSITIONS, WIDTH)), 'out': random.normal(0, 0.5, (WIDTH, VOCABULARY))}
    # Texts shall end: either id ends one in some of the models.
    bias = np.zeros(VOCABULARY)
    bias[[1, 2]] = 4
    return {name: value.astype(np.float32) for name, value in {**made, 'bias': bias}.items()}


class Reference:
    """The same in NumPy: log-probabilities of a whole text."""

    def __init__(self, w):
        self.w = w

    def embed(self, ids):
        return self.w['tokens'][ids] + self.w['places'][:len(ids)]

    def heads(self, x):
        return x.reshape(len(x), HEADS, HEAD).transpose(1, 0, 2)

    def attend(self, x, memory, names, bias=0.0):
        q, k, v, o = (self.w[name] for name in names)
        queries, keys, values = self.heads(x @ q), self.heads(memory @ k), self.heads(memory @ v)
        scores = queries @ keys.transpose(0, 2, 1) * HEAD ** -0.5 + bias
        shares = np.exp(scores - scores.max(-1, keepdims=True))
        seen = (shares / shares.sum(-1, keepdims=True)) @ values
        return x + seen.transpose(1, 0, 2).reshape(len(x), WIDTH) @ o

    def decode(self, ids, source=None):
        """-> [len(ids), V]: what follows each beginning."""
        x = self.embed(ids)
        x = self.attend(x, x, 'qkvo', np.triu(np.full((len(x), len(x)), BLOCKED), 1))
        if source is not None:
            x = self.attend(x, np.tanh(self.embed(source) @ self.w['read']), ('cq', 'ck', 'cv', 'co'))
        logits = x @ self.w['out'] + self.w['bias']
        return logits - logits.max(-1, keepdims=True) - np.log(np.exp(logits - logits.max(-1, keepdims=True)).sum(-1, keepdims=True))

    def score(self, start, target, end, source=None):
        found = self.decode([*start, *target], source)[len(start) - 1:]
        return [float(found[i, token]) for i, token in enumerate([*target, end])]


class Nodes:
    """Nodes of a graph, or of a branch in it, whose weights go to the outer one."""

    def __init__(self, prefix='', root=None):
        self.prefix, self.nodes, self.root = prefix, [], root or self
        self.initializers = {}

    def op(self, kind, inputs, output=None, **attributes):
        name = output or f'{self.prefix}{kind}{len(self.nodes)}'
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
        return name

    def put(self, name, value):
        self.root.initializers[name] = numpy_helper.from_array(np.asarray(value), name)
        return name

    def ints(self, *values):
        return self.put('ints_' + '_'.join(map(str, values)), np.array(values, np.int64))

    def number(self, value):
        return self.put(f'number_{value}', np.array(value, np.float32))

    def embed(self, w, ids, places):
        return self.op('Add', [self.op('Gather', [self.put('tokens', w['tokens']), ids]), self.op('Gather', [self.put('places', w['places']), places])])

    def heads(self, x):
        return self.op('Transpose', [self.op('Reshape', [x, self.ints(0, 0, HEADS, HEAD)])], perm=[0, 2, 1, 3])

    def times(self, w, x, name):
        return self.op('MatMul', [x, self.put(f'w_{name}', w[name])])

    def size(self, x, axis):
        return self.op('Gather', [self.op('Shape', [x]), self.ints(axis)])

    def attend(self, w, x, keys, values, names, bias=None):
        """x [B, T, D], keys and values [B, H, S, d] -> [B, T, D]"""
        q, o = names
        scores = self.op('MatMul', [self.heads(self.times(w, x, q)), self.op('Transpose', [keys], perm=[0, 1, 3, 2])])
        scores = self.op('Mul', [scores, self.number(HEAD ** -0.5)])
        shares = self.op('Softmax', [self.op('Add', [scores, bias]) if bias else scores], axis=-1)
        seen = self.op('Reshape', [self.op('Transpose', [self.op('MatMul', [shares, values])], perm=[0, 2, 1, 3]), self.ints(0, 0, WIDTH)])
        return self.op('Add', [x, self.times(w, seen, o)])

    def causal(self, count, total):
        """[T, S]: a position sees those up to its own."""
        ones = self.op('Expand', [self.number(1), self.op('Concat', [count, total], axis=0)])
        later = self.op('Squeeze', [self.op('Add', [self.op('Sub', [total, count]), self.ints(1)])])
        return self.op('Mul', [self.op('Trilu', [ones, later], upper=1), self.number(BLOCKED)])

    def own(self, w, x, past):
        """-> x after self-attention, its keys and values, the past's included."""
        keys, values = (self.heads(self.times(w, x, name)) for name in 'kv')
        if past:
            keys, values = (self.op('Concat', [before, now], axis=2) for before, now in zip(past, (keys, values)))
        return self.attend(w, x, keys, values, 'qo', self.causal(self.size(x, 1), self.size(keys, 2))), keys, values


def info(name, dims, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, dims)


def ids_info(name):
    return info(name, ['batch_size', 'sequence_length'], TensorProto.INT64)


def cache_info(name, length='past_sequence_length'):
    return info(name, ['batch_size', HEADS, length, HEAD])


def save(path, nodes, inputs, outputs):
    graph = helper.make_graph(nodes.nodes, 'g', inputs, outputs, list(nodes.initializers.values()))
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid('', 17)], ir_version=8, producer_name='otherwise-recipe')
    onnx.checker.check_model(made)
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(made, path)


def logits(nodes, w, x, name, quantised=False):
    """@param quantised: by a product whose weights are integers that lie outside of the branch"""
    table = 'read_out'
    if quantised:
        nodes.put('read_out_q', np.clip(np.round(w['out'] / 0.03) + 128, 0, 255).astype(np.uint8))
        nodes.put('read_out_scale', np.array(0.03, np.float32)), nodes.put('read_out_zero', np.array(128, np.uint8))
        table = nodes.op('DequantizeLinear', ['read_out_q', 'read_out_scale', 'read_out_zero'])
    else:
        nodes.put(table, w['out'])
    return nodes.op('Add', [nodes.op('MatMul', [x, table]), nodes.put('bias', w['bias'])], name)


def causal(folder, w):
    n = Nodes()
    pasts = [f'past_key_values.0.{part}' for part in ('key', 'value')]
    x, keys, values = n.own(w, n.embed(w, 'input_ids', 'position_ids'), pasts)
    logits(n, w, x, 'logits')
    n.op('Identity', [keys], 'present.0.key'), n.op('Identity', [values], 'present.0.value')
    inputs = [ids_info('input_ids'), info('attention_mask', ['batch_size', 'total_sequence_length'], TensorProto.INT64), ids_info('position_ids')]
    save(folder / 'onnx/model.onnx', n, [*inputs, *(cache_info(name) for name in pasts)],
         [info('logits', ['batch_size', 'sequence_length', VOCABULARY]), *(cache_info(f'present.0.{part}', 'total') for part in ('key', 'value'))])


def places(nodes, ids, before=None):
    steps = nodes.op('Range', [nodes.put('zero', np.array(0, np.int64)), nodes.op('Squeeze', [nodes.size(ids, 1)]), nodes.put('one', np.array(1, np.int64))])
    return nodes.op('Add', [steps, before]) if before else steps


def encoder(path, w):
    n = Nodes()
    x = n.op('Tanh', [n.times(w, n.embed(w, 'input_ids', places(n, 'input_ids')), 'read')])
    mask = n.op('Unsqueeze', [n.op('Cast', ['attention_mask'], to=TensorProto.FLOAT), n.ints(2)])
    n.op('Mul', [x, mask], 'last_hidden_state')
    save(path, n, [ids_info('input_ids'), ids_info('attention_mask')], [info('last_hidden_state', ['batch_size', 'sequence_length', WIDTH])])


OWN, CROSS = ([f'past_key_values.0.{side}.{part}' for part in ('key', 'value')] for side in ('decoder', 'encoder'))
PRESENT = [name.replace('past_key_values', 'present') for name in (*OWN, *CROSS)]


def decoder(n, w, cached, by_rows=False, flaw=None):
    """Adds a decoder's nodes. -> names of logits, own keys and values, those of the encoder (none where they came in)"""
    before = n.size(OWN[0], 2) if cached else None
    x, *own = n.own(w, n.embed(w, 'input_ids', places(n, 'input_ids', before)), OWN if cached else None)
    cross = list(CROSS) if cached else [n.heads(n.times(w, 'encoder_hidden_states', name)) for name in ('ck', 'cv')]
    seen = cross
    if by_rows:
        rows = n.op('Concat', [n.size('input_ids', 0), n.ints(HEADS, -1, HEAD)], axis=0)
        seen = [n.op('Reshape', [one, rows]) for one in cross]
    x = n.attend(w, x, *seen, ('cq', 'co'))
    if flaw == 'overflow':
        # Where 16-bit products are missing the runtime takes 32 bits: these are exceeded as well.
        large = n.op('Mul', [n.op('Mul', [x, n.number(3e38)]), n.number(3e38)])
        x = n.op('Sub', [large, n.op('Abs', [large])])
    return logits(n, w, x, f'{n.prefix}logits', flaw == 'outside'), own, [] if cached else cross


def merged(path, w, flaw=None):
    root, branches = Nodes(), []
    for cached in (True, False):
        n = Nodes('cached_' if cached else 'first_', root)
        out, own, cross = decoder(n, w, cached, flaw=flaw)
        nothing = n.op('ConstantOfShape', [n.ints(0, HEADS, 1, HEAD)]) if cached else None
        outputs = [n.op('Identity', [value], f'{n.prefix}{name}') for name, value in zip(PRESENT, [*own, *(cross or [nothing, nothing])])]
        branches.append(helper.make_graph(n.nodes, f'{n.prefix}branch', [], [info(out, None), *(info(name, None) for name in outputs)]))
    root.nodes.append(helper.make_node('If', ['use_cache_branch'], ['logits', *PRESENT], then_branch=branches[0], else_branch=branches[1]))
    states = info('encoder_hidden_states', ['batch_size', 'encoder_sequence_length', WIDTH])
    save(path, root, [ids_info('input_ids'), ids_info('encoder_attention_mask'), states, *(cache_info(name) for name in (*OWN, *CROSS)),
                      info('use_cache_branch', [1], TensorProto.BOOL)],
         [info('logits', ['batch_size', 'sequence_length', VOCABULARY]), *(cache_info(name, 'length') for name in PRESENT)])


def split(folder, w):
    for cached, name in ((False, 'decoder_model'), (True, 'decoder_with_past_model')):
        n = Nodes()
        _, own, cross = decoder(n, w, cached, by_rows=True)
        made = [n.op('Identity', [value], output) for output, value in zip(PRESENT, [*own, *cross])]
        states = [] if cached else [info('encoder_hidden_states', ['batch_size', 'encoder_sequence_length', WIDTH])]
        pasts = [cache_info(one) for one in (*OWN, *CROSS)] if cached else []
        save(folder / f'onnx/{name}.onnx', n, [ids_info('input_ids'), *states, *pasts],
             [info('logits', ['batch_size', 'sequence_length', VOCABULARY]), *(cache_info(one, 'length') for one in made)])


def sentences():
    """A text that stays as it is: the licence's lines."""
    return (Path(__file__).parents[3] / 'LICENSE').read_text('utf8').splitlines()


def bytes_tokenizer():
    """As language models have it: byte-level, with a chat's marks."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer, made.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    special = ['<|endoftext|>', '<|im_start|>', '<|im_end|>']
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, special_tokens=special, show_progress=False, initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    made.train_from_iterator(sentences(), trainer)
    return made


def pieces_tokenizer():
    """As T5 and Marian have it: pieces with their space, an end behind each text."""
    made = Tokenizer(models.Unigram())
    made.pre_tokenizer, made.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    made.train_from_iterator(sentences(), trainers.UnigramTrainer(
        vocab_size=VOCABULARY - 10, special_tokens=['<pad>', '</s>', '<unk>'], unk_token='<unk>', show_progress=False))
    made.post_processor = processors.TemplateProcessing(single='$A </s>', special_tokens=[('</s>', 1)])
    return made


def describe(folder, config, tokenizer, tokenizer_config, golden):
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / 'tokenizer.json'), pretty=False)
    told = {'max_position_embeddings': POSITIONS, 'vocab_size': VOCABULARY, **config}
    for name, value in (('config', told), ('tokenizer_config', {'model_max_length': POSITIONS, **tokenizer_config}), ('golden', golden)):
        (folder / f'{name}.json').write_text(json.dumps(value, indent=1) + '\n', 'utf8')
    (folder / 'README.md').write_text('---\nlicense: apache-2.0\nlanguage:\n- en\n---\nRandom weights for tests (`models/recipe/export/hub_shapes.py`).\n')


def main(out):
    w = weights(7)
    reference = Reference(w)
    source, target = [*range(40, 52)], [60, 41, 99, 130, 77]
    causal(out / 'causal', w)
    describe(out / 'causal', {'model_type': 'llama', 'num_hidden_layers': 1, 'num_attention_heads': HEADS, 'hidden_size': WIDTH, 'eos_token_id': [0, 2]},
             bytes_tokenizer(), {'tokenizer_class': 'PreTrainedTokenizer', 'eos_token': '<|im_end|>', 'chat_template': CHAT},
             {'prompt': source, 'target': target, 'logProbs': reference.score(source, target, 2)})
    shape = {'is_encoder_decoder': True, 'd_model': WIDTH, 'num_layers': 1, 'num_decoder_layers': 1, 'num_heads': HEADS, 'decoder_layers': 1,
             'encoder_layers': 1, 'decoder_attention_heads': HEADS, 'encoder_attention_heads': HEADS, 'd_kv': HEAD,
             'eos_token_id': 1, 'pad_token_id': 0, 'decoder_start_token_id': 0}
    marks = {'eos_token': '</s>', 'unk_token': '<unk>', 'pad_token': '<pad>'}
    golden = {'source': source, 'target': target, 'logProbs': reference.score([0], target, 1, [*source, 1])}
    for name, kind in (('merged', 'marian'), ('split', 't5')):
        describe(out / name, {'model_type': kind, **shape}, pieces_tokenizer(), {'tokenizer_class': 'PreTrainedTokenizer', **marks}, golden)
        encoder(out / name / 'onnx/encoder_model.onnx', w)
    for ending in ('_quantized', '_fp16'):
        encoder(out / f'merged/onnx/encoder_model{ending}.onnx', w)
    for ending, flaw in (('', None), ('_quantized', 'outside'), ('_fp16', 'overflow')):
        merged(out / f'merged/onnx/decoder_model_merged{ending}.onnx', w, flaw)
    split(out / 'split', w)


if __name__ == '__main__':
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('out', type=Path, help='folder for the models')
    main(parser.parse_args().out)
