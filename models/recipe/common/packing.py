"""Rows for training: one source and up to four targets in one sequence, so that the source is computed once.

row      BOS source SEP  |  tags target1 EOS  |  tags target2 EOS  | ...
Every target looks at the source and at itself only; its positions go on from the source's. The loss counts target pieces and EOS.
Tags stand at the start of the target: the memory of the source does not depend on them.
"""
import torch

from recipe.common.failures import need_package
from recipe.common.settings import BOS, DISTANCE, EOS, KIND, LENGTH, SEP


def length_tag(source, target):
    """Characters of the target against the source's: below 0.85, about as long, above 1.15."""
    ratio = len(target) / max(1, len(source))
    return LENGTH[0] if ratio < 0.85 else LENGTH[2] if ratio > 1.15 else LENGTH[1]


class Packer:
    """Text to ids and rows; `tokenizer_file` is a tokenizer.json."""

    def __init__(self, tokenizer_file):
        self.tokenizer = need_package('tokenizers', 'tokenizers').Tokenizer.from_file(str(tokenizer_file))

    def ids(self, text):
        return self.tokenizer.encode(text, add_special_tokens=False).ids

    def text(self, ids):
        return self.tokenizer.decode(ids)

    def row(self, source, targets, most, seen=None):
        """targets: [(text, distance 0..4, kind)]; `seen`: the noised source to read instead, tags still by the true one.

        -> (prefix ids, [(tag ids, target ids)]), or None when nothing fits into `most` pieces.
        """
        prefix, segments = [BOS, *self.ids(seen or source), SEP], []
        for text, distance, kind in targets:
            ids = [*self.ids(text), EOS]
            if len(ids) <= most:
                segments.append(([DISTANCE[distance], KIND[kind], length_tag(source, text)], ids))
        return (prefix, segments) if segments and len(prefix) <= most + 2 else None


def size(row):
    """Positions of a row."""
    return len(row[0]) + sum(len(tags) + len(ids) - 1 for tags, ids in row[1])


def collate(rows):
    """-> ids, positions, labels (-100 = no loss) [B, T] and mask [B, 1, T, T] (True = may look)."""
    width = (max(map(size, rows)) + 7) // 8 * 8
    ids, positions = torch.zeros(2, len(rows), width, dtype=torch.long)
    labels, part = torch.full((len(rows), width), -100), torch.full((len(rows), width), -1)
    for i, (prefix, segments) in enumerate(rows):
        n = at = len(prefix)
        ids[i, :n], positions[i, :n], part[i, :n] = torch.tensor(prefix), torch.arange(n), 0
        for j, (tags, target) in enumerate(segments, 1):
            piece = tags + target[:-1]
            end = at + len(piece)
            ids[i, at:end], positions[i, at:end], part[i, at:end] = torch.tensor(piece), torch.arange(n, n + len(piece)), j
            labels[i, at + len(tags) - 1:end] = torch.tensor(target)
            at = end
    return ids, positions, labels, look(part)


def look(part):
    """part [B, T]: 0 the source, 1.. its targets, -1 nothing -> mask [B, 1, T, T]: who may look at whom."""
    width = part.shape[1]
    causal = torch.ones(width, width, dtype=torch.bool, device=part.device).tril()
    same = (part[:, None, :] == part[:, :, None]) | (part[:, None, :] == 0)
    return ((causal & same) | torch.eye(width, dtype=torch.bool, device=part.device))[:, None]


def batches(rows, tokens, rng):
    """Endless batches of about `tokens` positions, rows of like length together, a fresh order every pass."""
    while True:
        order = rng.sample(range(len(rows)), len(rows))
        for start in range(0, len(order), 2048):
            ready, batch = [], []
            for i in sorted(order[start:start + 2048], key=lambda i: size(rows[i])):
                if batch and size(rows[i]) * (len(batch) + 1) > tokens:
                    ready.append(batch)
                    batch = []
                batch.append(rows[i])
            ready.append(batch)
            rng.shuffle(ready)
            yield from ready
