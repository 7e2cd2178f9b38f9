"""An adapter that reads how probably a rewrite is right: the middle layers of the network itself, learnt for it.

A bottleneck beside the attention and the feed-forward part of some layers (He et al., ICLR 2022, parallel adapters), and a head on the states behind the last of
them: a rewrite is read given its source, each of its positions objects or not, and the objections are summed like evidence. The network's own weights stay
as they are, so what rewrites is not touched. Learnt from judged rewrites: logistic loss of each, and of all pairs of a good and another rewrite of one row.
"""
import math
from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F

from recipe.common.model import attend
from recipe.common.packing import collate, size
from recipe.train.prefer import chunks
from recipe.verify.rewrite import tags
from recipe.common.settings import BOS, EOS, SEP

TAGS = tags(1)
RANK, TOGETHER = 64, 12
WARMUP, LEAST_RATE = 20, 0.02
# Of what the bottlenecks and the head read, in training.
DROPOUT = 0.2
# Who judged, each with a bias of its own, and what a judgement weighs.
JUDGES = {'readers': 1.0, 'editor': 0.5, 'rule': 0.25}


class Plan(NamedTuple):
    """How often the judgements are learnt from, and the peak rates of the bottlenecks and of the head."""
    passes: int
    rate: float
    head_rate: float


FROM_START, GO_ON = Plan(2, 7e-4, 2e-3), Plan(1, 4e-4, 1e-3)


def judge_of(row):
    """Readers rate on scales, an editor passes a rewrite or not, a rule has changed it."""
    return 'rule' if 'change' in row else 'readers' if 'fluency' in row else 'editor'


def normalised(x):
    return F.rms_norm(x, (x.shape[-1],), None, 1e-5)


class Bottleneck(nn.Module):
    """What is added beside a part of a layer: [..., D] -> [..., D]."""

    def __init__(self, hidden, rank):
        super().__init__()
        self.down = nn.Parameter(torch.randn(rank, hidden) * hidden ** -0.5)
        self.up = nn.Parameter(torch.zeros(hidden, rank))

    def forward(self, x):
        inner = F.relu(F.linear(normalised(x), self.down.to(x.dtype)))
        return F.linear(F.dropout(inner, DROPOUT, self.training), self.up.to(x.dtype))


class Adapter(nn.Module):
    """For a network of width `hidden`, beside the layers `adapted`: the first of them and the one after the last."""

    def __init__(self, hidden, adapted, rank=RANK):
        super().__init__()
        self.low, self.high = adapted
        self.attention, self.feed = (nn.ModuleList(Bottleneck(hidden, rank) for _ in range(self.low, self.high)) for _ in range(2))
        self.head = nn.Linear(hidden, 3, bias=False)
        self.biases = nn.ParameterDict({name: nn.Parameter(torch.zeros(())) for name in JUDGES})
        nn.init.zeros_(self.head.weight)

    def parts(self):
        """-> {'config': {'low', 'high', 'rank'}, 'weights': {name: f32}}: what adapter.pt holds, under the names of the exported graph. Judges' biases are not kept."""
        weights = {f'adapter.{self.low + i}.{name}.{side}': getattr(part, side).detach() for name in ('attention', 'feed')
                   for i, part in enumerate(getattr(self, name)) for side in ('down', 'up')}
        config = {'low': self.low, 'high': self.high, 'rank': self.attention[0].down.shape[0]}
        return {'config': config, 'weights': {**weights, 'adapter.head': self.head.weight.detach()}}

    @staticmethod
    def of(weights):
        """The adapter with weights under the names of `parts`."""
        rank, hidden = next(weight.shape for name, weight in weights.items() if name.endswith('.down'))
        layers = [int(name.split('.')[1]) for name in weights if name.endswith('.down')]
        own = Adapter(hidden, (min(layers), max(layers) + 1), rank)
        for name, weight in weights.items():
            _, *place = name.split('.')
            target = own.head.weight if place == ['head'] else getattr(getattr(own, place[1])[int(place[0]) - own.low], place[2])
            target.data.copy_(torch.as_tensor(weight))
        return own

    def upper(self, model, x, cos, sin, mask):
        """States behind the layer below the adapted ones [B, T, D] -> what each position says [B, T, 3], f32."""
        for block, attention, feed in zip(model.blocks[self.low:self.high], self.attention, self.feed):
            q, k, v = block.project(x, cos, sin)
            x = x + block.o(attend(q, k, v, mask)) + attention(x)
            h = block.n2(x)
            x = x + block.d(F.silu(block.g(h)) * block.u(h)) + feed(x)
        return self.head(F.dropout(normalised(x.float()), DROPOUT, self.training))


def evidence(said):
    """What the positions of a rewrite say [T, 3] -> logit: the mean of the first column, less the evidence of the worst of the second, and the last of the third."""
    objection = torch.logsumexp(said[:, 1], 0) - math.log(len(said))
    return said[:, 0].mean() - objection + said[-1, 2]


def below(model, low, ids, positions, mask):
    """-> states behind the first `low` layers [B, T, D], and the cosines and sines of the positions."""
    x = model.embed(ids)
    cos, sin = (table[positions][:, None].to(x.dtype) for table in (model.cos, model.sin))
    for block in model.blocks[:low]:
        x, _ = block(x, cos, sin, mask)
    return x, cos, sin


class Ready:
    """Packed rows as the adapted layers read them: what the layers below make of them never changes."""

    @torch.no_grad()
    def __init__(self, model, low, packed):
        rows = [row for row, _ in packed]
        ids, positions, _, self.mask = collate(rows)
        self.judged = [one for _, judged in packed for one in judged]
        self.lengths = [len(judged) for _, judged in packed]
        self.spans = [(at, start, end) for at, (prefix, segments) in enumerate(rows) for start, end in spans(prefix, segments)]
        self.x, self.cos, self.sin = below(model, low, ids, positions, self.mask)

    def logits(self, adapter, model):
        """-> logits of all rewrites, one after the other."""
        said = adapter.upper(model, self.x, self.cos, self.sin, self.mask)
        return torch.stack([evidence(said[row, start:end]) for row, start, end in self.spans])


def spans(prefix, segments):
    """First and last+1 position of what predicts each segment's pieces, as collate lays them out."""
    found, at = [], len(prefix)
    for own, pieces in segments:
        end = at + len(own) + len(pieces) - 1
        found.append((at + len(own) - 1, end))
        at = end
    return found


def pack(packer, judged, rng):
    """[{'source', 'rewrite', 'label'}] -> [(packed row of at most TOGETHER rewrites of a source, those rewrites)]"""
    by_source = {}
    for row in judged:
        by_source.setdefault(row['source'], []).append(row)
    packed = []
    for source, own in by_source.items():
        rng.shuffle(own)
        for start in range(0, len(own), TOGETHER):
            part = own[start:start + TOGETHER]
            packed.append((([BOS, *packer.ids(source), SEP], [(TAGS, [*packer.ids(row['rewrite']), EOS]) for row in part]), part))
    return packed


def ready(model, low, packed, positions, log=lambda text: None):
    """Batches of about `positions` each, rows of like length together."""
    rows = [row for row, _ in packed]
    found = []
    for some in chunks(sorted(range(len(rows)), key=lambda i: size(rows[i])), rows, positions):
        found.append(Ready(model, low, [packed[i] for i in some]))
        if len(found) % 50 == 0:
            log(f'adapter: {len(found)} batches read')
    return found


def loss_of(adapter, model, batch):
    """Logistic loss of the rewrites of a batch, by each judge's own bias, and with the same weight of the pairs of a good and another one of each row."""
    logits = batch.logits(adapter, model)
    judges = [judge_of(row) for row in batch.judged]
    good = torch.tensor([row['label'] == 'good' for row in batch.judged])
    weights = torch.tensor([JUDGES[name] for name in judges])
    biases = torch.stack([adapter.biases[name] for name in judges])
    single = F.binary_cross_entropy_with_logits(logits + biases, good.float(), weights, reduction='sum') / weights.sum()
    pairs, worth = [], []
    for own, labels, weight in zip(logits.split(batch.lengths), good.split(batch.lengths), weights.split(batch.lengths)):
        if labels.any() and not labels.all():
            pairs.append(F.softplus(own[~labels][None] - own[labels][:, None]).mean())
            worth.append(weight[0])
    worth = torch.stack(worth) if worth else None
    return single + ((torch.stack(pairs) * worth).sum() / worth.sum() if pairs else 0)


def learn(adapter, model, batches, plan, rng, log):
    """Trains the adapter by a Plan."""
    adapter.train()
    head = [adapter.head.weight, *adapter.biases.values()]
    own = {id(p) for p in head}
    groups = [{'params': [p for p in adapter.parameters() if id(p) not in own], 'rate': plan.rate}, {'params': head, 'rate': plan.head_rate}]
    optimiser = torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.98), weight_decay=0.01)
    order = [batch for _ in range(plan.passes) for batch in rng.sample(batches, len(batches))]
    mean = 0.0
    for step, batch in enumerate(order):
        share = min(1, (step + 1) / WARMUP) * max(LEAST_RATE, 1 - step / len(order))
        for group in optimiser.param_groups:
            group['lr'] = group['rate'] * share
        loss = loss_of(adapter, model, batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(adapter.parameters(), 1.0)
        optimiser.step()
        mean += loss.item()
        if step % 50 == 49:
            log(f'adapter: step {step + 1} of {len(order)}, loss {mean / 50:.3f}')
            mean = 0.0


@torch.no_grad()
def read(adapter, model, batches):
    """-> {(source, rewrite): logit, without a judge's bias}"""
    adapter.eval()
    found = {}
    for batch in batches:
        found.update(((row['source'], row['rewrite']), logit) for row, logit in zip(batch.judged, batch.logits(adapter, model).tolist()))
    return found
