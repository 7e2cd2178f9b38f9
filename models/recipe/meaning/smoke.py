"""A small margin-loss training with mega-batches, on clusters that lie beside the recipe: the loss falls, and sentences that were held out
come closer to their paraphrases than to any other sentence. Exit code 1 and a line when something is not as it must be.

    python models/recipe/main.py embeddings-smoke
"""
import lzma
import random
import sys
from pathlib import Path

import numpy as np
import torch

from recipe.meaning.embeddings import SMOKE
from recipe.meaning.pairs import PairSets
from recipe.meaning.text import Vocabulary
from recipe.meaning.training import Embeddings, negatives, train

CLUSTERS, HELD_OUT, EPOCHS = 2_000, 300, 4
FALL = 0.8


def pair_sets():
    """-> PairSets of the first written clusters"""
    rng, sets = random.Random(0), PairSets()
    with lzma.open(Path(__file__).parents[1] / 'data/written-clusters.tsv.xz', 'rt', encoding='utf-8') as lines:
        for line, _ in zip(lines, range(CLUSTERS)):
            sets.add(line.rstrip('\n').split('\t'), rng)
    return sets


def ranked_first(model, bags, pairs, groups):
    """-> share of the pairs whose sides are nearer to each other than the first is to any sentence of another pair"""
    vectors = model.embed(bags, pairs.T.reshape(-1))
    nearest = vectors[:len(pairs)] @ model.embed(bags, negatives(vectors, pairs, groups)[:, 0]).T
    same = (vectors[:len(pairs)] * vectors[len(pairs):]).sum(1)
    return float((same > nearest.diagonal()).float().mean())


def main():
    torch.set_num_threads(1)
    pairs = pair_sets()
    groups = np.asarray(pairs.groups())
    vocabulary = Vocabulary.of(pairs.sentences, SMOKE['words'], SMOKE['trigrams'])
    bags = vocabulary.number(pairs.sentences)
    model = Embeddings(vocabulary, SMOKE['sizes'], (1.0, 1.0))
    held = np.array([one[0] for one in pairs.sets[:HELD_OUT]])
    own = negatives(model.embed(bags, held.T.reshape(-1)), held, groups)
    strangers = bool((groups[own] != groups[held]).all())
    before = ranked_first(model, bags, held, groups)
    losses = train(model, bags, pairs.sets[HELD_OUT:], groups, epochs=EPOCHS, **{name: SMOKE[name] for name in ('batch', 'mega', 'rate')})
    after = ranked_first(model, bags, held, groups)
    print(f'loss of each epoch {[round(loss, 4) for loss in losses]}; held out, the paraphrase is nearest: {before:.3f} before, {after:.3f} after')
    for holds, what in ((strangers, 'a negative comes from the sentence\'s own group'), (losses[-1] < FALL * losses[0], 'the loss does not fall'),
                        (after > before, 'sentences held out come no closer to their paraphrases')):
        if not holds:
            sys.exit(f'embeddings: {what}')


if __name__ == '__main__':
    main()
