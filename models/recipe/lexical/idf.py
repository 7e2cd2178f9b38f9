"""The IDF table: log2(sentences / sentences with the lower-cased word), ParaBank §3.2."""

import math
from collections import defaultdict

# Rarer words are above 18 bits on this corpus: beyond the cap of 17, where absent and over-specialised are the same.
LEAST_SENTENCES = 6


def serialise(total: int, counts: dict[str, int]) -> str:
    """`#sentences N`, then one line for each value to two decimals in rising order: the value, a tab, its words with spaces between, sorted.

    Only words that carry a letter (numbers are never candidates) and are in six sentences or more.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for word, sentences in counts.items():
        if any(character.isalpha() for character in word) and sentences >= LEAST_SENTENCES:
            groups[f"{math.log2(total / sentences):.2f}"].append(word)
    lines = [f"#sentences {total}"]
    lines += [f"{value}\t{' '.join(sorted(words))}" for value, words in sorted(groups.items(), key=lambda item: float(item[0]))]
    return "\n".join(lines) + "\n"
