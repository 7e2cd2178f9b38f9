"""Does adjusted PMI find synonyms better than cross PMI? `python models/recipe/main.py check-lexicon --data DIR --adjusted TABLE --cross TABLE`.

A check in the manner of SimLex-999, which tells similar words from merely associated ones, made from WordNet: pairs of the tables that share a synset
against pairs that do not. Both tables are those of `otherwise lexicon` over one corpus. Prints the area under the ROC curve against others that meet as often, and
against others that are associated across the pair as much as synonyms are; and how often a word's best-ranked partner is a synonym.
"""

import argparse
import random
import statistics
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from pathlib import Path

from recipe.lexical import sources
from recipe.lexical.clusters import read

Pair = tuple[str, str]


def area(values: dict[Pair, float], good: list[Pair], bad: list[Pair]) -> float:
    """Chance that a good pair has the higher value, ties half."""
    below = sorted(values[pair] for pair in bad)
    wins = sum((bisect_left(below, values[pair]) + bisect_right(below, values[pair])) / 2 for pair in good)
    return wins / (len(good) * len(bad))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "adjusted", "cross"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    synonyms: dict[str, set[str]] = defaultdict(set)
    for _, words, _ in sources.synsets(arguments.data):
        plain = [word for word in words if word.isalpha() and word.islower() and len(word) > 2]
        for word in plain:
            synonyms[word].update(other for other in plain if other != word)
    closed = sources.word_list("function-words.txt")
    counts: dict[Pair, int] = {}
    tables: dict[str, dict[Pair, float]] = {"adjusted": {}, "cross": {}}
    for name, path in (("adjusted", arguments.adjusted), ("cross", arguments.cross)):
        for first, second, count, score in read(path):
            if first in synonyms and second in synonyms and not {first, second} & closed:
                tables[name][first, second] = score
                counts[first, second] = count
    pairs = sorted(set(tables["adjusted"]) & set(tables["cross"]))
    good = [pair for pair in pairs if pair[1] in synonyms[pair[0]]]
    others = [pair for pair in pairs if pair[1] not in synonyms[pair[0]]]
    chance = random.Random(0)
    bands: dict[int, list[Pair]] = defaultdict(list)
    for pair in others:
        bands[counts[pair].bit_length()].append(pair)
    alike = [chance.choice(bands[counts[pair].bit_length()]) for pair in good]
    floor = statistics.quantiles([tables["cross"][pair] for pair in good], n=4)[0]
    associated = [pair for pair in others if tables["cross"][pair] >= floor]
    associated = chance.sample(associated, min(len(good), len(associated)))
    partners: dict[str, list[str]] = defaultdict(list)
    for first, second in pairs:
        partners[first].append(second)
        partners[second].append(first)
    print(f"{len(good)} pairs of synonyms, {len(others)} others\n\n| | as frequent others | as associated others | best partner a synonym | one of the best three |\n|---|---:|---:|---:|---:|")
    for name, values in tables.items():
        tops = [sorted(listed, key=lambda other: values[min(word, other), max(word, other)], reverse=True)[:3]
                for word, listed in partners.items() if synonyms[word] & set(listed)]
        words = [word for word, listed in partners.items() if synonyms[word] & set(listed)]
        first = statistics.mean(top[0] in synonyms[word] for word, top in zip(words, tops))
        three = statistics.mean(any(other in synonyms[word] for other in top) for word, top in zip(words, tops))
        print(f"| {name} | {area(values, good, alike):.3f} | {area(values, good, associated):.3f} | {first:.3f} | {three:.3f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
