"""Readers of the source tables (tab-separated, xz): one function a table."""

import lzma
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

Pos = str  # V, N, A


class MissingSource(Exception):
    """A source table is not where it should be."""


def rows(data: Path, name: str) -> list[list[str]]:
    for folder in (data / "lexical", data):
        path = folder / f"{name}.tsv.xz"
        if path.is_file():
            with lzma.open(path, "rt", encoding="utf-8", newline="\n") as lines:
                return [line.rstrip("\n").split("\t") for line in lines if line.rstrip("\n")]
    raise MissingSource(f"{name}.tsv.xz is neither in {data / 'lexical'} nor in {data}: pass the data folder with --data.")


def sentence_counts(data: Path) -> tuple[int, dict[str, int]]:
    """(number of sentences, sentences containing each lower-cased word)."""
    table = rows(data, "word-counts")[1:]
    total = next(int(row[2]) for row in table if row[0] == "#sentences")
    return total, {row[0]: int(row[2]) for row in table if row[0] != "#sentences"}


# Corpora of edited prose, and of what people say to each other.
PROSE, TALK = ("wikinews-en", "textbooks-en"), ("tatoeba-en",)


def sentences(data: Path, corpora: tuple[str, ...]) -> Iterator[str]:
    """The sentences of some corpora."""
    return (row[0] for name in corpora for row in rows(data, name))


def attested(data: Path) -> Counter[str]:
    """How often each lower-cased word was seen; film subtitles weigh a thirtieth to match the size of the other corpus."""
    counts: Counter[str] = Counter()
    for row in rows(data, "word-counts")[1:]:
        if row[0] != "#sentences":
            counts[row[0]] += int(row[1])
    for word, count in rows(data, "freq-opensubtitles"):
        counts[word] += int(count) // 30 + 1
    return counts


def synsets(data: Path) -> list[tuple[str, list[str], str]]:
    """(pos n v a s r, lemmas, gloss) in the file's order."""
    return [(pos, words.split("|"), gloss) for pos, words, gloss in rows(data, "wordnet-synsets")[1:]]


def readings(data: Path) -> dict[str, set[Pos]]:
    """Word classes of every one-word lemma that is written in lower case; adverbs count as A."""
    classes: dict[str, set[Pos]] = defaultdict(set)
    for pos, words, _ in synsets(data):
        for word in words:
            if word.isalpha() and word.islower() and len(word) > 1:
                classes[word].add({"n": "N", "v": "V"}.get(pos, "A"))
    return classes


def derived_adverbs(data: Path) -> set[str]:
    """Words in -ly that WordNet has as adverbs and as nothing else; they do not take -er and -est."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for pos, words, _ in synsets(data):
        for word in words:
            kinds[word].add(pos)
    return {word for word, found in kinds.items() if found == {"r"} and word.endswith("ly")}


def word_list(name: str) -> set[str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return {word for line in text.splitlines() if not line.startswith("#") for word in line.split()}


def pairs(name: str) -> list[list[str]]:
    """Tab-separated rows of a list that lies beside this file; lines with # are comments."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
