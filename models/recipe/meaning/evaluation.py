"""Semantic textual similarity: Pearson's r of cosines and human scores, beside two floors."""
import lzma
from collections import Counter

import numpy as np

from recipe.meaning.text import fold, words

NAMES = ('sts2012', 'sts2013', 'sts2014', 'sts2015', 'sts2016', 'stsb')


def read_sets(data):
    """@returns {name: [(score, first, second, genre)]} of the halves that lie in <data>/eval"""
    found = {}
    for name in NAMES:
        path = data / 'eval' / f'{name}-dev.tsv.xz'
        if path.exists():
            with lzma.open(path, 'rt', encoding='utf-8') as lines:
                rows = [line.rstrip('\n').split('\t') for line in lines][1:]
            found[name] = [(float(row[0]), row[1], row[2], row[3]) for row in rows]
    return found


def correlations(rows, values):
    """@returns (Pearson over all rows, plain mean of the genres' Pearson), times 100"""
    scores, values = np.array([row[0] for row in rows]), np.asarray(values)
    genres = sorted({row[3] for row in rows})
    single = [np.corrcoef(scores[chosen], values[chosen])[0, 1] for chosen in (np.array([row[3] == genre for row in rows]) for genre in genres)]
    return 100 * np.corrcoef(scores, values)[0, 1], 100 * float(np.mean(single))


def cosines(embed, rows):
    """@param embed function from folded texts to unit vectors"""
    left, right = embed([fold(row[1]) for row in rows]), embed([fold(row[2]) for row in rows])
    return (left * right).sum(1)


def trigram_cosine(a, b):
    first, second = (Counter(text[i:i + 3] for i in range(len(text) - 2)) for text in (' ' + fold(a), ' ' + fold(b)))
    dot = sum(count * second[key] for key, count in first.items())
    return dot / max(1e-9, (sum(n * n for n in first.values()) * sum(n * n for n in second.values())) ** 0.5)


def word_jaccard(a, b):
    first, second = set(words(fold(a))), set(words(fold(b)))
    return len(first & second) / max(1, len(first | second))


def report(sets, columns):
    """Markdown table. @param columns {heading: function from rows to values}"""
    lines = ['| set (dev half) | pairs | ' + ' | '.join(columns) + ' |', '|---|---:|' + '---:|' * len(columns)]
    for name, rows in sets.items():
        cells = [correlations(rows, value(rows)) for value in columns.values()]
        shown = [f'{whole:.1f}' if name == 'stsb' else f'{mean:.1f}' for whole, mean in cells]
        lines.append(f'| {name} | {len(rows)} | ' + ' | '.join(shown) + ' |')
    return '\n'.join(lines)
