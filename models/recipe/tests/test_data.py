"""The rows to learn from, and what keeps sentences apart."""
import random

from recipe.common import corpus
from recipe.data import agreement, judgements, made, pairs
from recipe.judge import stage_scores


def test_overlap_is_the_share_of_common_words_whatever_their_case():
    assert agreement.overlap('The cat sat.', 'the cat SAT') == 1
    assert agreement.overlap('one two', 'two three') == 1 / 3


def test_distance_rises_as_the_overlap_falls():
    source = 'a b c d e f g h i j'
    found = [agreement.distance(source, ' '.join(source.split()[:kept])) for kept in (9, 6, 4, 3, 1)]
    assert found == [0, 1, 2, 3, 4]


def test_a_number_a_name_or_a_negation_that_differs_is_a_disagreement():
    assert agreement.disagreement('We met Ana at 7.', 'At 7 we met Ana.') is None
    for other in ('We met Ana at 8.', 'We met Tom at 7.', 'We did not meet Ana at 7.'):
        assert agreement.disagreement('We met Ana at 7.', other) is not None


def test_a_struck_rewrite_is_never_a_target():
    line = 'talk\tMIT\tone\tlight\tother\tplain\tbold\trb'.split('\t')
    texts, struck = judgements.cluster(line)
    assert texts == ['one', 'light', 'other', 'plain', 'bold']
    assert struck == {2, 4}


def test_one_source_in_eight_is_held_out_and_always_the_same_ones():
    sources = [f'Sentence number {n}.' for n in range(4_000)]
    held = [judgements.is_held_out(source) for source in sources]
    assert 400 < sum(held) < 600
    assert held == [judgements.is_held_out(source) for source in sources]


def test_right_rewrites_are_learnt_of_no_source_that_quality_estimation_is_measured_on():
    judged = {(row['source'], row['rewrite']): row for row in judgements.read()}
    rows = list(pairs.right(corpus.Corpus(None, 200), random.Random(1)))
    assert rows
    for source, targets in rows:
        assert not judgements.is_held_out(source)
        assert 0 < len(targets) <= pairs.RIGHT_AT_ONCE
        assert all(judged[source, text]['label'] == 'good' for text, *_ in targets)


def test_a_misspelt_text_differs_by_one_slip():
    rng = random.Random(1)
    text = 'Several engineers reviewed the document yesterday'
    for _ in range(50):
        noised = pairs.misspell(text, rng)
        assert abs(len(noised) - len(text)) <= 4
        assert sum(a != b for a, b in zip(noised.split(), text.split())) >= 1 or len(noised.split()) < len(text.split())


def test_a_sentence_changed_by_rule_names_the_change_and_is_not_called_good():
    clusters = [['Ana paid Tom 300 euros on Monday.', 'On Monday, Ana paid Tom 300 euros.']] * 5
    changed = [row for row in made.made(clusters, seed=3) if row['change']]
    assert changed
    assert all(row['label'] != 'good' and row['rewrite'] not in clusters[0] for row in changed)


def test_a_model_that_learnt_right_rewrites_is_measured_on_held_out_sources_and_small_has_pools_of_its_own():
    sources = [f'Sentence {number}.' for number in range(60)]
    rows = [{'source': source, 'rewrite': 'x', 'label': 'good', **kind} for source in sources for kind in ({'pool': True}, {'model': 'small'})]
    base = stage_scores.measurable(rows, 'base', False)
    assert len(base) == len(rows) and [row['pool'] for row in base[:2]] == [True, False]
    small = stage_scores.measurable(rows, 'small', True)
    assert 0 < len(small) < len(rows) and all(judgements.is_held_out(row['source']) for row in small)
    assert [row['pool'] for row in small[:2]] == [False, True]
