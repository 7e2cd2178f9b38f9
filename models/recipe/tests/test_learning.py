"""Preferences, and checkpoints put together."""
import random

import torch

from recipe.common import checkpoint
from recipe.common.settings import TINY
from recipe.data.agreement import overlap
from recipe.train import average, prefer

SOURCE = 'one two three four five six seven eight'


def judged(text, label):
    return {'source': SOURCE, 'rewrite': text, 'label': label}


def test_preferences_are_of_equal_distance_and_far_ones_come_first():
    rows = [judged('one two three four five six seven nine', 'good'), judged('one two three four five six seven ten', 'bad'),
            judged('one two three far other words', 'good'), judged('one two three far other thing', 'slip')]
    pairs = prefer.pairs_of(rows, 6, random.Random(0))[SOURCE]
    assert len(pairs) == 2
    assert all(abs(overlap(SOURCE, a['rewrite']) - overlap(SOURCE, b['rewrite'])) <= prefer.EQUAL for a, b in pairs)
    assert [a['label'] for a, _ in pairs] == ['good', 'good']
    assert pairs[0][0]['rewrite'].startswith('one two three far')


def test_a_rewrite_stands_in_at_most_two_pairs():
    good = [judged('one two three four five six seven nine', 'good')]
    bad = [judged(f'one two three four five six seven {word}', 'bad') for word in 'a b c d e'.split()]
    assert len(prefer.pairs_of(good + bad, 6, random.Random(0))[SOURCE]) == prefer.MOST_USES


def test_a_source_without_a_pair_is_left_out():
    assert prefer.pairs_of([judged('one two', 'good'), judged(SOURCE + ' nine', 'bad')], 6, random.Random(0)) == {}


def test_the_share_of_what_each_run_learnt_is_added_to_the_start(tmp_path):
    paths = [tmp_path / f'{name}.pt' for name in ('start', 'a', 'b')]
    for path, value in zip(paths, (1.0, 2.0, 5.0)):
        checkpoint.save(path, TINY.shape, {'emb': torch.full((2, 2), value)})
    _, mean = average.average(paths[1:])
    _, sum_ = average.added(paths[0], paths[1:], 0.25)
    assert mean['emb'].tolist() == [[3.5, 3.5], [3.5, 3.5]]
    assert sum_['emb'].tolist() == [[2.25, 2.25], [2.25, 2.25]]
