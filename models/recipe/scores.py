"""What a checkpoint thinks of judged rewrites, piece by piece: the rewrite given its source and the source given the rewrite, nats, EOS counted.

src/cli/fit-doubt.ts learns from it which losses tell a lost or invented detail.
"""
import torch
import torch.nn.functional as F

from packing import collate, size
from prefer import DISTANCE_TAG, chunks
from rewrite import tags
from settings import BOS, EOS, SEP

TAGS = tags(DISTANCE_TAG)
POSITIONS = 2_048


@torch.no_grad()
def losses(model, rows):
    """Nats of every target piece of packed rows -> [[nats of the row's segments, one after the other]]."""
    found = [None] * len(rows)
    for some in chunks(sorted(range(len(rows)), key=lambda i: size(rows[i])), rows, POSITIONS):
        ids, positions, labels, mask = collate([rows[i] for i in some])
        hidden, _ = model(ids, positions, mask)
        for i, states, wanted in zip(some, hidden, labels):
            keep = wanted != -100
            found[i] = F.cross_entropy(model.logits(states[keep]).float(), wanted[keep], reduction='none').tolist()
    return found


def scored(model, packer, judged, sources_at_once=40):
    """judged: [{'source', 'rewrite', 'label'}] -> the same with sourcePieces, backward, rewritePieces, forward, all rewrites of a source together."""
    by_source = {}
    for row in judged:
        by_source.setdefault(row['source'], []).append(row)
    sources = list(by_source)
    short = lambda values: [round(value, 2) for value in values]
    pieces = lambda ids: [packer.text([i]) for i in ids]
    for start in range(0, len(sources), sources_at_once):
        some = sources[start:start + sources_at_once]
        texts = {source: [packer.ids(row['rewrite']) for row in by_source[source]] for source in some}
        forward = losses(model, [([BOS, *packer.ids(source), SEP], [(TAGS, [*ids, EOS]) for ids in texts[source]]) for source in some])
        backward = iter(losses(model, [([BOS, *ids, SEP], [(TAGS, [*packer.ids(source), EOS])]) for source in some for ids in texts[source]]))
        for source, nats in zip(some, forward):
            rest = iter(nats)
            for row, ids in zip(by_source[source], texts[source]):
                yield {**row, 'sourcePieces': pieces(packer.ids(source)), 'backward': short(next(backward)),
                       'rewritePieces': pieces(ids), 'forward': short([next(rest) for _ in range(len(ids) + 1)])}
