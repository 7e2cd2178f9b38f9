"""Marian's network in plain PyTorch, for training and as the reference of the export.

An encoder and a decoder of post-norm layers (Vaswani et al. 2017) with swish, sinusoidal positions, one embedding for source, target and output, and a
bias of the output. Shapes: B sequences, S source and T target positions, D hidden, H heads, d width of a head, V vocabulary.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F


def positions(length, hidden):
    """[length, D]: sines in the first half, cosines in the second."""
    angle = torch.arange(length)[:, None] / 10_000 ** (torch.arange(0, hidden, 2) / hidden)
    return torch.cat([angle.sin(), angle.cos()], -1)


class Attention(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.heads = shape.heads
        self.q, self.k, self.v, self.o = (nn.Linear(shape.hidden, shape.hidden) for _ in range(4))

    def forward(self, x, memory, mask):
        """x [B, T, D] looks at memory [B, S, D] where mask, broadcastable to [B, 1, T, S], is true -> [B, T, D]"""
        q, k, v = (part(y).unflatten(-1, (self.heads, -1)).transpose(1, 2) for part, y in ((self.q, x), (self.k, memory), (self.v, memory)))
        return self.o(F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).flatten(2))


class Layer(nn.Module):
    """A layer of the encoder or, with `cross`, of the decoder."""

    def __init__(self, shape, cross):
        super().__init__()
        self.own, self.n1 = Attention(shape), nn.LayerNorm(shape.hidden)
        self.cross, self.n2 = (Attention(shape), nn.LayerNorm(shape.hidden)) if cross else (None, None)
        self.up, self.down, self.n3 = nn.Linear(shape.hidden, shape.feed), nn.Linear(shape.feed, shape.hidden), nn.LayerNorm(shape.hidden)

    def forward(self, x, mask, memory=None, memory_mask=None):
        x = self.n1(x + self.own(x, x, mask))
        if self.cross is not None:
            x = self.n2(x + self.cross(x, memory, memory_mask))
        return self.n3(x + self.down(F.silu(self.up(x))))


class Translator(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        self.emb = nn.Parameter(torch.randn(shape.vocabulary, shape.hidden) * shape.hidden ** -0.5)
        self.encoder = nn.ModuleList(Layer(shape, False) for _ in range(shape.encoder_layers))
        self.decoder = nn.ModuleList(Layer(shape, True) for _ in range(shape.decoder_layers))
        self.bias = nn.Parameter(torch.zeros(shape.vocabulary))

    def embed(self, ids):
        return F.embedding(ids, self.emb) * self.shape.hidden ** 0.5 + positions(ids.shape[1], self.shape.hidden)

    def encode(self, ids):
        """ids [B, S], padded -> memory [B, S, D] and which of it may be looked at [B, 1, 1, S]"""
        mask = (ids != self.shape.pad)[:, None, None]
        x = self.embed(ids)
        for layer in self.encoder:
            x = layer(x, mask)
        return x, mask

    def decode(self, ids, memory, mask):
        """ids [B, T] from the start token on -> logits [B, T, V]"""
        x, causal = self.embed(ids), torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).tril()
        for layer in self.decoder:
            x = layer(x, causal, memory, mask)
        return F.linear(x, self.emb, self.bias)

    def forward(self, source, target):
        """source [B, S], target [B, T] from the start token on -> logits [B, T, V]"""
        return self.decode(target, *self.encode(source))
