"""What translations of one sentence say about two words: how often they replace each other, and how far beyond chance.

Read from the table of `otherwise lexicon` over the pairs of `cluster_pairs.py` (a, b, count, adjusted PMI). Forms are brought together to lemmas of a class,
PMI weighted by counts.
"""

import math
from collections import defaultdict
from pathlib import Path

from . import sources
from .words import Words

Key = tuple[str, str, str]
LEAST_PMI = 0.7
MOST_EVIDENCE = 2.5
# A class that is unusual for the words (screw and wrench as verbs) gets this share of what the pair is worth.
UNUSUAL = 0.4
# Two lemmas of which so many pairs of sentences could hold one each (product of their frequencies) would be seen to replace each other if they did: of 720,000
# directions five would be enough at e² times chance.
CONCLUSIVE = 500_000
NEVER = -1.5


class Clusters:
    """Evidence of the clusters for ordered pairs of lemmas; symmetric."""

    def __init__(self, table: Path, words: Words):
        self.counts: dict[Key, int] = defaultdict(int)
        self.sums: dict[Key, float] = defaultdict(float)
        self.frequency: dict[tuple[str, str], int] = defaultdict(int)
        self.words = words
        most: dict[str, int] = defaultdict(int)
        for first, second, count, score in read(table):
            # A word meets the commonest words in nearly all of its sentences: the largest count stands for its frequency.
            most[first], most[second] = max(most[first], count), max(most[second], count)
            if score < LEAST_PMI:
                continue
            possible = words.lemma_pairs(first, second)
            usual = max((words.usualness(key) for key in possible), default=0)
            for a, b, kind in possible:
                weight = 1 if words.usualness((a, b, kind)) >= 0.8 * usual else UNUSUAL
                for key in ((a, b, kind), (b, a, kind)):
                    self.counts[key] += count
                    self.sums[key] += weight * score * count
        for word, count in most.items():
            for lemma, kind, _ in {(lemma, kind, 0) for lemma, kind, _ in words.readings.get(word, ())}:
                self.frequency[lemma, kind] += count

    def evidence(self, key: Key) -> float:
        """0 without a word from the clusters, up to 2.5 for a pair that often replaces each other, -1.5 for one that would be seen to and is not."""
        count = self.counts.get(key, 0)
        if count > 0:
            return min(1, math.log10(count) / 2) * min(MOST_EVIDENCE, self.sums[key] / count / 2)
        first, second, kind = key
        return NEVER if self.frequency.get((first, kind), 0) * self.frequency.get((second, kind), 0) >= CONCLUSIVE else 0


def read(table: Path):
    if not table.is_file():
        raise sources.MissingSource(f"{table} is not there: make it with cluster_pairs.py and `otherwise lexicon`, see the README of models/lexical.")
    with table.open(encoding="utf-8") as lines:
        if next(lines, "").rstrip("\n") != "a\tb\tcount\tscore":
            raise sources.MissingSource(f"{table} is no table of `otherwise lexicon`.")
        for line in lines:
            first, second, count, score = line.rstrip("\n").split("\t")
            if first.isalpha() and second.isalpha():
                yield first, second, int(count), float(score)
