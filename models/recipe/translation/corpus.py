"""The bitext: news and user interfaces, without the sets that the pair is tested on."""
import hashlib
import re

from recipe.data.agreement import words

TABLES = ('cs-en-news', 'cs-en-software')
# WMT's newest two tests, and one software string in fifty: never learnt from.
TESTS = ('wmt17', 'wmt18')
APART = 5
LEAST, MOST, RATIO = 2, 40, 2.5
MARKUP = re.compile(r'https?:|[<>{}|\[\]\\%_~]')


def usable(czech, english):
    """2 to 40 words a side, lengths in characters within a factor of 2.5, nothing that looks like markup or a shortcut."""
    if not all(LEAST <= len(side.split()) <= MOST for side in (czech, english)) or MARKUP.search(czech + english):
        return False
    return 1 / RATIO <= len(czech) / len(english) <= RATIO and czech != english


def is_test(name, origin, english):
    """Whether a row of the table `name` belongs to the tests; software strings by the words of their English side."""
    if name == 'cs-en-news':
        return origin in TESTS
    return hashlib.sha256(' '.join(sorted(words(english))).encode()).digest()[0] < APART


def rows(data):
    """-> (rows to learn from, test rows), each [{'cs', 'en'}] without duplicates and without what stands in both."""
    found = {False: {}, True: {}}
    for name in TABLES:
        table = data.table(f'{name}')
        next(table)
        for czech, english, origin in table:
            if usable(czech, english):
                found[is_test(name, origin, english)][czech, english] = {'cs': czech, 'en': english}
    test = found[True]
    seen = {side for pair in test for side in pair}
    return [row for pair, row in found[False].items() if not seen & set(pair)], list(test.values())
