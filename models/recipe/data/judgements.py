"""The judged rewrites that lie beside this file, and which of them nothing is learnt from.

`judged-*.jsonl.xz` has one rewrite a line ({'source', 'rewrite', 'label'}, with 'fluency' and 'adequacy' where readers rated it); `everyday-clusters.tsv.xz` has
rewrites that were written, most of which a reader must call right although the model did not expect them.
"""
import hashlib
import json
import lzma
from pathlib import Path

from recipe.common.failures import RecipeError

FOLDER = Path(__file__).parent
EVERYDAY = FOLDER / 'everyday-clusters.tsv.xz'
# One source in so many is kept for measuring, by its hash: whatever is judged later, it stays the same.
APART = 8


def is_held_out(source):
    """Whether no reader of quality learns from the judged rewrites of this source."""
    return hashlib.sha256(('reader' + source).encode()).digest()[0] < 256 // APART


def read():
    """All judged rewrites, file by file. RecipeError where there are none."""
    files = sorted(FOLDER.glob('judged-*.jsonl.xz'))
    if not files:
        raise RecipeError(f'no file {FOLDER}/judged-*.jsonl.xz: the judged rewrites are missing')
    rows = []
    for path in files:
        with lzma.open(path, 'rt', encoding='utf-8') as lines:
            rows += map(json.loads, lines)
    return rows


def cluster(columns):
    """A line of EVERYDAY -> ([sentence, light, restructured, plainer, bold], the places of those that an editor struck)."""
    texts, letters = columns[2:7], columns[7] if len(columns) > 7 else ''
    return texts, {'lrpb'.index(letter) + 1 for letter in letters}


def written():
    """The written rewrites of EVERYDAY: right, but for those that an editor struck as not exact or not natural.

    Of 300 of the first 1,882 clusters, which have no letters, 97 % were right.
    """
    with lzma.open(EVERYDAY, 'rt', encoding='utf-8') as lines:
        next(lines)
        clusters = [cluster(line.rstrip('\n').split('\t')) for line in lines]
    right = {'label': 'good', 'fluency': 5, 'adequacy': 5}
    return [{'source': texts[0], 'rewrite': text, **({'label': 'bad'} if at in struck else right)}
            for texts, struck in clusters for at, text in enumerate(texts) if at and text]
