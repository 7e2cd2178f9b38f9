"""Preferences, and checkpoints put together."""
import random

import torch

from recipe.common import checkpoint
from recipe.common.settings import TINY
from recipe.data.agreement import overlap
from recipe.train import average, lists, prefer

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


class Words:
    """A packer for which every word is a piece."""

    def ids(self, text):
        return [20 + len(word) for word in text.split()]


def test_a_list_has_right_and_wrong_rewrites_that_are_about_equally_far():
    near = [judged(f'one two three four five six seven {word}', label) for word, label in (('nine', 'good'), ('ten', 'bad'))]
    far = [judged(f'other words altogether {word}', label) for word, label in (('now', 'good'), ('then', 'slip'))]
    wide = [{**row, 'rewrite': f'{row["rewrite"]} {i}'} for i in range(lists.LIST // 2) for row in near + far]
    found = lists.lists_of(Words(), wide)
    assert len(found) == 2
    assert all(max(overlaps) - min(overlaps) < 0.2 and any(right) and not all(right) for *_, overlaps, right in found)
    assert lists.lists_of(Words(), [row for row in wide if row['label'] == 'good']) == []


def test_only_equally_far_pairs_count_and_the_loss_falls_as_the_right_one_gains():
    _, weights = lists.compared(torch.tensor([-0.5, -0.5, -0.5]), [0.5, 0.5, 0.9], [True, False, False])
    assert weights[0, 0] == 1 and weights[0, 1] < 1e-6
    before, usual = lists.loss_of_list(torch.tensor([-0.5, -0.5]), [0.5, 0.5], [True, False])
    after, _ = lists.loss_of_list(torch.tensor([-0.4, -0.6]), [0.5, 0.5], [True, False])
    assert after < before and torch.isclose(usual, torch.tensor(0.5))
