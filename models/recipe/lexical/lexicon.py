"""The lexicon of substitutes. Equivalence: several sources agree. Entailment: a gloss gives the direction and a thesaurus the closeness.

Evidence that a lemma may stand for another of its class: a PPDB S pair 3, an XL pair 1.5, a shared WordNet synset 1 and up to 2 more by the share
of the replaced lemma's senses it makes (a sense that is one of seven is seldom meant), a Moby link 1. Pairs above 2.5 are equivalent unless a gloss makes one the genus of the other. B is entailed by A when B is
the genus of a gloss of A and a PPDB, Moby or synset link joins them. Opposites, spellings of one word and rare words are left
out, and words of one stem (art, artist) or one letter apart that no synset or gloss joins; no word that insults or is obscene is offered, in the place of a wider one none of rude.txt.

What translators do with the words (clusters.py) adds to that or takes away: a pair that replaces each other often and beyond chance gains up to 2.5,
one that never does although both are frequent loses 1.5. It supports a pair and ranks it, it does not make one: no pair stands on it alone. A substitute far
rarer than the word goes down the list.
"""

import math
from collections import Counter, defaultdict
from pathlib import Path

from . import sources
from .clusters import Clusters
from .genus import GENUS
from .inflections import Table
from .words import CLASSES, Antonyms, Words, one_letter_apart

Key = tuple[str, str, str]  # lemma, lemma, class V N A R
LEAST_COUNT = 25
MOST = 10
LEAST_SCORE = 2.5
LEAST_GENUS_SCORE = 2
# What is left after what the clusters take away.
LEAST_LEFT = 1.5
LEAST_GENUS_LEFT = 1
# A substitute up to about thirty times rarer than the word costs nothing, each further factor of ten this much.
RARITY = 1.5
RARITY_COST = 0.7


def wordnet_evidence(data: Path, known: Words) -> tuple[dict[Key, float], dict[Key, float]]:
    """(synonym evidence, genus evidence as the share of the first lemma's senses) of ordered pairs."""
    senses: Counter[tuple[str, str]] = Counter()
    shared: Counter[Key] = Counter()
    genus: Counter[Key] = Counter()
    for pos, words, gloss in sources.synsets(data):
        kind = CLASSES[pos]
        plain = [word for word in words if word.isalpha() and word.islower()]
        senses.update((word, kind) for word in plain)
        shared.update((first, second, kind) for first in plain for second in plain if first != second)
        term = GENUS[kind](gloss) if kind in GENUS else None
        # The gloss of a collective starts from a plural: mythology is "myths collectively".
        lemmas = sorted(lemma for lemma, reading, _ in known.readings.get(term or "", ()) if reading == kind)
        term = term if term in lemmas else next(iter(lemmas), None)
        if term is not None:
            genus.update((word, term, kind) for word in plain if word != term)
    synonym = {key: 1 + 2 * count / senses[key[0], key[2]] for key, count in shared.items()}
    return synonym, {key: count / senses[key[0], key[2]] for key, count in genus.items()}


def thesaurus_evidence(data: Path, words: Words) -> tuple[dict[Key, float], dict[Key, float]]:
    """(PPDB evidence, Moby evidence) of ordered pairs of lemmas."""
    ppdb: dict[Key, float] = {}
    for first, second, pack in sources.rows(data, "ppdb-lexical")[1:]:
        possible = words.lemma_pairs(first, second)
        usual = max((words.usualness(key) for key in possible), default=0)
        for a, b, kind in possible:
            # PPDB pairs carry no class: reason and cause are a pair of nouns, not of verbs, though both can be verbs.
            weight = 1 if words.usualness((a, b, kind)) >= 0.8 * usual else 0.5
            for key in ((a, b, kind), (b, a, kind)):
                ppdb[key] = max(ppdb.get(key, 0), weight * (3 if pack == "S" else 1.5))
    moby: dict[Key, float] = {}
    for first, listed in sources.rows(data, "moby-thesaurus"):
        for second in listed.split(","):
            for key in words.lemma_pairs(first, second):
                moby[key] = 1
    return ppdb, moby


def compile_lexicon(data: Path, table: Table, pairs: list[tuple[str, str]], associations: Path) -> str:
    """Lines `lemma, class, equivalents, entailed (forward), entailing (reverse)`, words `name:score` in falling order, score in tenths."""
    words, antonyms = Words(data, table, pairs), Antonyms(data)
    counts, closed = sources.attested(data), sources.word_list("function-words.txt")
    synonym, genus = wordnet_evidence(data, words)
    ppdb, moby = thesaurus_evidence(data, words)
    clusters = Clusters(associations, words)
    unfit = {frozenset(pair) for pair in sources.pairs("unfit.tsv")}

    def rarity(key: Key) -> float:
        return RARITY_COST * max(0, math.log10(counts[key[0]] / counts[key[1]]) - RARITY)

    def rank(key: Key, score: float) -> float:
        # As a noun, find is rare: what stands for that goes behind what stands for the verb.
        return max(0.1, score - rarity(key)) * min(1, 0.6 + words.share(key[0], key[2]))

    def usable(key: Key) -> bool:
        first, second, kind = key
        if kind not in words.classes.get(first, ()) or kind not in words.classes.get(second, ()):
            return False
        if {first, second} & closed or min(counts[first], counts[second]) < LEAST_COUNT or min(len(first), len(second)) < 3:
            return False
        if second in words.rude or not (words.usual_class(first, kind) and words.usual_class(second, kind)):
            return False
        justified = key in synonym or key in genus or (second, first, kind) in genus
        if one_letter_apart(first, second) and not justified:
            return False
        if words.same(first, second) or (words.derived(first, second) and not justified):
            return False
        return frozenset((first, second)) not in unfit and not antonyms.opposed(first, second)

    relations: dict[tuple[str, str], tuple[list, list, list]] = defaultdict(lambda: ([], [], []))
    linked = set(synonym) | set(ppdb) | set(moby)
    general = {key: share for key, share in genus.items() if key in linked and (key[1], key[0], key[2]) not in genus and usable(key)}
    for key in sorted(linked):
        first, second, kind = key
        score, use = synonym.get(key, 0) + ppdb.get(key, 0) + moby.get(key, 0), clusters.evidence(key)
        if score + max(use, 0) > LEAST_SCORE and score + use > LEAST_LEFT and key not in general and (second, first, kind) not in general and usable(key):
            relations[first, kind][0].append((rank(key, score + use), second))
    for (first, second, kind), share in sorted(general.items()):
        key, back = (first, second, kind), (second, first, kind)
        use = clusters.evidence(key)
        score = 2 * share + ppdb.get(key, 0) + moby.get(key, 0) + (1 if key in synonym else 0)
        if score + max(use, 0) < LEAST_GENUS_SCORE or score + use < LEAST_GENUS_LEFT:
            continue
        relations[first, kind][1].append((rank(key, score + use), second))
        if first not in words.coarse:
            relations[second, kind][2].append((rank(back, score + use), first))
    lines = []
    for (lemma, kind), lists in sorted(relations.items()):
        fields = []
        for listed in lists:
            best = sorted(listed, key=lambda item: (-item[0], -counts[item[1]], item[1]))[:MOST]
            fields.append(" ".join(f"{word}:{max(1, round(10 * score))}" for score, word in best))
        lines.append("\t".join([lemma, kind, *fields]))
    return "\n".join(lines) + "\n"
