"""How probably a reader calls a rewrite right, for many thousands of rewrites on the device: what of the estimator that ships
(src/core/quality/estimator.ts) needs no tables of words. Surprise of the pieces both ways, apart for pieces that the other text has and has not,
two probes of the states (estimate.py), the prior; not the classes of words and not the observations. A logistic regression on judged
rewrites, fitted anew for every model.
"""
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from recipe.judge import estimate
from recipe.device.reading import NOTHING, read
from recipe.judge.scores import TAGS
from recipe.common.settings import BOS, EOS, SEP
from recipe.device.table import Table

TOGETHER = 6
RIDGE = 10
STEPS = 50
# What a judgement counts for, as in fit/judged.ts: of readers on scales, of a strict editor, by rule.
COUNTS = (1.0, 0.5, 0.25)
AT_ONCE = 2_048


def read_pairs(model, pairs, tokens, device):
    """pairs: [(ids of a source, ids of its rewrite)], those of a source side by side.

    -> features f32 [N, F], states f32 [N, 2, D] of rewrite and source
    """
    groups, place = [], []
    for source, rewrite in pairs:
        if not groups or groups[-1][0] is not source or len(groups[-1][1]) == TOGETHER:
            groups.append((source, []))
        groups[-1][1].append(rewrite)
        place.append((len(groups) - 1, len(groups[-1][1])))
    to = lambda source, targets: ([BOS, *source, SEP], [(TAGS, [*target, EOS]) for target in targets])
    forward = Table([to(source, rewrites) for source, rewrites in groups], device)
    backward = Table([to(rewrite, [source]) for source, rewrite in pairs], device)
    ahead, back = read(model, forward, tokens), read(model, backward, tokens)
    group, number = torch.tensor(place, device=device).T
    source, rewrite = forward.first[group], forward.first[group] + number
    parts = zip(*(texts.split(AT_ONCE) for texts in (source, rewrite, backward.first)))
    found = [features(ahead, back, some) for some in parts]
    return torch.cat(found), torch.stack([ahead.states[rewrite], back.states[backward.first + 1]], 1)


def features(ahead, back, texts):
    """texts: numbers of sources and of rewrites in the forward reading, and of rewrites in the backward one, each followed by its source.

    -> f32 [n, F]
    """
    source, rewrite, alone = texts
    given = alone + 1
    sides = [side(ahead, rewrite, back.pieces[given]), side(back, given, ahead.pieces[rewrite])]
    lengths = torch.stack([ahead.lengths[rewrite], back.lengths[given]], 1).float()
    prior = back.nats[alone].sum(1) - ahead.nats[source].sum(1)
    return torch.cat([*sides, torch.stack([prior, lengths[:, 1], (lengths[:, 0] / lengths[:, 1]).log()], 1)], 1)


def side(reading, texts, others):
    """Nats of the most surprising pieces that the other text has not, their number, nats of those that it has, the mean -> f32 [n, 7]"""
    nats, pieces = reading.nats[texts], reading.pieces[texts]
    inside = pieces != NOTHING
    shared = (pieces[:, :, None] == others[:, None, :]).any(-1)
    own, same = ((nats * (inside & some)).topk(most, 1).values for some, most in ((~shared, 3), (shared, 2)))
    count, mean = (inside & ~shared).sum(1, keepdim=True), nats.sum(1, keepdim=True) / reading.lengths[texts][:, None]
    return torch.cat([own, count, same, mean], 1)


@dataclass(frozen=True)
class Judge:
    """probes f32 [2, D]; weights f32 [F + 2] of the features and what the probes read, bias."""
    probes: torch.Tensor
    weights: torch.Tensor
    bias: torch.Tensor

    def probability(self, features, states):
        """-> f32 [N], 0..1"""
        read = (states * self.probes).sum(-1)
        return (torch.cat([features, read], 1) @ self.weights + self.bias).sigmoid()


def fit(features, states, judged):
    """judged: [{'source', 'label', 'fluency' if readers rated it, 'change' if a rule did}] -> (Judge, share of pairs in the right order).

    A strict editor and the rules have a bias of their own, which is not kept. The order of the rewrites of a source is measured with probes
    that were not learnt from it.
    """
    sources = [row['source'] for row in judged]
    good = torch.tensor([row['label'] == 'good' for row in judged], device=states.device)
    by = torch.tensor([2 if 'change' in row else 0 if 'fluency' in row else 1 for row in judged], device=states.device)
    x = torch.cat([features, estimate.out_of_fold(states, good, sources)], 1)
    weights, bias = logistic(torch.cat([x, F.one_hot(by, len(COUNTS))[:, 1:]], 1), good.float(), x.new_tensor(COUNTS)[by])
    weights = weights[:x.shape[1]]
    return Judge(estimate.fit(states, good, sources), weights, bias), estimate.share_in_order((x @ weights)[:, None], good, sources)


def logistic(x, y, counts):
    """Logistic regression with a ridge on standardised features by Newton's method, as fit/logistic.ts has it -> (weights [F], bias)"""
    mean, deviation = x.mean(0), x.std(0)
    deviation = torch.where(deviation > 1e-6, deviation, torch.inf)
    rows = F.pad((x - mean) / deviation, (1, 0), value=1.0).double()
    ridge = torch.full((rows.shape[1],), float(RIDGE), dtype=torch.float64, device=x.device)
    ridge[0] = 1e-9
    found = torch.zeros_like(ridge)
    for _ in range(STEPS):
        p = (rows @ found).sigmoid()
        hessian = rows.T @ (rows * (counts * p * (1 - p))[:, None]) + ridge.diag()
        moved = torch.linalg.solve(hessian, rows.T @ (counts * (y - p)) - ridge * found)
        found += moved
        if moved.abs().max() < 1e-8:
            break
    weights = found[1:].float() / deviation
    return weights, found[0].float() - weights @ mean
