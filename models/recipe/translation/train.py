"""Training of one direction by the wall clock: Adam, a warm-up, then a rate that falls linearly to nothing."""
import random
import time

import torch
import torch.nn.functional as F

from recipe.translation.network import Translator

WINDOW, LOG_EVERY, IGNORED = 4_096, 100, -100


def collate(rows, pad):
    """rows [(source ids, target ids)], EOS included -> source [B, S], input [B, T] from the start token on, labels [B, T]"""
    def padded(sequences, fill):
        width = max(map(len, sequences))
        return torch.tensor([[*ids, *[fill] * (width - len(ids))] for ids in sequences])

    sources, targets = zip(*rows)
    return padded(sources, pad), padded([[pad, *ids[:-1]] for ids in targets], pad), padded(targets, IGNORED)


def batches(rows, tokens, rng):
    """Endless batches of about `tokens` positions, rows of like length together, a fresh order every pass."""
    while True:
        order = rng.sample(rows, len(rows))
        for start in range(0, len(order), WINDOW):
            ready, batch, width = [], [], 0
            for row in sorted(order[start:start + WINDOW], key=lambda row: (len(row[1]), len(row[0]))):
                width = max(width, *map(len, row))
                if batch and width * (len(batch) + 1) > tokens:
                    ready.append(batch)
                    batch, width = [], max(map(len, row))
                batch.append(row)
            ready.append(batch)
            rng.shuffle(ready)
            yield from ready


def loss_of(model, rows):
    """-> (mean loss over the target tokens and EOS in nats, how many)"""
    source, target, labels = collate(rows, model.shape.pad)
    logits = model(source, target)
    return F.cross_entropy(logits.flatten(0, 1), labels.flatten(), ignore_index=IGNORED), int((labels != IGNORED).sum())


@torch.no_grad()
def held_out_loss(model, rows):
    """Nats a target token over all rows."""
    losses = [loss_of(model, rows[i:i + 32]) for i in range(0, len(rows), 32)]
    return sum(loss.item() * n for loss, n in losses) / sum(n for _, n in losses)


def run(shape, schedule, rows, held_out, log):
    """rows, held_out: [(source ids, target ids)]. -> (Translator, report)"""
    torch.manual_seed(schedule.seed)
    torch.set_num_threads(schedule.threads)
    model = Translator(shape)
    report = {'rows': len(rows), 'held_out_rows': len(held_out), 'seed': schedule.seed, 'rate': schedule.rate, 'minutes': schedule.minutes,
              'steps': 0, 'target_tokens': 0, 'held_out_before': round(held_out_loss(model, held_out), 4)}
    optimiser = torch.optim.Adam(model.parameters(), lr=schedule.rate, betas=(0.9, 0.98), fused=True)
    source, began, seconds = batches(rows, schedule.tokens, random.Random(schedule.seed)), time.monotonic(), schedule.minutes * 60
    while (passed := time.monotonic() - began) < seconds:
        report['steps'] += 1
        for group in optimiser.param_groups:
            group['lr'] = schedule.rate * min(report['steps'] / schedule.warmup, 1) * (1 - passed / seconds)
        loss, tokens = loss_of(model, next(source))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        report['target_tokens'] += tokens
        if report['steps'] % LOG_EVERY == 0:
            log(f'{passed:.0f} s, step {report["steps"]}, {report["target_tokens"]} target tokens, loss {loss.item():.3f}')
    model.eval().requires_grad_(False)
    report['held_out_after'] = round(held_out_loss(model, held_out), 4)
    log(f'held out {report["held_out_before"]:.3f} -> {report["held_out_after"]:.3f}')
    return model, report
