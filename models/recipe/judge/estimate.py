"""Estimators of rewrites: linear probes (Alain and Bengio 2016) of the states that the network has of a text when it reads it given another one.

A state behind layer settings.estimated_layer, normalised, averaged over the positions that predict the pieces of a text (the end piece too), tells more of how good
a rewrite is than the probabilities of its pieces: whether it is English, and whether it says the same. Two vectors are learnt from judged rewrites,
one for the rewrite read given its source and one for the source read given the rewrite; the sum of both products is the logit of "good".
"""
import torch
import torch.nn.functional as F

RIDGE = 300
PAIRS = 40
FOLDS = 5


def fit(states, good, sources, seed=0):
    """states f32 [N, 2, D] of rewrites and sources, good [N] bool, sources [N] -> f32 [2, D].

    Logistic regression with a ridge on standardised states, plus, with the same weight, the logistic loss of every pair (at most PAIRS a source) of a good
    rewrite and another one of the same source: a choice is among rewrites of one source.
    """
    x = states.flatten(1)
    mean, deviation = x.mean(0), x.std(0) + 1e-6
    x, y = (x - mean) / deviation, good.float()
    better, worse = pairs_of(good.tolist(), sources, torch.Generator().manual_seed(seed))
    weights = torch.zeros(x.shape[1] + 1, device=x.device, requires_grad=True)
    optimiser = torch.optim.LBFGS([weights], max_iter=150, history_size=20, line_search_fn='strong_wolfe')

    def loss():
        optimiser.zero_grad()
        logits = x @ weights[1:] + weights[0]
        ranks = F.softplus(logits[worse] - logits[better]).mean() if len(better) else 0
        value = F.binary_cross_entropy_with_logits(logits, y) + ranks + RIDGE / len(y) * (weights[1:] ** 2).sum()
        value.backward()
        return value

    optimiser.step(loss)
    return (weights.detach()[1:] / deviation).view(states.shape[1:])


def pairs_of(good, sources, generator):
    """-> indices of good rewrites and, for each, of another one of the same source."""
    by_source = {}
    for i, source in enumerate(sources):
        by_source.setdefault(source, ([], []))[0 if good[i] else 1].append(i)
    found = []
    for ours, others in by_source.values():
        every = [(i, j) for i in ours for j in others]
        found += [every[k] for k in torch.randperm(len(every), generator=generator)[:PAIRS].tolist()]
    return [i for i, _ in found], [j for _, j in found]


def out_of_fold(states, good, sources):
    """Estimates f32 [N, 2] of rewrites and sources, each by a fit without the sources of its fold."""
    place = {source: at % FOLDS for at, source in enumerate(dict.fromkeys(sources))}
    folds = torch.tensor([place[source] for source in sources])
    estimates = torch.zeros(states.shape[:2], device=states.device)
    for fold in range(FOLDS):
        apart = folds == fold
        if apart.any() and not apart.all():
            known = [source for source, out in zip(sources, apart.tolist()) if not out]
            estimates[apart] = (states[apart] * fit(states[~apart], good[~apart], known)).sum(-1)
    return estimates


def share_in_order(estimates, good, sources):
    """Of all pairs of a good rewrite and another one of the same source, the share in which the good one has the higher sum of estimates."""
    total = estimates.sum(1)
    better, worse = pairs_of(good.tolist(), sources, torch.Generator().manual_seed(0))
    return float((total[better] > total[worse]).float().mean()) if better else float('nan')
