"""Learning from judged rewrites: direct preference optimisation (Rafailov et al. 2023, eq. 7).

Rewrites that the model itself sampled were judged one by one (`good`, `slip`: another meaning, `bad`: not natural). A good rewrite of a sentence is
preferred to one that is not: the model learns to give it more of the probability than the model before did, relative to the other. The usual loss on
the good rewrite, and on rows of the stage `pairs`, goes along, so that nothing is unlearnt and scores keep their meaning.
"""
import collections
import random

import torch
import torch.nn.functional as F

from recipe.data.agreement import overlap
from recipe.common.failures import RecipeError
from recipe.common.packing import batches, collate, size
from recipe.train.train import loss_of, prepare

# Distance tag of a rewrite that does not say under which it was sampled.
DISTANCE_TAG = 1
# Two rewrites are equally far from their source where their word overlaps with it differ by at most this much: were the wrong one the farther one,
# the model would learn to be timid.
EQUAL = 0.08
# Pairs whose good rewrite shares at most this much with the source come first.
FAR = 0.7
# A rewrite stands in at most so many pairs.
MOST_USES = 2


def pairs_of(judged, most, rng):
    """judged: [{'source', 'rewrite', 'label', 'distance'?}] -> {source: [(good row, other row)]}, at most `most` pairs a source, of equal distance."""
    by_source = {}
    for row in judged:
        by_source.setdefault(row['source'], []).append({**row, 'overlap': overlap(row['source'], row['rewrite'])})
    found = {source: pairs_of_source(rows, most, rng) for source, rows in by_source.items()}
    return {source: some for source, some in found.items() if some}


def pairs_of_source(rows, most, rng):
    good, other = ([row for row in rows if (row['label'] == 'good') == is_good] for is_good in (True, False))
    equal = [(a, b) for a in good for b in other if abs(a['overlap'] - b['overlap']) <= EQUAL]
    rng.shuffle(equal)
    uses, found = collections.Counter(), []
    for pair in sorted(equal, key=lambda pair: pair[0]['overlap'] > FAR):
        texts = [row['rewrite'] for row in pair]
        if len(found) < most and all(uses[text] < MOST_USES for text in texts):
            uses.update(texts)
            found.append(pair)
    return found


def pack(packer, found, most):
    """-> rows of two segments, the preferred one first, both under the distance tag of that one."""
    rows = []
    for source, some in found.items():
        for good, other in some:
            tag = DISTANCE_TAG if good.get('distance') is None else good['distance']
            row = packer.row(source, [(text['rewrite'], tag, 'human') for text in (good, other)], most)
            if row and len(row[1]) == 2:
                rows.append(row)
    return rows


def sums_of(model, rows, device):
    """Log-probability of each segment, EOS counted -> [rows, 2], and the number of pieces of the first segments."""
    ids, positions, labels, mask = (part.to(device) for part in collate(rows))
    hidden, _ = model(ids, positions, mask)
    wanted = labels != -100
    values = -F.cross_entropy(model.logits(hidden[wanted]).float(), labels[wanted], reduction='none')
    # collate lays segments out one after the other; the pieces of the first come first in its row.
    lengths = torch.tensor([[len(target) for _, target in segments] for _, segments in rows])
    parts = values.split(lengths.flatten().tolist())
    return torch.stack([part.sum() for part in parts]).view(len(rows), 2), lengths[:, 0].to(device)


@torch.no_grad()
def reference(model, rows, device, tokens):
    """What the model before training gives each row's two segments: [rows, 2]."""
    out, order = torch.zeros(len(rows), 2), sorted(range(len(rows)), key=lambda i: size(rows[i]))
    for some in chunks(order, rows, tokens):
        sums, _ = sums_of(model, [rows[i] for i in some], device)
        out[some] = sums.cpu()
    return out


def chunks(order, rows, tokens):
    """Indices in runs of at most `tokens` positions, padding counted; `order` is sorted by size."""
    some = []
    for i in order:
        if some and size(rows[i]) * (len(some) + 1) > tokens:
            yield some
            some = []
        some.append(i)
    if some:
        yield some


def accuracy(sums):
    """Share of pairs whose preferred rewrite has the higher log-probability per pair of sums."""
    return float((sums[:, 0] > sums[:, 1]).float().mean())


def run(shape, weights, rows, held_out, anchors, schedule, preference, log=print):
    """One or more passes over the pairs; -> (weights, report).

    rows, held_out: packed pairs of different sources; anchors: packed rows of the stage pairs. Errors: RecipeError without pairs.
    """
    if not rows or not held_out or not anchors:
        raise RecipeError('no judged pair to learn from, or none held out')
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.set_num_threads(schedule.threads)
    model, groups = prepare(shape, weights, schedule, device)
    before, apart = reference(model, rows, device, schedule.tokens), reference(model, held_out, device, schedule.tokens)
    report = {'pairs': len(rows), 'pairs_held_out': len(held_out), 'beta': preference.beta, 'rate': preference.rate, 'passes': preference.passes,
              'preferred_before': accuracy(apart), 'steps': 0}
    log(f'{len(rows)} pairs, {len(held_out)} held out, of which the preferred one is the likelier in {accuracy(apart):.3f}')
    optimiser = torch.optim.AdamW([{'params': g['params']} for g in groups], lr=preference.rate, betas=(0.9, 0.98), weight_decay=0.0, fused=True)
    trained = [p for g in groups for p in g['params']]
    rng, anchor = random.Random(schedule.seed), batches(anchors, preference.anchor, random.Random(schedule.seed))
    steps = [some for _ in range(preference.passes) for some in shuffled(rows, schedule.tokens, rng)]
    for step, some in enumerate(steps):
        share = min(1, (step + 1) / schedule.warmup) * max(0.05, 1 - step / len(steps))
        for group in optimiser.param_groups:
            group['lr'] = preference.rate * share
        sums, lengths = sums_of(model, [rows[i] for i in some], device)
        gain = sums - before[some].to(device)
        loss = -F.logsigmoid(preference.beta * (gain[:, 0] - gain[:, 1])).mean()
        usual = -(sums[:, 0] / lengths).mean()
        (loss + preference.usual * usual).backward()
        value, _ = loss_of(model, next(anchor), device)
        (preference.usual * value).backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        report['steps'] += 1
        if step % 20 == 19:
            log(f'step {step + 1} of {len(steps)}: preference {loss.item():.3f}, rewrites {usual.item():.3f}, pairs {value.item():.3f} nats a piece')
    after = reference(model, held_out, device, schedule.tokens)
    gain = after - apart
    report |= {'preferred_after': accuracy(after), 'gained_more': float((gain[:, 0] > gain[:, 1]).float().mean())}
    log(f'held out: the preferred one is the likelier in {report["preferred_after"]:.3f}, gained more in {report["gained_more"]:.3f}')
    return model.weights(), report


def shuffled(rows, tokens, rng):
    """One pass: runs of rows of like length, in random order."""
    order = sorted(rng.sample(range(len(rows)), len(rows)), key=lambda i: size(rows[i]))
    return rng.sample(ready := list(chunks(order, rows, tokens)), len(ready))
