"""Sentence pairs out of the clusters of translations: `python models/recipe/main.py cluster-pairs --data DIR > pairs.tsv`.

One line a pair, `reference TAB translation`, ready for `otherwise lexicon`. The first sentence of a cluster (the reference where there is one) is
paired with each of its variants up to a limit. Left out: clusters whose licence forbids it (mTEDx, IWSLT17, TED), pairs of the same words.
"""

import argparse
import json
import lzma
import re
import sys
from pathlib import Path

CLOSED = ("iwslt17", "mtedx", "ted.")
MOST_PAIRS = 5


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def pairs(data: Path, most: int):
    with lzma.open(data / "mt-clusters.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            cluster = json.loads(line)
            if cluster["set"].startswith(CLOSED):
                continue
            first, *variants = (re.sub(r"\s+", " ", text).strip() for text in cluster["v"])
            taken = 0
            for variant in variants:
                if taken < most and words(variant) != words(first):
                    taken += 1
                    yield first, variant


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with mt-clusters.jsonl.xz")
    parser.add_argument("--most", type=int, default=MOST_PAIRS, help="most pairs of a cluster")
    arguments = parser.parse_args()
    try:
        for first, variant in pairs(arguments.data, arguments.most):
            sys.stdout.write(f"{first}\t{variant}\n")
    except FileNotFoundError as error:
        print(f"cluster-pairs: {error.filename} is not there: pass the data folder with --data.", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
