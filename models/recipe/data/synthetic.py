"""Made-up pairs for a smoke run without data: little sentences about people, acts and things, with two wordings each."""
import itertools
import random

from recipe.data.agreement import distance

PEOPLE, THINGS = ('Anna', 'Ben', 'the teacher', 'my brother', 'a nurse'), ('the old book', 'a red car', 'some bread', 'the small house', 'a letter')
ACTS = (('bought', 'purchased'), ('found', 'came across'), ('saw', 'noticed'), ('liked', 'was fond of'), ('lost', 'could not find'))
TIMES = (('yesterday', 'the day before today'), ('in the morning', 'early in the day'), ('by chance', 'accidentally'))


def sentences():
    """-> [(sentence, the same in other words)]"""
    made = []
    for who, thing, (act, other_act), (when, other_when) in itertools.product(PEOPLE, THINGS, ACTS, TIMES):
        made.append((f'{who[0].upper()}{who[1:]} {act} {thing} {when}.', f'{other_when[0].upper()}{other_when[1:]}, {who} {other_act} {thing}.'))
    return made


def rows(seed, most, held_out):
    """-> (rows to learn from, rows held out), as pairs.select gives them."""
    made = sentences()
    random.Random(seed).shuffle(made)
    ready = [{'source': a, 'targets': [[b, distance(a, b), 'human'], [a, 0, 'edit']], 'from': 'synthetic'} for a, b in made[:most]]
    return ready[held_out:], ready[:held_out]


def judged():
    """Made-up judgements: the other wording is good, the same words in a wrong order are bad."""
    good = [{'source': a, 'rewrite': b, 'label': 'good'} for a, b in sentences()]
    return good + [{**row, 'rewrite': ' '.join(reversed(row['rewrite'].split())), 'label': 'bad'} for row in good]


def texts():
    """Plain sentences for a vocabulary."""
    return [text for pair in sentences() for text in pair]
