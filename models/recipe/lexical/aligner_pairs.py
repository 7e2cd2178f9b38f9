"""Sentence pairs to train the word aligner on: `python models/recipe/main.py aligner-pairs --data DIR > pairs.tsv`.

One line a pair, `a TAB b`, ready for `otherwise align --train`: the written clusters of `data`, Tatoeba's pairs, and of every cluster of translations its
first sentence with one variant (`cluster_pairs.py`). Each pair comes in both orders, so that the table knows no difference of sides. Sentences of more than 40
words are left out.
"""

import argparse
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from recipe.data import cluster_pairs

CLUSTERS = Path(__file__).parents[1] / 'data'
MOST_WORDS = 40


def rows(path: Path) -> Iterator[list[str]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield line.rstrip("\n").split("\t")


def pairs(data: Path) -> Iterator[tuple[str, str]]:
    for name, first in (("kinds", 1), ("written", 0)):
        for row in rows(CLUSTERS / f"{name}-clusters.tsv.xz"):
            source, *rewrites = row[first:]
            yield from ((source, rewrite) for rewrite in rewrites if rewrite)
    for a, b, *_ in rows(data / "tatoeba-pairs.tsv.xz"):
        yield a, b
    yield from cluster_pairs.pairs(data, 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with tatoeba-pairs.tsv.xz and mt-clusters.jsonl.xz")
    arguments = parser.parse_args()
    try:
        for a, b in pairs(arguments.data):
            if len(a.split()) <= MOST_WORDS and len(b.split()) <= MOST_WORDS:
                sys.stdout.write(f"{a}\t{b}\n{b}\t{a}\n")
    except FileNotFoundError as error:
        print(f"aligner-pairs: {error.filename} is not there: pass the data folder with --data.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
