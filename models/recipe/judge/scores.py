"""What a checkpoint thinks of judged rewrites: nats piece by piece (EOS counted) and the mean state, of the rewrite given its source and of the source
given the rewrite; and the nats of either text read on its own, which the first part of a row, never trained to be predicted, still tells as the pretrained network did.

models/recipe/fit/estimator.ts learns from the nats which rewrites are good, estimate.py from the states what a good one looks like.
"""
import torch
import torch.nn.functional as F

from recipe.common.packing import collate, size
from recipe.train.prefer import DISTANCE_TAG, chunks
from recipe.verify.rewrite import tags
from recipe.common.settings import BOS, EOS, SEP

TAGS = tags(DISTANCE_TAG)
POSITIONS = 2_048


@torch.no_grad()
def read(model, rows):
    """Packed rows -> for each the nats of its source read on its own, and its segments' [(nats of the pieces, mean state f32 [D])]."""
    found = [None] * len(rows)
    for some in chunks(sorted(range(len(rows)), key=lambda i: size(rows[i])), rows, POSITIONS):
        ids, positions, labels, mask = collate([rows[i] for i in some])
        hidden, states, _ = model.states(ids, positions, mask)
        for i, last, middle, wanted in zip(some, hidden, states, labels):
            keep = wanted != -100
            nats = F.cross_entropy(model.logits(last[keep]).float(), wanted[keep], reduction='none')
            lengths = [len(target) for _, target in rows[i][1]]
            source = torch.tensor(rows[i][0][1:-1])
            prior = F.cross_entropy(model.logits(last[:len(source)]).float(), source, reduction='sum').item()
            found[i] = prior, [(own.tolist(), state.mean(0)) for own, state in zip(nats.split(lengths), middle[keep].float().split(lengths))]
    return found


def scored(model, packer, judged, sources_at_once=40):
    """judged: [{'source', 'rewrite', 'label'}] -> yields the same with sourcePieces, sourcePrior, backward, rewritePieces, rewritePrior, forward, and
    their states f32 [2, D] of rewrite and source; all rewrites of a source together."""
    by_source = {}
    for row in judged:
        by_source.setdefault(row['source'], []).append(row)
    sources = list(by_source)
    short = lambda values: [round(value, 2) for value in values]
    pieces = lambda ids: [packer.text([i]) for i in ids]
    for start in range(0, len(sources), sources_at_once):
        some = sources[start:start + sources_at_once]
        texts = {source: [packer.ids(row['rewrite']) for row in by_source[source]] for source in some}
        forward = read(model, [([BOS, *packer.ids(source), SEP], [(TAGS, [*ids, EOS]) for ids in texts[source]]) for source in some])
        backward = iter(read(model, [([BOS, *ids, SEP], [(TAGS, [*packer.ids(source), EOS])]) for source in some for ids in texts[source]]))
        for source, (source_prior, segments) in zip(some, forward):
            for row, ids, (nats, state) in zip(by_source[source], texts[source], segments):
                prior, [(source_nats, source_state)] = next(backward)
                yield {**row, 'sourcePieces': pieces(packer.ids(source)), 'sourcePrior': round(source_prior, 2), 'backward': short(source_nats),
                       'rewritePieces': pieces(ids), 'rewritePrior': round(prior, 2), 'forward': short(nats)}, torch.stack([state, source_state])
