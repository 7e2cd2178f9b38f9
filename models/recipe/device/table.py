"""All rows of a training run as flat tensors on the device: batches are gathered there, without a loop over positions and without a copy
from the host.

R rows, S texts, N positions in all. A row's texts are its source (text 0) and its targets; positions and labels are as in packing.collate.
"""
import os
from array import array
from dataclasses import dataclass

import numpy as np
import torch

from recipe.common.packing import Packer, look, size
from recipe.common.settings import BASE

NO_LABEL = -100
MOST = BASE.schedule.most


class KnownTexts(Packer):
    """A Packer that has cut all the texts it will be asked for at once, on all cores."""

    def __init__(self, tokenizer_file, texts):
        super().__init__(tokenizer_file)
        texts = list(texts)
        os.environ['TOKENIZERS_PARALLELISM'] = 'true'
        self.known = {text: found.ids for text, found in zip(texts, self.tokenizer.encode_batch(texts, add_special_tokens=False))}

    def ids(self, text):
        return self.known[text]


def packed(tokenizer_file, rows):
    """Rows of the stage pairs -> (those that fit, the same as rows of ids)"""
    texts = {t for row in rows for t in (row['source'], row.get('seen', row['source']), *(text for text, *_ in row['targets']))}
    packer = KnownTexts(tokenizer_file, texts)
    both = [(row, packer.row(row['source'], row['targets'], MOST, row.get('seen'))) for row in rows]
    return [row for row, ids in both if ids], [ids for _, ids in both if ids]


@dataclass(frozen=True)
class Batch:
    """rows: their numbers, numpy [B]; ids, positions i64, part i16 [B, T]; mask [B, 1, T, T]; the labels wanted i64 [P], and index i64 [P]:
    where in B * T they stand."""
    rows: np.ndarray
    ids: torch.Tensor
    positions: torch.Tensor
    part: torch.Tensor
    mask: torch.Tensor
    index: torch.Tensor
    wanted: torch.Tensor


class Table:
    """ids, positions, part, labels [N]; starts, lengths, first [R] (first: number of a row's source among all texts); tags i16 [S, 3],
    zeros for sources.

    sizes, pieces, sources: positions, labels and pieces of the source of each row, numpy [R], for planning on the host.
    """

    def __init__(self, rows, device):
        flat = {'ids': array('i'), 'positions': array('h'), 'part': array('h'), 'labels': array('i')}
        tags = array('h')
        for prefix, segments in rows:
            n = len(prefix)
            extend(flat, ids=prefix, positions=range(n), part=[0] * n, labels=[NO_LABEL] * n)
            tags.extend((0, 0, 0))
            for j, (own, target) in enumerate(segments, 1):
                piece = own + target[:-1]
                labels = [NO_LABEL] * (len(own) - 1) + target
                extend(flat, ids=piece, positions=range(n, n + len(piece)), part=[j] * len(piece), labels=labels)
                tags.extend(own)
        for name, values in flat.items():
            setattr(self, name, torch.tensor(np.frombuffer(values, values.typecode), device=device))
        texts = np.array([1 + len(segments) for _, segments in rows])
        self.device, self.texts = device, int(texts.sum())
        self.sizes = np.array([size(row) for row in rows])
        self.longest = max(len(target) for _, segments in rows for _, target in segments)
        self.sources = np.array([len(prefix) - 2 for prefix, _ in rows])
        self.pieces = np.array([sum(len(target) for _, target in segments) for _, segments in rows])
        self.starts, self.first = (torch.tensor(np.cumsum(x) - x, device=device) for x in (self.sizes, texts))
        self.lengths = torch.tensor(self.sizes, device=device)
        self.tags = torch.tensor(np.frombuffer(tags, 'h').reshape(-1, 3), device=device)

    def __len__(self):
        return len(self.sizes)

    def batch(self, rows, prior=False):
        """rows: their numbers, numpy [B]. With `prior` the pieces of the source are labels too: what text 0 predicts of itself."""
        width = round_up(int(self.sizes[rows].max()))
        numbers = torch.from_numpy(rows).to(self.device, non_blocking=True)
        at = torch.arange(width, device=self.device)
        inside = at < self.lengths[numbers][:, None]
        where = torch.where(inside, self.starts[numbers][:, None] + at, 0)
        of = lambda values, outside: torch.where(inside, values[where], outside)
        ids, part, labels = of(self.ids, 0).long(), of(self.part, -1), of(self.labels, NO_LABEL).long()
        count = int(self.pieces[rows].sum())
        if prior:  # BOS predicts the first piece; the last one predicts SEP, which is no piece
            following = torch.roll(ids, -1, 1)
            text = (part == 0) & (torch.roll(part, -2, 1) == 0) & (at < width - 2)
            labels, count = torch.where(text, following, labels), count + int(self.sources[rows].sum())
        index = chosen(labels.flatten() != NO_LABEL, count)
        return Batch(rows, ids, of(self.positions, 0).long(), part, look(part), index, labels.flatten()[index])


def extend(flat, **values):
    for name, some in values.items():
        flat[name].extend(some)


def round_up(width):
    """To a multiple of 8: fused attention reads masks in such steps."""
    return (width + 7) // 8 * 8


def chosen(flags, count):
    """Where `flags` [N] are set, `count` of them known beforehand: torch.nonzero without waiting for the device. -> i64 [count]"""
    rank = torch.where(flags, flags.cumsum(0) - 1, count)
    at = torch.arange(len(flags), device=flags.device)
    return at.new_zeros(count + 1).scatter_(0, rank, at)[:count]


def runs(table, tokens, generator=None):
    """All rows once, in runs of like length of about `tokens` positions, padding counted. -> [numbers of rows, numpy]

    With a numpy generator, rows of one length and the runs come in random order.
    """
    tie = generator.random(len(table)) if generator else np.zeros(len(table))
    order = np.lexsort((tie, table.sizes))
    found, start = [], 0
    for end in range(1, len(order) + 1):
        if end == len(order) or round_up(int(table.sizes[order[end]])) * (end + 1 - start) > tokens:
            found.append(order[start:end])
            start = end
    return [found[i] for i in generator.permutation(len(found))] if generator else found
