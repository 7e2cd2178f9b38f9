"""Learning from the model's own best rewrites (best of n, on-policy): many rewrites of many sources, those that are probably right and far
from each other as rows, training on them beside as many rows of the stage pairs; and once more from there.
"""
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import numpy as np
import torch

from recipe.common import checkpoint
from recipe.device import choice
from recipe.device import judge
from recipe.data import pairs
from recipe.common.failures import RecipeError
from recipe.device.learn import Learning, Plan, here, tables
from recipe.common.packing import Packer
from recipe.verify.rewrite import plain, tags
from recipe.device.sampling import Chance, sample

DISTANCES = (2, 3, 4)
KINDS = ('human', 'restructured', 'plainer', 'bold')
WINDOW = 16


@dataclass(frozen=True)
class Sampling:
    """rows: rewrites at once; read: positions read at once; judged: how many judged rewrites the estimator is fitted on, None: all;
    copies: rewrites for each pair of a distance and a kind; least: the least probability of being right of a rewrite to learn from."""
    rows: int
    read: int
    temperature: float
    judged: int | None = None
    minutes: float = 0.0
    copies: int = 1
    least: float = 0.0
    seed: int = 29


class Rater:
    """A model, its tokenizer and an estimator fitted on its own readings."""

    def __init__(self, work, file, how, log):
        self.device, self.how = here(), how
        self.packer = Packer(work.tokenizer)
        self.model = checkpoint.load_model(file, torch.bfloat16).to(self.device)
        judged = sorted(work.rows('judged')[:how.judged], key=lambda row: row['source'])
        read = self.read([(row['source'], row['rewrite']) for row in judged])
        self.judge, order = judge.fit(*read, judged)
        log(f'estimator of {file}: {len(judged)} judged rewrites, the good one of two first in {order:.3f} of the pairs')

    def read(self, texts):
        """[(source, rewrite)] -> features and states of judge.read_pairs"""
        known = {}
        for text in (text for pair in texts for text in pair):
            known.setdefault(text, None)
        encoded = self.packer.tokenizer.encode_batch(list(known), add_special_tokens=False)
        ids = {text: found.ids for text, found in zip(known, encoded)}
        return judge.read_pairs(self.model, [(ids[source], ids[rewrite]) for source, rewrite in texts], self.how.read, self.device)

    def rated(self, sources, asks, generator):
        """asks: [(distance, kind)] -> for each source its different rewrites [(text, index of the ask, probability of being right)]"""
        chance = Chance(self.how.temperature, generator)
        made = sample(self.model, [self.packer.ids(source) for source in sources], [tags(*ask) for ask in asks], chance)
        found = [self.different(source, texts) for source, texts in zip(sources, made)]
        every = [(source, text) for source, texts in zip(sources, found) for text, _ in texts]
        if not every:
            return [[] for _ in sources]
        right = iter(self.judge.probability(*self.read(every)).tolist())
        return [[(text, ask, next(right)) for text, ask in texts] for texts in found]

    def different(self, source, texts):
        """-> [(text, index of the ask)], copies of the source and of each other left out"""
        some = [(ids, ask) for ask, ids in enumerate(texts) if ids]
        found, met = [], {plain(source), ''}
        for text, (_, ask) in zip(self.packer.tokenizer.decode_batch([ids for ids, _ in some]), some):
            if plain(text) not in met:
                met.add(plain(text))
                found.append((text.strip(), ask))
        return found


def chunks(sources, size, generator):
    """Endless runs of `size` sources of like length in random order; every source once before any comes again."""
    while True:
        order = [sources[i] for i in generator.permutation(len(sources))]
        for start in range(0, len(order), size * WINDOW):
            window = sorted(order[start:start + size * WINDOW], key=len)
            yield from (window[at:at + size] for at in range(0, len(window), size))


def own_rows(rater, sources, how, log):
    """Samples for how.minutes -> rows to learn from."""
    asks = [(distance, kind) for distance in DISTANCES for kind in KINDS for _ in range(how.copies)]
    generator = torch.Generator(rater.device).manual_seed(how.seed)
    limits = choice.Limits(how.least, pairs.NEAR_COPY, pairs.TARGETS)
    began, met, several, waiting = time.monotonic(), 0, 0, []
    # A process of its own for each chunk's choice: the device goes on meanwhile.
    with ProcessPoolExecutor(mp_context=get_context('spawn')) as pool:
        for some in chunks(sources, max(1, how.rows // len(asks)), np.random.default_rng(how.seed)):
            rated = rater.rated(some, asks, generator)
            met, several = met + len(some), several + sum(map(len, rated))
            named = [(source, [(text, asks[ask][1], right) for text, ask, right in texts]) for source, texts in zip(some, rated)]
            waiting.append(pool.submit(choice.rows, named, limits))
            if time.monotonic() - began > how.minutes * 60 or met >= len(sources):
                break
        rows = [row for one in waiting for row in one.result()]
    if not rows:
        raise RecipeError('no rewrite is probably right enough to learn from: lower --least')
    log(f'{met * len(asks)} samples of {met} sources in {time.monotonic() - began:.0f} s, {several} different rewrites, '
        f'{sum(len(row["targets"]) for row in rows)} of them in {len(rows)} rows')
    return rows


@dataclass(frozen=True)
class Round:
    """held_out: how many of the held-out rows to measure on, None: all."""
    number: int
    how: Sampling
    plan: Plan
    held_out: int | None = None


def once(work, own: Round, log):
    """One round: improve-NUMBER/rows.jsonl, then its model.pt. What is done is not repeated."""
    name, known, how = f'improve-{own.number}', work.rows('pairs'), replace(own.how, seed=own.how.seed + own.number)
    folder, start = work.folder / name, work.stage(before=name) / 'model.pt'
    if not (folder / 'rows.jsonl').exists():
        rater = Rater(work, start, how, log)
        pairs.write_rows(folder / 'rows.jsonl', own_rows(rater, sorted({row['source'] for row in known}), how, log))
        del rater
    rows = pairs.read_rows(folder / 'rows.jsonl')
    anchors = [known[i] for i in np.random.default_rng(how.seed).permutation(len(known))[:len(rows)]]
    return Learning(folder, start, own.plan, log).run(*tables(work, rows + anchors, own.held_out))
