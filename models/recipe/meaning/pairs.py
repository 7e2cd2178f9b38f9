"""Sentence pairs that mean the same, from the permissive files of the data folder: clusters of translations, Tatoeba, rewrites, questions."""
import random

from recipe.meaning.text import fold, words

MOST_WORDS = 30
FEW_WORDS = 2
VARIANTS, PAIRS = 7, 6
ALIKE = 0.8


class PairSets:
    """Folded sentences, and for each group of sentences of one meaning the pairs (sentence numbers) to draw from.

    `group_of[i]` is the group of sentence i: groups that share a sentence are one, so that no paraphrase is ever taken as a negative.
    """

    def __init__(self):
        self.sentences, self.number, self.parent, self.sets = [], {}, [], []

    def _find(self, number):
        while self.parent[number] != number:
            self.parent[number] = self.parent[self.parent[number]]
            number = self.parent[number]
        return number

    def _add(self, folded):
        number = self.number.get(folded)
        if number is None:
            number = self.number[folded] = len(self.sentences)
            self.sentences.append(folded)
            self.parent.append(number)
        return number

    def add(self, texts, rng):
        """Adds the pairs of one group of texts: at most `PAIRS`, no near copies, at most `MOST_WORDS` words a side."""
        kept = {}
        for text in texts:
            folded = fold(text)
            found = words(folded)
            if FEW_WORDS <= len(found) <= MOST_WORDS:
                kept[folded] = set(found)
            if len(kept) == VARIANTS:
                break
        bags = list(kept.items())
        pairs = [(a, b) for i, (a, bag) in enumerate(bags) for b, other in bags[:i] if len(bag & other) / len(bag | other) <= ALIKE]
        if not pairs:
            return
        chosen = [(self._add(a), self._add(b)) for a, b in rng.sample(pairs, min(PAIRS, len(pairs)))]
        for a, b in chosen:
            self.parent[self._find(a)] = self._find(b)
        self.sets.append(chosen)

    def groups(self):
        return [self._find(number) for number in range(len(self.sentences))]


def read_pairs(corpus, seed=0):
    """All groups of the data folder, in a fixed order. @returns PairSets"""
    rng, sets = random.Random(seed), PairSets()
    for cluster in corpus.clusters():
        sets.add(cluster['v'], rng)
    for name in ('tatoeba-pairs', 'rewrites-news', 'rewrites-wiki', 'question-paraphrases'):
        for row in corpus.table(name):
            if len(row) >= 2:
                sets.add(row[:2], rng)
    return sets
