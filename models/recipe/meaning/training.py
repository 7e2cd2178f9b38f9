"""Training of the word and trigram averages: two-term margin loss, mega-batches, Adam on the rows that were used (ParaNMT-50M §4)."""
import time

import numpy as np
import torch
from torch.nn import functional

MARGIN = 0.4


class Table:
    """One embedding table with the moments of Adam for each row; only rows of the batch are moved (lazy Adam)."""

    def __init__(self, rows, size, spread, generator):
        self.weight = torch.randn(rows, size, generator=generator) * spread.unsqueeze(1)
        self.first, self.second = torch.zeros_like(self.weight), torch.zeros_like(self.weight)

    def mean(self, bags, rows):
        """Means of the vectors of some bags. @returns [rows, size]"""
        ids, begins = bags.take(rows)
        return functional.embedding_bag(torch.from_numpy(ids), self.weight, torch.from_numpy(begins), mode='mean')

    def mean_with_gradient(self, bags, rows):
        """The same, with the used rows as a leaf of the graph. @returns means, used row numbers, leaf"""
        ids, begins = bags.take(rows)
        used = np.zeros(len(self.weight), bool)
        used[ids] = True
        numbers = np.flatnonzero(used)
        place = np.zeros(len(self.weight), np.int64)
        place[numbers] = np.arange(len(numbers))
        leaf = self.weight[torch.from_numpy(numbers)].requires_grad_()
        means = functional.embedding_bag(torch.from_numpy(place[ids]), leaf, torch.from_numpy(begins), mode='mean')
        return means, torch.from_numpy(numbers), leaf

    def step(self, numbers, leaf, step, rate, beta1=0.9, beta2=0.999):
        gradient = leaf.grad
        first = self.first[numbers].mul_(beta1).add_(gradient, alpha=1 - beta1)
        second = self.second[numbers].mul_(beta2).addcmul_(gradient, gradient, value=1 - beta2)
        self.first[numbers], self.second[numbers] = first, second
        update = (first / (1 - beta1 ** step)).div_((second / (1 - beta2 ** step)).sqrt_().add_(1e-8))
        self.weight[numbers] = leaf.detach().sub_(update, alpha=rate)


class Embeddings:
    """WORD and TRIGRAM averages joined end to end."""

    def __init__(self, vocabulary, sizes, share, seed=0):
        generator = torch.Generator().manual_seed(seed)
        spread = [torch.ones(len(vocabulary.words) + 1), torch.ones(len(vocabulary.trigrams) + 1)]
        # Frequent words begin short, as in smooth inverse frequency: a / (a + p).
        idf = torch.tensor([max(vocabulary.idf)] + vocabulary.idf)
        spread[0] = 1e-2 / (1e-2 + torch.exp(-idf))
        self.tables = [Table(len(part), size, part * weight / size ** 0.5, generator) for part, size, weight in zip(spread, sizes, share)]

    def embed(self, bags, rows):
        """@returns unit vectors [rows, sum of sizes]"""
        with torch.no_grad():
            return functional.normalize(torch.cat([table.mean(one, rows) for table, one in zip(self.tables, bags)], 1), dim=1)

    def loss_step(self, bags, quadruples, step, rate):
        """One update on rows (s, s', t, t'): max(0, m - cos(s, s') + cos(s, t)) + max(0, m - cos(s, s') + cos(s', t')). @returns the mean loss"""
        rows = quadruples.T.reshape(-1)
        parts = [table.mean_with_gradient(one, rows) for table, one in zip(self.tables, bags)]
        vectors = functional.normalize(torch.cat([means for means, _, _ in parts], 1), dim=1)
        left, right, against_left, against_right = vectors.chunk(4)
        same = (left * right).sum(1)
        terms = functional.relu(MARGIN - same + (left * against_left).sum(1)) + functional.relu(MARGIN - same + (right * against_right).sum(1))
        loss = terms.mean()
        loss.backward()
        for table, (_, numbers, leaf) in zip(self.tables, parts):
            table.step(numbers, leaf, step, rate)
        return loss.item()


def negatives(vectors, pairs, groups):
    """For each side of each pair the most similar sentence of the mega-batch outside its own group, before any update.

    @param vectors unit vectors of pairs[:, 0] followed by those of pairs[:, 1]  @returns sentence numbers [pairs, 2]
    """
    rows = pairs.T.reshape(-1)
    own = torch.from_numpy(groups[rows])
    best = []
    for start in range(0, len(rows), 1024):
        part = vectors[start:start + 1024] @ vectors.T
        part[own[start:start + 1024].unsqueeze(1) == own.unsqueeze(0)] = -2
        best.append(part.argmax(1))
    return rows[torch.cat(best).numpy()].reshape(2, -1).T


def train(model, bags, sets, groups, *, epochs, batch, mega, rate, seed=0, minutes=None, after_epoch=None):
    """Trains; each epoch takes one pair of every set. The rate falls in a straight line to a tenth. @returns mean loss of each epoch"""
    rng, groups, losses, step = np.random.default_rng(seed), np.asarray(groups), [], 0
    total = epochs * (len(sets) // batch)
    began = time.process_time()
    for epoch in range(epochs):
        pairs = np.array([one[rng.integers(len(one))] for one in sets])[rng.permutation(len(sets))]
        seen = []
        for start in range(0, len(pairs), batch * mega):
            pool = pairs[start:start + batch * mega]
            if len(pool) < 2:
                break
            against = negatives(model.embed(bags, pool.T.reshape(-1)), pool, groups)
            for first in range(0, len(pool), batch):
                step += 1
                part = slice(first, first + batch)
                seen.append(model.loss_step(bags, np.concatenate([pool[part], against[part]], 1), step, rate * max(0.1, 1 - 0.9 * step / max(total, 1))))
            if minutes is not None and time.process_time() - began > 60 * minutes:
                break
        losses.append(float(np.mean(seen)))
        if after_epoch:
            after_epoch(epoch, losses[-1], time.process_time() - began)
        if minutes is not None and time.process_time() - began > 60 * minutes:
            break
    return losses
