"""Which of a source's sampled rewrites become a row to learn from. Plain Python, for processes beside the one that holds the device."""
from dataclasses import dataclass

from recipe.data.agreement import disagreement, distance, overlap


@dataclass(frozen=True)
class Limits:
    """least: probability of being right; near: word overlap of copies; most: targets of a row."""
    least: float
    near: float
    most: int


def rows(some, limits):
    """some: [(source, [(rewrite, kind, probability of being right)])] -> rows of the stage pairs; a source without a target gives none."""
    chosen = ((source, best(source, candidates, limits)) for source, candidates in some)
    return [{'source': source, 'targets': targets, 'from': 'improved'} for source, targets in chosen if targets]


def best(source, candidates, limits):
    """A few rewrites [[text, distance, kind]], each the one with the highest product of its probability of being right and its word
    distance to the nearest of the source and those before."""
    right = [c for c in candidates if c[2] >= limits.least]
    closest, found = [overlap(source, text) for text, *_ in right], []
    while len(found) < limits.most and right:
        i = max(range(len(right)), key=lambda i: right[i][2] * (1 - closest[i]))
        text, kind, _ = right.pop(i)
        near = closest.pop(i)
        if near > limits.near or disagreement(source, text):
            continue
        found.append([text, distance(source, text), kind])
        closest = [max(near, overlap(text, other)) for near, (other, *_) in zip(closest, right)]
    return found
