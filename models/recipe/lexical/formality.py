"""The formality table: log2(share of a word in edited prose / its share in talk), after the frequency ratios of Brooke, Wang & Hirst (2010)."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable

# A word that was seen less often says nothing.
LEAST = 20
# Sightings that each word is given beforehand, as if it were as frequent in one as in the other: few of its own tell little.
PRIOR = 5
STEP = 0.5
# Beyond it a word tells of its topic, not of how formal a text is, bits.
MOST = 4
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def counts(sentences: Iterable[str]) -> Counter[str]:
    """How often each lower-cased word stands in sentences; typographic apostrophes as plain ones."""
    found: Counter[str] = Counter()
    for sentence in sentences:
        found.update(WORD.findall(sentence.lower().replace("’", "'")))
    return found


def value(prose: int, talk: int, size: tuple[int, int]) -> float:
    """-MOST to MOST bits, above 0 for words of prose. `prose`, `talk`: sightings; `size`: words of each."""
    before = [PRIOR * words / sum(size) for words in size]
    bits = math.log2((prose + before[0]) / size[0]) - math.log2((talk + before[1]) / size[1])
    return max(-MOST, min(MOST, bits))


def serialise(prose: Counter[str], talk: Counter[str]) -> str:
    """One line for each value, a multiple of STEP, in rising order: the value, a tab, its words with spaces between, sorted; words of value 0 are left out."""
    size = (prose.total(), talk.total())
    groups: dict[float, list[str]] = defaultdict(list)
    for word in prose.keys() | talk.keys():
        if prose[word] + talk[word] >= LEAST:
            groups[STEP * round(value(prose[word], talk[word], size) / STEP)].append(word)
    lines = [f"{bits:.1f}\t{' '.join(sorted(words))}" for bits, words in sorted(groups.items()) if bits]
    return "\n".join(lines) + "\n"
