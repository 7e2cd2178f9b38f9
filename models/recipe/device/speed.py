"""How fast this machine trains and samples, with random weights: what to expect of the minutes, and whether torch.compile pays."""
import time

import numpy as np
import torch

from recipe.device.learn import compile_layers, here, optimiser_of, step
from recipe.verify.rewrite import tags
from recipe.device.sampling import Chance, sample
from recipe.common.settings import BOS, EOS, RESERVED, SEP
from recipe.device.table import Table, runs
from recipe.train.train import prepare

STEPS = 10
LENGTHS = (16, 40)
TEXTS = 4


def rows_of(count, vocabulary):
    """Random rows of the usual sizes."""
    generator = np.random.default_rng(0)
    text = lambda: generator.integers(RESERVED, vocabulary, generator.integers(*LENGTHS)).tolist()
    return [([BOS, *text(), SEP], [(tags(), [*text(), EOS]) for _ in range(TEXTS)]) for _ in range(count)]


def seconds(act):
    begin = time.monotonic()
    act()
    if here() == 'cuda':
        torch.cuda.synchronize()
    return time.monotonic() - begin


def training(shape, schedule, compiled, log):
    model, (group,) = prepare(shape, None, schedule, here())
    if compiled:
        compile_layers(model)
    optimiser, table = optimiser_of(group['params'], schedule.rate), Table(rows_of(schedule.tokens // 40, shape.vocabulary), here())
    batches = [table.batch(rows) for rows in runs(table, schedule.tokens)]
    run = lambda count: [step(model, optimiser, batches[i % len(batches)], schedule.rate) for i in range(count)]
    first, later = seconds(lambda: run(len(batches))), seconds(lambda: run(STEPS))
    pieces = sum(len(batches[i % len(batches)].wanted) for i in range(STEPS))
    log(f'training{", compiled" * compiled}: {pieces / later:.0f} target pieces a second after {first:.0f} s, {memory():.1f} GB')
    return model


def sampling(model, rows, log):
    asks = [tags(distance) for distance in range(4)]
    sources = [prefix[1:-1] for prefix, _ in rows_of(max(1, rows // len(asks)), model.shape.vocabulary)]
    generator = torch.Generator(here()).manual_seed(0)
    model.to(torch.bfloat16)
    took = seconds(lambda: sample(model, sources, asks, Chance(1, generator)))
    log(f'sampling: {len(sources) * len(asks)} rewrites to their full length in {took:.1f} s, {memory():.1f} GB')


def memory():
    return torch.cuda.max_memory_allocated() / 1e9 if here() == 'cuda' else 0.0


def run(shape, schedule, rows, log):
    log(f'torch {torch.__version__}, {torch.cuda.get_device_name() if here() == "cuda" else "CPU"}')
    model = training(shape, schedule, False, log)
    sampling(model, rows, log)
    del model
    if here() == 'cuda':
        training(shape, schedule, True, log)
