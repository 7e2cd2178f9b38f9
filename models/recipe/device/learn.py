"""Training every weight on an accelerator by the wall clock and by passes, whichever ends first; the same code on a CPU, for tests.

The learning rate warms up, then falls linearly to 2 % at the end. Every few minutes a checkpoint is written with its loss on held-out
rows; model.pt is the best or the last of them. state.pt (full-precision weights, minutes, passes; not the optimiser's moments, they build
up again in a repeated warm-up) lets the same command go on after an interruption.
"""
import time
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F

from recipe.common import checkpoint
from recipe.common.failures import RecipeError
from recipe.common.settings import Schedule
from recipe.device.table import Table, packed, runs
from recipe.train.train import LEAST_RATE, prepare, spread_tags

SAY_SECONDS = 10


@dataclass(frozen=True)
class Plan:
    """`passes` over the rows at most, in schedule.minutes at most; `best`: model.pt is the checkpoint with the lowest held-out loss, else
    the last one; `compiled`: the layers go through torch.compile."""
    schedule: Schedule
    passes: float
    best: bool = True
    compiled: bool = False


def here():
    return 'cuda' if torch.cuda.is_available() else 'cpu'


def tables(work, rows, held_out=None):
    """-> the rows to learn from and the first `held_out` of those held out, on the device"""
    return [Table(packed(work.tokenizer, some)[1], here()) for some in (rows, work.rows('held-out')[:held_out])]


def nats_of(model, batch):
    """-> f32 [P], the surprise of every label"""
    hidden, _ = model(batch.ids, batch.positions, batch.mask)
    return F.cross_entropy(model.logits(hidden.flatten(0, 1)[batch.index]).float(), batch.wanted, reduction='none')


@torch.no_grad()
def held_out_loss(model, table, tokens):
    """Nats a target piece over all rows."""
    return sum(nats_of(model, table.batch(rows)).sum() for rows in runs(table, tokens)).item() / int(table.pieces.sum())


def optimiser_of(trained, rate):
    return torch.optim.AdamW(trained, lr=rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)


def step(model, optimiser, batch, rate):
    """One step -> its mean loss, on the device"""
    group, = optimiser.param_groups
    group['lr'] = rate
    loss = nats_of(model, batch).mean()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(group['params'], 1.0)
    optimiser.step()
    optimiser.zero_grad()
    return loss.detach()


def compile_layers(model):
    """One graph serves all layers: they are alike."""
    for block in model.blocks:
        block.compile(dynamic=True)


def endless(table, tokens, generator):
    while True:
        yield from runs(table, tokens, generator)


class Learning:
    """One training in `folder`, from the checkpoint `start` or from where an earlier run of it ended."""

    def __init__(self, folder, start, plan, log):
        self.folder, self.plan, self.log, schedule = folder, plan, log, plan.schedule
        stored = folder / 'state.pt'
        state = torch.load(stored, map_location='cpu', weights_only=True) if stored.exists() else None
        self.done, self.resumed = bool(state and state['done']), state is not None
        shape, weights = checkpoint.load(start)
        weights = state['weights'] if state else spread_tags(weights, schedule.seed)
        self.model, groups = prepare(shape, weights, schedule, here())
        self.trained = groups[0]['params']
        self.pieces_here = 0
        self.report = state['report'] if state else {
            'device': here(), 'rate': schedule.rate, 'positions_a_step': schedule.tokens, 'minutes': 0.0, 'passes': 0.0, 'steps': 0,
            'target_pieces': 0, 'positions': 0, 'padding': 0, 'checkpoints': []}

    def run(self, table: Table, held_out: Table):
        """-> the report, which training.json holds"""
        if self.done:
            self.log(f'done before: {self.folder / "model.pt"}')
            return self.report
        if not len(table) or not len(held_out):
            raise RecipeError('no row to train on, or none held out')
        self.keep(held_out)
        self.log(f'{len(table)} rows, {table.pieces.sum()} target pieces, held out {self.report["checkpoints"][-1]["held_out"]:.3f}'
                 + (f', going on after {self.report["minutes"]:.1f} minutes' if self.resumed else ''))
        if self.plan.compiled:
            compile_layers(self.model)
        self.steps(table, held_out)
        self.done = True
        self.keep(held_out)
        return self.report

    def steps(self, table, held_out):
        report, schedule = self.report, self.plan.schedule
        optimiser = optimiser_of(self.trained, schedule.rate)
        before, began, done = report['minutes'] * 60, time.monotonic(), 0
        saved, said = before, 0.0
        source = endless(table, schedule.tokens, np.random.default_rng(schedule.seed + report['steps']))
        while (share := self.share()) < 1:
            rate = schedule.rate * min(1, (done + 1) / schedule.warmup) * max(LEAST_RATE, 1 - share)
            batch = table.batch(next(source))
            loss = step(self.model, optimiser, batch, rate)
            done += 1
            self.count(table, batch)
            report['minutes'] = (passed := before + time.monotonic() - began) / 60
            if passed - said > SAY_SECONDS:
                said, now = passed, time.monotonic() - began
                self.say(loss.item(), self.pieces_here / now)
            if passed - saved > schedule.save_minutes * 60:
                saved = passed
                self.keep(held_out)

    def share(self):
        """How much of the plan is done, 0..1."""
        return min(1, max(self.report['minutes'] / self.plan.schedule.minutes, self.report['passes'] / self.plan.passes))

    def count(self, table, batch):
        report, rows, pieces = self.report, len(batch.rows), len(batch.wanted)
        report['steps'] += 1
        report['passes'] += rows / len(table)
        report['target_pieces'] += pieces
        report['positions'] += batch.ids.numel()
        report['padding'] += batch.ids.numel() - int(table.sizes[batch.rows].sum())
        self.pieces_here += pieces

    def say(self, loss, speed):
        report = self.report
        self.log(f'step {report["steps"]}, pass {report["passes"]:.2f}, {report["target_pieces"]} target pieces, {speed:.0f} a second, '
                 f'{report["padding"] / report["positions"]:.1%} padding, loss {loss:.3f}')

    def keep(self, held_out):
        """Measures, writes a numbered checkpoint, model.pt when it is the best so far, state.pt and training.json."""
        found, weights = self.report['checkpoints'], self.model.weights()
        loss = round(held_out_loss(self.model, held_out, self.plan.schedule.tokens), 4)
        file = f'checkpoint-{len(found)}.pt'
        found.append({'file': file, 'steps': self.report['steps'], 'minutes': round(self.report['minutes'], 2), 'held_out': loss})
        checkpoint.save(self.folder / file, self.model.shape, weights)
        if not self.plan.best or loss <= min(other['held_out'] for other in found):
            checkpoint.save(self.folder / 'model.pt', self.model.shape, weights)
        full = {name: weight.float().cpu() for name, weight in weights.items()}
        state = {'weights': full, 'report': self.report, 'done': self.done}
        checkpoint.write(self.folder / 'state.pt', lambda path: torch.save(state, path))
        checkpoint.write_json(self.folder / 'training.json', self.report)
        self.log(f'{file}: held out {loss:.3f} after {self.report["minutes"]:.1f} minutes')
