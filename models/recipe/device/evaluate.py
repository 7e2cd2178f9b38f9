"""What a model is worth, measured on the device: held-out loss by source of the rows and by tag, rewrites of held-out sentences by tag."""
import collections
from dataclasses import dataclass

import numpy as np
import torch

from recipe.common import checkpoint
from recipe.data import pairs
from recipe.data.agreement import overlap
from recipe.device.improve import KINDS, Rater, Sampling, chunks
from recipe.device.learn import here
from recipe.device.reading import read
from recipe.common.settings import DISTANCE, KIND, LENGTH
from recipe.device.table import Table, packed

TAGS = {**{tag: f'distance {i}' for i, tag in enumerate(DISTANCE)}, **{tag: name for name, tag in KIND.items()},
        **dict(zip(LENGTH, ('shorter', 'as long', 'longer')))}
ASKS = [(distance, kind) for distance in range(len(DISTANCE)) for kind in KINDS]


@dataclass(frozen=True)
class Losses:
    """Nats a target piece, and pieces, by name."""
    nats: collections.Counter
    pieces: collections.Counter

    def report(self):
        return {name: {'nats': round(self.nats[name] / count, 4), 'pieces': count} for name, count in sorted(self.pieces.items())}


def losses(model, rows, table, tokens):
    """rows: those of the table, as the stage pairs wrote them -> {name of a source of rows, of a tag, or 'all': {'nats', 'pieces'}}"""
    found, text = Losses(collections.Counter(), collections.Counter()), read(model, table, tokens)
    sums, lengths, tags = (values.tolist() for values in (text.nats.sum(1), text.lengths, table.tags))
    for row, first, size in zip(rows, table.first.tolist(), np.diff([*table.first.tolist(), table.texts])):
        for number in range(first + 1, first + int(size)):
            for name in ('all', f'from {row["from"]}', *(TAGS[tag] for tag in tags[number])):
                found.nats[name] += sums[number]
                found.pieces[name] += lengths[number]
    return found.report()


def rewrites(rater, sources, log):
    """-> [{'source', 'rewrites': [{'distance', 'kind', 'text', 'overlap', 'right'}]}], and says how far each tag goes."""
    generator, found = torch.Generator(rater.device).manual_seed(rater.how.seed), []
    size = max(1, rater.how.rows // len(ASKS))
    for some in whole(sources, size):
        for source, texts in zip(some, rater.rated(some, ASKS, generator)):
            found.append({'source': source, 'rewrites': [one_of(source, *some) for some in texts]})
    every = [one for row in found for one in row['rewrites']]
    for key in ('distance', 'kind'):
        for value in dict.fromkeys(ask[key == 'kind'] for ask in ASKS):
            some = [one for one in every if one[key] == value]
            if some:
                mean = lambda name: sum(one[name] for one in some) / len(some)
                log(f'{key} {value}: {len(some)} different rewrites, overlap {mean("overlap"):.2f}, probably right {mean("right"):.2f}')
    return found


def one_of(source, text, ask, right):
    distance, kind = ASKS[ask]
    return {'distance': distance, 'kind': kind, 'text': text, 'overlap': round(overlap(source, text), 3), 'right': round(right, 3)}


def whole(sources, size):
    """Every source once, in runs of like length."""
    runs = chunks(sources, size, np.random.default_rng(0))
    left = len(sources)
    while left > 0:
        some = next(runs)
        left -= len(some)
        yield some


@dataclass(frozen=True)
class Extent:
    """How many held-out rows (None: all) and sentences, and how these are sampled and read."""
    held_out: int | None
    sentences: int
    how: Sampling


def run(work, stage, extent, log):
    """-> what evaluation/STAGE.json holds; the rewrites go to evaluation/STAGE.jsonl."""
    file, made = stage / 'model.pt', work.folder / 'evaluation' / stage.name
    rows, ids = packed(work.tokenizer, work.rows('held-out')[:extent.held_out])
    model = checkpoint.load_model(file, torch.bfloat16).to(here())
    report = losses(model, rows, Table(ids, here()), extent.how.read)
    for key, value in report.items():
        log(f'{key}: {value["nats"]:.3f} nats a target piece ({value["pieces"]})')
    checkpoint.write_json(made.with_suffix('.json'), report)
    if extent.sentences:
        sources = list(dict.fromkeys(row['source'] for row in rows))[:extent.sentences]
        pairs.write_rows(made.with_suffix('.jsonl'), rewrites(Rater(work, file, extent.how, log), sources, log))
    return report
