"""The network in plain PyTorch, for training and as the reference of the exports: a causal decoder used as prefix encoder and decoder.

Shapes: B sequences, T positions, D hidden, H query heads, G key/value heads, d width of a head; RMSNorm (1e-5), rotary positions (by halves),
SwiGLU, embedding shared with the output. A layer's key/value memory is two tensors [B or 1, G, T, d]; a memory of one row serves any
number of rows. With the shape of `base` it computes what SmolLM2-135M computes.
"""
import torch
import torch.nn as nn
import torch.nn.functional as F

from recipe.common.settings import FIRST_TAG, LAST_TAG, estimated_layer

POSITIONS = 1024
# What stands for minus infinity, in any type.
NEVER = -1e9


class Norm(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.w = nn.Parameter(torch.ones(size))

    def forward(self, x):
        return F.rms_norm(x, (x.shape[-1],), self.w.to(x.dtype), 1e-5)


class Linear(nn.Module):
    """Weight [out, in], kept in its own type and cast to the input's."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.w = nn.Parameter(torch.randn(outputs, inputs) * inputs ** -0.5)

    def forward(self, x):
        return F.linear(x, self.w.to(x.dtype))


def rotate(x, cos, sin):
    """x [B, heads, T, d]; cos, sin [B, 1, T, d/2]: rotary positions, first half of a head against its second half."""
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


def attend(q, k, v, mask):
    """Attention of q [B, H, T, d] to k, v [B, G, S, d], each head of them read by H/G heads of q -> [B, T, H * d]

    The mask is broadcastable to [B, 1, T, S]. The heads of a group lie along the axis of the queries, so that keys and values are never
    copied for them: fused kernels that take a mask know no groups. On a CPU plain products are 2.5 times as fast as the fused kernel, backward
    pass counted (bfloat16, 8 rows of 184 positions, one thread).
    """
    rows, heads, steps, width = q.shape
    group = heads // k.shape[1]
    if mask.shape[-2] > 1:
        mask = mask.repeat(1, 1, group, 1)
    q = q.reshape(rows, k.shape[1], group * steps, width)
    if q.is_cuda:
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    else:
        y = (q * width ** -0.5 @ k.transpose(-1, -2)).masked_fill(~mask, NEVER).softmax(-1) @ v
    return y.reshape(rows, heads, steps, width).transpose(1, 2).reshape(rows, steps, heads * width)


class Block(nn.Module):
    def __init__(self, shape):
        super().__init__()
        self.shape = shape
        queries, keys = shape.heads * shape.head, shape.kv_heads * shape.head
        self.n1, self.n2 = Norm(shape.hidden), Norm(shape.hidden)
        self.q, self.o = Linear(shape.hidden, queries), Linear(queries, shape.hidden)
        self.k, self.v = Linear(shape.hidden, keys), Linear(shape.hidden, keys)
        self.g, self.u, self.d = Linear(shape.hidden, shape.feed), Linear(shape.hidden, shape.feed), Linear(shape.feed, shape.hidden)

    def forward(self, x, cos, sin, mask, past=None):
        """x [B, T, D] -> x [B, T, D] and this layer's memory (keys, values) with `past` in front."""
        q, k, v = self.project(x, cos, sin)
        if past is not None:
            k, v = (torch.cat([p.expand(len(x), -1, -1, -1), now], 2) for p, now in zip(past, (k, v)))
        return self.mix(x, attend(q, k, v, mask)), (k, v)

    def project(self, x, cos, sin):
        """-> rotated queries [B, H, T, d] and keys, and values, both [B, G, T, d]."""
        shape, h = self.shape, self.n1(x)

        def split(y, heads):
            return y.view(*x.shape[:2], heads, shape.head).transpose(1, 2)

        q, k, v = split(self.q(h), shape.heads), split(self.k(h), shape.kv_heads), split(self.v(h), shape.kv_heads)
        return rotate(q, cos, sin), rotate(k, cos, sin), v

    def mix(self, x, attended):
        """x [B, T, D] and what its positions attended to [B, T, H * d] -> x [B, T, D]"""
        x = x + self.o(attended)
        h = self.n2(x)
        return x + self.d(F.silu(self.g(h)) * self.u(h))


class Rewriter(nn.Module):
    """`dtype` is the type of the activations; every weight keeps its own."""

    def __init__(self, shape, dtype=torch.float32):
        super().__init__()
        self.shape, self.dtype = shape, dtype
        self.emb = nn.Parameter(torch.randn(shape.vocabulary, shape.hidden) * 0.05)
        self.blocks = nn.ModuleList(Block(shape) for _ in range(shape.layers))
        self.nf = Norm(shape.hidden)
        self.tags = None
        angle = torch.arange(POSITIONS)[:, None] / shape.theta ** (torch.arange(0, shape.head, 2) / shape.head)
        self.register_buffer('cos', angle.cos(), persistent=False)
        self.register_buffer('sin', angle.sin(), persistent=False)

    def split_tags(self):
        """Make the tag rows of the embedding a parameter of their own [tags, D], so that they learn while the embedding is frozen."""
        self.tags = nn.Parameter(self.emb.detach()[FIRST_TAG:LAST_TAG + 1].float().clone())

    def embed(self, ids):
        x = F.embedding(ids, self.emb).to(self.dtype)
        if self.tags is None:
            return x
        is_tag = (ids >= FIRST_TAG) & (ids <= LAST_TAG)
        own = F.embedding((ids - FIRST_TAG).clamp(0, LAST_TAG - FIRST_TAG), self.tags).to(self.dtype)
        return torch.where(is_tag[..., None], own, x)

    def forward(self, ids, positions, mask, past=None):
        """ids, positions [B, T]; mask broadcastable to [B, 1, T, past + T], True = may look. -> hidden [B, T, D] and the memory of every layer."""
        hidden, _, memory = self.states(ids, positions, mask, past)
        return hidden, memory

    def states(self, ids, positions, mask, past=None):
        """As forward, with the normalised states [B, T, D] that the estimators read (settings.estimated_layer) between the two."""
        memory, read = [], None
        for x, kv in self.through(ids, positions, mask, past):
            memory.append(kv)
            if len(memory) == estimated_layer(self.shape.layers):
                read = F.rms_norm(x, (x.shape[-1],), None, 1e-5)
        return self.nf(x), read, memory

    def through(self, ids, positions, mask, past=None):
        """Arguments as forward. Yields the state [B, T, D] behind every layer, and its memory."""
        x = self.embed(ids)
        cos, sin = (table[positions][:, None].to(x.dtype) for table in (self.cos, self.sin))
        for i, block in enumerate(self.blocks):
            x, kv = block(x, cos, sin, mask, None if past is None else past[i])
            yield x, kv

    def logits(self, hidden):
        """[..., D] -> [..., vocabulary]"""
        return F.linear(hidden, self.emb.to(hidden.dtype))

    def weights(self):
        """The state dict with the tag rows merged into `emb`: what a checkpoint holds."""
        state = {name: value.detach() for name, value in self.state_dict().items() if name != 'tags'}
        if self.tags is not None:
            emb = state['emb'].clone()
            emb[FIRST_TAG:LAST_TAG + 1] = self.tags.detach().to(emb.dtype)
            state['emb'] = emb
        return state
