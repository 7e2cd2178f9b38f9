"""Surface forms → readings: which lemma, word class and slot a word of the sources is. Adverbs are R here and join A in the shipped table."""

import re
from collections import Counter, defaultdict
from pathlib import Path

from . import sources
from .inflections import Table

# WordNet's glosses say of most words that insult or are obscene that they do, and of some that don't (give, mean):
# these are offered in the place of wider words, those of rude.txt nowhere.
RUDE = re.compile(r"\b(?:obscene|vulgar|offensive|disparag\w*|derogatory|slur|insulting|contempt\w*|prostitute|genital\w*|copulat\w*|sexual intercourse|"
                  r"defecat\w*|excrement|feces|buttocks|homosexual)\b")
Reading = tuple[str, str, int]  # lemma, class V N A R, slot (-1 the lemma itself)
CLASSES = {"v": "V", "n": "N", "a": "A", "s": "A", "r": "R"}


class Words:
    """Readings of every form, lemma classes of WordNet, and the pairs of spellings of one word."""

    def __init__(self, data: Path, table: Table, pairs: list[tuple[str, str]]):
        self.classes: dict[str, set[str]] = defaultdict(set)
        self.senses: Counter[tuple[str, str]] = Counter()
        for pos, words, _ in sources.synsets(data):
            for word in words:
                if word.isalpha() and word.islower():
                    self.classes[word].add(CLASSES[pos])
                    self.senses[word, CLASSES[pos]] += 1
        self.readings: dict[str, set[Reading]] = defaultdict(set)
        for (lemma, pos), paradigms in table.items():
            kinds = {pos} if pos != "A" else self.classes.get(lemma, {"A"}) & {"A", "R"} or {"A"}
            for kind in kinds:
                self.readings[lemma].add((lemma, kind, -1))
                for slots in paradigms:
                    for index, slot in enumerate(slots):
                        for form in slot:
                            self.readings[form].add((lemma, kind, index))
        for word, kinds in self.classes.items():
            for kind in kinds & {"A", "R", "N"}:
                if not any(reading[1] == kind for reading in self.readings.get(word, ())):
                    self.readings[word].add((word, kind, -1))
        self.coarse = sources.word_list("rude.txt")
        self.rude = self.coarse | {word for _, listed, gloss in sources.synsets(data) if RUDE.search(gloss) for word in listed}
        self.canonical = {second: first for first, second in pairs}

    def lemma_pairs(self, first: str, second: str) -> set[tuple[str, str, str]]:
        """(lemma, lemma, class) for every reading in which both words stand in the same slot."""
        return {(a, b, kind) for a, kind, slot in self.readings.get(first, ()) for b, other, place in self.readings.get(second, ())
                if kind == other and slot == place and a != b}

    def usual_class(self, word: str, kind: str) -> bool:
        """Whether an adjective that is an adverb too (fast, well, plain), or the other way round, is usually this one, by its senses."""
        other = {"A": "R", "R": "A"}.get(kind)
        if other is None or other not in self.classes.get(word, ()):
            return True
        mine, theirs = self.senses[word, kind], self.senses[word, other]
        return mine >= theirs if kind == "A" else mine > theirs

    def usualness(self, pair: tuple[str, str, str]) -> float:
        """How likely both lemmas are of the class, by their share of senses: 0 to 1."""
        return min(self.share(word, pair[2]) for word in pair[:2])

    def share(self, word: str, kind: str) -> float:
        """Share of the word's senses that are of the class."""
        return self.senses[word, kind] / max(1, sum(self.senses[word, each] for each in "VNAR"))

    def same(self, first: str, second: str) -> bool:
        """Whether two lemmas are spellings of one word, or one is a form of the other (fell, fall; hops, hop)."""
        def form_of(word: str, lemma: str) -> bool:
            return any(own == lemma and slot >= 0 for own, _, slot in self.readings[word])
        return self.canonical.get(first, first) == self.canonical.get(second, second) or form_of(first, second) or form_of(second, first)

    def derived(self, first: str, second: str) -> bool:
        """Whether one lemma is made from the other or both from one stem (mean, meaning)."""
        short, long = sorted((first, second), key=len)
        return (long.startswith(short) and len(long) - len(short) <= 5 and len(short) > 3) or stem(first) == stem(second)


def one_letter_apart(first: str, second: str) -> bool:
    """One insertion, deletion or substitution: PPDB takes many misreadings for paraphrases (cap, chap)."""
    short, long = sorted((first, second), key=len)
    if len(long) - len(short) > 1:
        return False
    start = next((index for index, (a, b) in enumerate(zip(short, long)) if a != b), len(short))
    return short[start + (len(short) == len(long)):] == long[start + 1:]


def stem(word: str) -> str:
    for ending in ("isation", "ization", "ation", "ition", "tion", "sion", "ment", "ness", "ical", "ally", "ity", "ing", "ist", "ism", "ise", "ize",
                   "ous", "ant", "ent", "ance", "ence", "able", "ible", "ive", "al", "ic", "ly", "er", "or", "ed", "es", "y", "e", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return re.sub(r"(.)\1$", r"\1", word[: -len(ending)])
    return word


NEGATIVE = ("un", "in", "im", "il", "ir", "dis", "non", "mis", "anti", "de", "counter", "under", "over", "a")


class Antonyms:
    """Opposites: WordNet's pairs and the own list, words of one synset with such an opposite, and a word with a negative prefix against the word."""

    def __init__(self, data: Path):
        self.direct: dict[str, set[str]] = defaultdict(set)
        for first, second, *_ in sources.rows(data, "wordnet-antonyms") + sources.pairs("opposites.tsv"):
            self.direct[first].add(second)
            self.direct[second].add(first)
        self.near: dict[str, set[str]] = defaultdict(set)
        for _, words, _ in sources.synsets(data):
            for word in words:
                self.near[word].update(words)

    def opposed(self, first: str, second: str) -> bool:
        if second in self.direct[first] or any(first == prefix + second or second == prefix + first for prefix in NEGATIVE):
            return True
        if stem(first) != first or stem(second) != second:
            if stem(second) in {stem(word) for word in self.direct[first]} or stem(first) in {stem(word) for word in self.direct[second]}:
                return True
        if prefixed(first, second) or less_full(first, second):
            return True
        around_first = set().union(*(self.direct[word] for word in self.near[first]), ())
        around_second = set().union(*(self.direct[word] for word in self.near[second]), ())
        return second in around_first or first in around_second


def prefixed(first: str, second: str) -> bool:
    """accurate / inaccurate, by stem: happily / unhappy."""
    a, b = stem(first), stem(second)
    return any(a == prefix + b or b == prefix + a for prefix in NEGATIVE)


def less_full(first: str, second: str) -> bool:
    return {first[-4:], second[-4:]} == {"less", first[-4:] if second.endswith("less") else second[-4:]} and \
        {re.sub("less$", "ful", word) for word in (first, second)} == {second if first.endswith("less") else first}
