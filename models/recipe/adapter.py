"""An adapter that reads how probably a rewrite is right: the upper layers of the network itself, learnt for it.

Low-rank additions (Hu et al., ICLR 2022) to every matrix of some layers, and a head on the states behind the last of them: a rewrite is read given its
source, each of its positions objects or not, and the objections are summed like evidence. The network below and its weights stay as they are, so what
rewrites is not touched. Learnt from judged rewrites: logistic loss of each, and of all pairs of a good and another rewrite of one row.
"""
import math
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

from packing import collate, size
from rewrite import tags
from settings import BOS, EOS, SEP

TAGS = tags(1)
LAYERS, RANK, TOGETHER = (14, 22), 16, 12
RATE, HEAD_RATE, WARMUP, LEAST_RATE = 4e-4, 2e-3, 20, 0.02


class Added(nn.Module):
    """A Linear and its low-rank addition."""

    def __init__(self, linear):
        super().__init__()
        outputs, inputs = linear.w.shape
        self.linear = linear
        self.down = nn.Parameter(torch.randn(RANK, inputs) * inputs ** -0.5)
        self.up = nn.Parameter(torch.zeros(outputs, RANK))

    def forward(self, x):
        return self.linear(x) + F.linear(F.linear(x, self.down.to(x.dtype)), self.up.to(x.dtype))


class Head(nn.Module):
    """States of a rewrite's positions [T, D] -> logit: their mean, less the evidence of the worst ones, and what the last position says."""

    def __init__(self, hidden):
        super().__init__()
        self.mean, self.worst, self.last = (nn.Linear(hidden, 1) for _ in range(3))
        for part in (self.mean, self.worst, self.last):
            nn.init.zeros_(part.weight)
            nn.init.zeros_(part.bias)

    def forward(self, states):
        states = F.rms_norm(states.float(), (states.shape[-1],))
        objection = torch.logsumexp(self.worst(states)[:, 0], 0) - math.log(len(states))
        return self.mean(states).mean() - objection + self.last(states[-1])[0]


class Adapter(nn.Module):
    """`model`: a Rewriter, whose layers between LAYERS it changes in place and whose own weights it leaves alone."""

    def __init__(self, model):
        super().__init__()
        share = len(model.blocks) / 30
        self.low, self.high = (round(layer * share) for layer in LAYERS)
        self.model, self.head = model.requires_grad_(False), Head(model.shape.hidden)
        for block in model.blocks[self.low:self.high]:
            for name in 'qkvogud':
                setattr(block, name, Added(getattr(block, name)))

    def added(self):
        return [p for block in self.model.blocks[self.low:self.high] for p in block.parameters() if p.requires_grad]

    def forward(self, rows):
        """Packed rows -> logits of all their rewrites, one after the other."""
        ids, positions, _, mask = collate(rows)
        with torch.no_grad():
            x = self.model.embed(ids)
            cos, sin = (table[positions][:, None].to(x.dtype) for table in (self.model.cos, self.model.sin))
            for block in self.model.blocks[:self.low]:
                x, _ = block(x, cos, sin, mask)
        for block in self.model.blocks[self.low:self.high]:
            x, _ = block(x, cos, sin, mask)
        return torch.stack([self.head(x[row, start:end]) for row, (prefix, segments) in enumerate(rows) for start, end in spans(prefix, segments)])


def spans(prefix, segments):
    """First and last+1 position of what predicts each segment's pieces, as collate lays them out."""
    found, at = [], len(prefix)
    for own, pieces in segments:
        end = at + len(own) + len(pieces) - 1
        found.append((at + len(own) - 1, end))
        at = end
    return found


def pack(packer, judged, rng):
    """[{'source', 'rewrite', 'label'}] -> [(packed row of at most TOGETHER rewrites of a source, [good], [(source, rewrite)])]"""
    by_source = {}
    for row in judged:
        by_source.setdefault(row['source'], []).append(row)
    packed = []
    for source, own in by_source.items():
        rng.shuffle(own)
        for start in range(0, len(own), TOGETHER):
            part = own[start:start + TOGETHER]
            segments = [(TAGS, [*packer.ids(row['rewrite']), EOS]) for row in part]
            row = ([BOS, *packer.ids(source), SEP], segments)
            packed.append((row, [row['label'] == 'good' for row in part], [(source, row['rewrite']) for row in part]))
    return packed


def batches(packed, positions, rng):
    """One pass: lists of packed rows of like length, about `positions` each, in random order."""
    order = sorted(packed, key=lambda some: (size(some[0]) // 8, rng.random()))
    found, batch = [], []
    for some in order:
        if batch and size(some[0]) * (len(batch) + 1) > positions:
            found.append(batch)
            batch = []
        batch.append(some)
    found += [batch] if batch else []
    rng.shuffle(found)
    return found


def loss_of(adapter, batch):
    """Logistic loss of the rewrites of a batch and, with the same weight, of the pairs of a good and another one of each row."""
    logits = adapter([row for row, *_ in batch])
    good = torch.tensor([value for _, labels, _ in batch for value in labels])
    pairs = []
    for own, labels in zip(logits.split([len(labels) for _, labels, _ in batch]), (torch.tensor(labels) for _, labels, _ in batch)):
        if labels.any() and not labels.all():
            pairs.append(F.softplus(own[~labels][None] - own[labels][:, None]).mean())
    ranks = torch.stack(pairs).mean() if pairs else 0
    return F.binary_cross_entropy_with_logits(logits, good.float()) + ranks


def learn(adapter, packed, passes, positions, rng, log):
    """Trains added matrices and head for so many passes."""
    groups = [{'params': adapter.added(), 'rate': RATE}, {'params': list(adapter.head.parameters()), 'rate': HEAD_RATE}]
    optimiser = torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.98), weight_decay=0.01)
    steps = passes * len(batches(packed, positions, rng))
    for step, batch in enumerate(batch for _ in range(passes) for batch in batches(packed, positions, rng)):
        share = min(1, (step + 1) / WARMUP) * max(LEAST_RATE, 1 - step / steps)
        for group in optimiser.param_groups:
            group['lr'] = group['rate'] * share
        loss = loss_of(adapter, batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(adapter.added(), 1.0)
        optimiser.step()
        if step % 25 == 0:
            log(f'adapter: step {step} of {steps}, loss {loss.item():.3f}')


@torch.no_grad()
def read(adapter, packed, positions):
    """-> {(source, rewrite): logit}"""
    found = {}
    for batch in batches(packed, positions, random.Random(0)):
        keys = [key for *_, names in batch for key in names]
        found.update(zip(keys, adapter([row for row, *_ in batch]).tolist()))
    return found
