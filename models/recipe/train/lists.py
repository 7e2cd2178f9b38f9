"""Learning from lists of judged rewrites: of two rewrites that are equally far from their source, the right one is to be the likelier.

    python models/recipe/main.py lists WORK/base OUT --minutes 70 [--rate 5e-5] [--decay 22] [--seed 0] [--resume]

WORK/base has model.pt and tokenizer.json (stage `restore`). The judged samples of a source are sorted by their word overlap with it and cut into lists of
about twelve. Each list is one row, so that its source is computed once. The loss is logistic in the mean log-probabilities of a right and a wrong rewrite,
without a reference model (as in SimPO; Meng, Xia and Chen, NeurIPS 2024). Pairs at unequal distance weigh little, or the model would learn to be timid. The usual
loss on right rewrites and on written clusters goes along. OUT gets model.pt, and state.pt with the optimiser's moments, every quarter of an hour.
"""
import argparse
import lzma
import random
import sys
import time
from dataclasses import replace
from pathlib import Path

import torch
import torch.nn.functional as F

from recipe.common import checkpoint
from recipe.common.failures import exit_code
from recipe.common.packing import Packer, batches, collate, size
from recipe.common.settings import BASE, BOS, EOS, FIRST_TAG, LAST_TAG, SEP
from recipe.data import judgements
from recipe.data.agreement import distance, overlap
from recipe.train.train import loss_of, prepare
from recipe.verify.rewrite import tags

# `BETA` scales the difference of mean log-probabilities; a pair weighs exp(-(difference of overlaps / SIGMA)^2).
BETA, SIGMA = 4.0, 0.08
# Weights of the usual loss on right rewrites and on written clusters, and of a right rewrite that is near its source.
USUAL, NEAR_WEIGHT = 0.8, 0.3
# A right rewrite with a higher word overlap is near.
NEAR = 0.6
# Rewrites in a list, pieces of a text at most, positions of a batch and of the clusters beside it, lists sorted by length at a time.
LIST, MOST, TOKENS, ANCHOR, WINDOW = 12, 60, 1400, 420, 60
WARMUP, LEAST_RATE, SAVE_SECONDS = 20, 0.03, 900
# Lists and clusters that the training is measured on.
MEASURED, CLUSTERS = 110, 60


def lists_of(packer, judged):
    """judged: [{'source', 'rewrite', 'label', 'distance'?}] -> [(source, (prefix, segments), overlaps, which are right)]; each has right and wrong ones."""
    by_source, found = {}, []
    for row in judged:
        by_source.setdefault(row['source'], {})[row['rewrite']] = row
    for source, rows in by_source.items():
        prefix = [BOS, *packer.ids(source), SEP]
        some = sorted(((overlap(source, text), row, [*packer.ids(text), EOS]) for text, row in rows.items()), key=lambda one: one[0])
        some = [one for one in some if len(one[2]) <= MOST] if len(prefix) <= MOST + 2 else []
        count = max(1, round(len(some) / LIST))
        for i in range(count):
            part = some[i * len(some) // count:(i + 1) * len(some) // count]
            right = [row['label'] == 'good' for _, row, _ in part]
            if any(right) and not all(right):
                segments = [(tags(row.get('distance') or 2), ids) for _, row, ids in part]
                found.append((source, (prefix, segments), [near for near, *_ in part], right))
    return found


def clusters_of(packer):
    """-> packed rows of the everyday clusters to learn from, and of those held out (judgements.is_held_out)."""
    found = {False: [], True: []}
    with lzma.open(judgements.EVERYDAY, 'rt', encoding='utf-8') as lines:
        next(lines)
        for texts, struck in (judgements.cluster(line.rstrip('\n').split('\t')) for line in lines):
            targets = [(text, distance(texts[0], text), 'human') for at, text in enumerate(texts) if at and text and at not in struck]
            if len(targets) > 1 and (row := packer.row(texts[0], targets, MOST)):
                found[judgements.is_held_out(texts[0])].append(row)
    return found[False], found[True]


def means(model, lists):
    """-> for each list the mean log-probability of a piece of each rewrite, [rewrites]."""
    ids, positions, labels, mask = collate([row for _, row, *_ in lists])
    hidden, _ = model(ids, positions, mask)
    wanted = labels != -100
    values = -F.cross_entropy(model.logits(hidden[wanted]).float(), labels[wanted], reduction='none')
    parts = values.split([len(target) for _, (_, segments), *_ in lists for _, target in segments])
    return torch.stack([part.mean() for part in parts]).split([len(segments) for _, (_, segments), *_ in lists])


def compared(means_of, overlaps, right):
    """-> differences of the means of each right and each wrong rewrite [right, wrong], and what each pair weighs, by how equally far both are."""
    near, is_right = torch.tensor(overlaps), torch.tensor(right)
    weights = torch.exp(-((near[is_right][:, None] - near[~is_right][None]) / SIGMA) ** 2)
    return means_of[is_right][:, None] - means_of[~is_right][None], weights


def loss_of_list(means_of, overlaps, right):
    """-> the loss of the preferences of a list, and the usual loss of its right rewrites, in nats a piece."""
    differences, weights = compared(means_of, overlaps, right)
    preference = (weights * F.softplus(-BETA * differences)).sum() / (weights.sum() + NEAR_WEIGHT)
    near, is_right = torch.tensor(overlaps), torch.tensor(right)
    worth = torch.where(near[is_right] < NEAR, 1.0, NEAR_WEIGHT)
    return preference, -(worth * means_of[is_right]).mean()


@torch.no_grad()
def measure(model, lists, clusters):
    """-> the share of equally far pairs whose right rewrite is the likelier, nats a piece of right and of wrong rewrites, and of the clusters."""
    ordered, right_nats, wrong_nats = [], [], []
    for start in range(0, len(lists), 4):
        for found, (_, _, overlaps, right) in zip(means(model, lists[start:start + 4]), lists[start:start + 4]):
            differences, weights = compared(found, overlaps, right)
            ordered += (differences[weights > 2 / 3] > 0).tolist()
            is_right = torch.tensor(right)
            right_nats, wrong_nats = right_nats + (-found[is_right]).tolist(), wrong_nats + (-found[~is_right]).tolist()
    mean = lambda values: sum(values) / max(1, len(values))
    losses = [loss_of(model, [row], 'cpu')[0].item() for row in clusters]
    return {'in_order': mean(ordered), 'pairs': len(ordered), 'right': mean(right_nats), 'wrong': mean(wrong_nats), 'clusters': mean(losses)}


def batches_of(lists, rng):
    """-> batches of about TOKENS positions, lists of like length together."""
    found = []
    for start in range(0, len(lists), WINDOW):
        ready, batch = [], []
        for one in sorted(lists[start:start + WINDOW], key=lambda one: size(one[1])):
            if batch and size(one[1]) * (len(batch) + 1) > TOKENS:
                ready.append(batch)
                batch = []
            batch.append(one)
        found += rng.sample([*ready, batch], len(ready) + 1)
    return found


class Training:
    """A training by the wall clock that can be interrupted: the model, its optimiser, and how far it has come."""

    def __init__(self, start, out, options):
        self.out, self.options = out, options
        self.shape, weights = checkpoint.load(start / 'model.pt')
        state = torch.load(out / 'state.pt', map_location='cpu', weights_only=True) if options.resume else None
        schedule = replace(BASE.schedule, threads=1, seed=options.seed)
        self.model, self.groups = prepare(self.shape, state['weights'] if state else weights, schedule, 'cpu')
        rates = [options.rate, 5 * options.rate]
        self.optimiser = torch.optim.AdamW([{**group, 'rate': rate} for group, rate in zip(self.groups, rates)], lr=options.rate, betas=(0.9, 0.98),
                                           weight_decay=0.0, fused=True)
        self.step = 0
        if state:
            self.optimiser.load_state_dict(state['optimiser'])
            self.step = state['step']

    def learn(self, batch, anchor, share):
        """One step at a share of the peak rates. -> the mean loss of the preferences of the batch"""
        for group in self.optimiser.param_groups:
            group['lr'] = group['rate'] * share
        losses = [loss_of_list(found, overlaps, right) for found, (_, _, overlaps, right) in zip(means(self.model, batch), batch)]
        (sum(preference + USUAL * usual for preference, usual in losses) / len(losses)).backward()
        (USUAL * loss_of(self.model, anchor, 'cpu')[0]).backward()
        torch.nn.utils.clip_grad_norm_([p for group in self.groups for p in group['params']], 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad()
        self.step += 1
        return sum(float(preference.detach()) for preference, _ in losses) / len(losses)

    def save(self):
        weights = {name: weight.float().cpu() for name, weight in self.model.weights().items()}
        if self.model.tags is not None:
            weights['emb'][FIRST_TAG:LAST_TAG + 1] = self.model.tags.detach().float()
        checkpoint.save(self.out / 'model.pt', self.shape, self.model.weights())
        state = {'weights': weights, 'optimiser': self.optimiser.state_dict(), 'step': self.step}
        checkpoint.write(self.out / 'state.pt', lambda file: torch.save(state, file))


def run(start, out, options, log):
    """Trains until options.minutes have passed or all lists are read once; the last options.decay minutes at a falling rate."""
    torch.set_num_threads(1)
    packer = Packer(start / 'tokenizer.json')
    rng = random.Random(options.seed)
    judged = [row for row in judgements.read() if 'nats' in row]
    split = [[row for row in judged if judgements.is_held_out(row['source']) == held] for held in (False, True)]
    lists, apart = (lists_of(packer, some) for some in split)
    apart = random.Random(0).sample(apart, min(MEASURED, len(apart)))
    clusters, clusters_apart = clusters_of(packer)
    clusters_apart = random.Random(0).sample(clusters_apart, min(CLUSTERS, len(clusters_apart)))
    training = Training(start, out, options)
    rng.shuffle(lists)
    todo, anchors = batches_of(lists, rng)[training.step:], batches(clusters, ANCHOR, rng)
    log(f'{len(lists)} lists, {sum(len(right) for *_, right in lists)} rewrites, {len(todo)} steps to go; held out {measure(training.model, apart, clusters_apart)}')
    began = saved = time.monotonic()
    for at, batch in enumerate(todo):
        left = options.minutes - (time.monotonic() - began) / 60
        if left <= 0:
            break
        loss = training.learn(batch, next(anchors), min(1, (at + 1) / WARMUP, max(LEAST_RATE, left / options.decay)))
        if at % 20 == 19:
            log(f'step {training.step}: preference {loss:.3f}')
        if time.monotonic() - saved > SAVE_SECONDS:
            saved = time.monotonic()
            training.save()
            log(f'held out {measure(training.model, apart, clusters_apart)}')
    training.save()
    log(f'held out, at the end, {measure(training.model, apart, clusters_apart)}')


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('start', type=Path)
    parser.add_argument('out', type=Path)
    parser.add_argument('--minutes', type=float, default=70)
    parser.add_argument('--decay', type=float, default=22, help='minutes at the end in which the rate falls (22)')
    parser.add_argument('--rate', type=float, default=5e-5, help='peak rate (5e-5)')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--resume', action='store_true', help='go on from state.pt in OUT; the same seed gives the same order')
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    log = lambda text: print(f'[{time.monotonic() - began:6.0f} s] {text}', flush=True)
    return exit_code(lambda: run(options.start, options.out, options, log))


if __name__ == '__main__':
    sys.exit(main())
