"""Thousands of rewrites at once: sources are read once, keys and values lie in one buffer for all rows, finished rows leave when many are
done. Drawn among the few likeliest pieces, as the engine does.

R rows, T positions of the longest source, L of the buffer: T, three tags, then the rewrite.
"""
from dataclasses import dataclass

import torch

from recipe.common.model import attend
from recipe.common.settings import BOS, EOS, RESERVED, SEP
from recipe.device.table import round_up

TOP = 10
TAGS = 3
LOOK_EVERY = 4
LEAVE_AT = 0.7


class Cache:
    """Keys and values of every layer [R, G, L, d]; `valid` [R, L]: what a row may look at; `used`: columns filled."""

    def __init__(self, memory, valid, columns, copies):
        self.used, self.layers = valid.shape[1], []
        for pair in memory:
            self.layers.append([self.wide(part, columns, copies) for part in pair])
        self.valid = torch.zeros(len(valid) * copies, columns, dtype=torch.bool, device=valid.device)
        self.valid[:, :self.used] = valid.repeat_interleave(copies, 0)

    def wide(self, part, columns, copies):
        rows, groups, _, width = part.shape
        whole = part.new_zeros(rows * copies, groups, columns, width)
        whole[:, :, :self.used] = part.repeat_interleave(copies, 0)
        return whole

    def keep(self, rows):
        self.layers = [[part[rows] for part in pair] for pair in self.layers]
        self.valid = self.valid[rows]


def step(model, ids, positions, cache):
    """ids, positions [R, q] are read and appended -> logits f32 [R, vocabulary] after the last of them."""
    q, begin = ids.shape[1], cache.used
    cache.used = end = begin + q
    width = min(round_up(end), cache.valid.shape[1])
    cache.valid[:, begin:end] = True
    mask = cache.valid[:, None, None, :width].repeat(1, 1, q, 1)
    mask[..., begin:end] &= torch.ones(q, q, dtype=torch.bool, device=ids.device).tril()
    x = model.embed(ids)
    cos, sin = (table[positions][:, None].to(x.dtype) for table in (model.cos, model.sin))
    for block, (keys, values) in zip(model.blocks, cache.layers):
        queries, keys[:, :, begin:end], values[:, :, begin:end] = block.project(x, cos, sin)
        x = block.mix(x, attend(queries, keys[:, :, :width], values[:, :, :width], mask))
    return model.logits(model.nf(x[:, -1])).float()


@dataclass(frozen=True)
class Chance:
    """How pieces are drawn; the generator is on the device of the model."""
    temperature: float
    generator: torch.Generator

    def draw(self, logits):
        """[R, vocabulary] -> [R], reserved ids other than EOS shut out."""
        logits[:, EOS + 1:RESERVED] = -torch.inf
        values, top = logits.topk(TOP)
        return top.gather(1, torch.multinomial((values / self.temperature).softmax(-1), 1, generator=self.generator))[:, 0]


@torch.no_grad()
def sample(model, sources, asks, chance):
    """sources: [ids], of like length; asks: [tags], one a row of every source.

    -> for each source a list of ids for each ask, None where no end came in time
    """
    device, copies = chance.generator.device, len(asks)
    memory, valid = encoded(model, sources, device)
    longest = valid.shape[1]
    most = int(max(map(len, sources)) * 1.6) + 10
    cache = Cache(memory, valid, round_up(longest + TAGS + most), copies)
    tags = torch.tensor(asks, device=device).repeat(len(sources), 1)
    at = valid.sum(1).repeat_interleave(copies)
    made = torch.full((len(tags), most), EOS, device=device)
    rows = torch.arange(len(tags), device=device)
    open_ = torch.ones_like(rows, dtype=torch.bool)
    logits = step(model, tags, at[:, None] + torch.arange(TAGS, device=device), cache)
    for number in range(most):
        piece = torch.where(open_, chance.draw(logits), EOS)
        open_ = piece != EOS
        made[rows, number] = piece
        if number % LOOK_EVERY == 0 and (left := open_.nonzero()[:, 0]).numel() < LEAVE_AT * len(rows):
            if not left.numel():
                break
            cache.keep(left)
            rows, at, piece, open_ = rows[left], at[left], piece[left], open_[left]
        if number + 1 < most:
            logits = step(model, piece[:, None], (at + TAGS + number)[:, None], cache)
    finished = torch.ones(len(tags), dtype=torch.bool, device=device)
    finished[rows] = ~open_
    return by_source(made.tolist(), finished.tolist(), copies)


def encoded(model, sources, device):
    """-> the memory of every layer [S, G, T, d] and valid [S, T]"""
    prefixes = [[BOS, *source, SEP] for source in sources]
    width = round_up(max(map(len, prefixes)))
    ids = torch.tensor([prefix + [EOS] * (width - len(prefix)) for prefix in prefixes], device=device)
    at = torch.arange(width, device=device)
    valid = at < torch.tensor([len(prefix) for prefix in prefixes], device=device)[:, None]
    causal = torch.ones(width, width, dtype=torch.bool, device=device).tril()[None, None]
    _, memory = model(ids, at.expand_as(ids), causal)
    return memory, valid


def by_source(made, finished, copies):
    texts = [ids[:ids.index(EOS)] if end and EOS in ids else None for ids, end in zip(made, finished)]
    return [texts[start:start + copies] for start in range(0, len(texts), copies)]
