"""Spelling variants (colour, color) as forms of one word: a ban on one spelling is a ban on the other.

VarCon's pairs of main spellings, of lemmas only, where both are attested and differ by a general pattern (our/or, ise/ize, re/er, ll/l, ogue/og,
ae/e, oe/e, ce/se) or stand on the own list. Pairs that split a meaning (story/storey, check/cheque, tire/tyre) follow no pattern and stay apart.
"""

import re
from collections import Counter
from pathlib import Path

from . import rules, sources
from .inflections import Slots, Table, regular_verb


def pattern(word: str) -> str:
    for old, new in (("z", "s"), ("our", "or"), ("ae|oe", "e"), ("ll", "l"), ("ogue$", "og"), ("([bcdfghkptv])re$", r"\1er"), ("ence$", "ense"),
                     ("icence$", "icense"), ("actise$", "actice"), ("ould", "old")):
        word = re.sub(old, new, word)
    return word


def variant_pairs(data: Path, counts: Counter[str]) -> list[tuple[str, str]]:
    """(more frequent, less frequent) spellings of one lemma."""
    own = sources.pairs("spellings.tsv")
    refused = {frozenset(row[1:]) for row in own if row[0] == "-"}
    found = {frozenset(row) for row in own if row[0] != "-"}
    for row in sources.rows(data, "spelling-variants"):
        words = []
        for column in row:
            tags, word = column.split(":", 1)
            if word.isalpha() and word.islower() and len(word) > 4 and not all(tag[-1] in "v-x" for tag in tags.split()):
                words.append(word)
        for first in words:
            for second in words:
                if first < second and pattern(first) == pattern(second) and counts[first] >= 3 and counts[second] >= 3:
                    found.add(frozenset((first, second)))
    ordered = [sorted(pair, key=lambda word: (-counts[word], word)) for pair in found - refused]
    return sorted((first, second) for first, second in ordered)


def generated(word: str, pos: str, counts: Counter[str]) -> Slots:
    return {"V": regular_verb(word, counts), "N": rules.noun(word), "A": [[], []]}[pos]


def union(left: Slots, right: Slots) -> Slots:
    return [list(dict.fromkeys(a + b)) for a, b in zip(left, right)]


def join_spellings(table: Table, pairs: list[tuple[str, str]], classes: dict[str, set[str]], counts: Counter[str]) -> dict[tuple[str, str], list[str]]:
    """Joins the paradigms of each pair under the first spelling; gives the further spellings of each (lemma, pos)."""
    further: dict[tuple[str, str], list[str]] = {}
    inflected = {form for paradigms in table.values() for slots in paradigms for slot in slots for form in slot}
    for first, second in pairs:
        for pos in "VNA":
            ours, theirs = table.get((first, pos)), table.get((second, pos))
            known = pos in classes.get(first, ()) or pos in classes.get(second, ())
            if ours is None and theirs is None and (pos != "A" or not known or {first, second} & inflected):
                continue
            if any(paradigms is not None and len(paradigms) > 1 for paradigms in (ours, theirs)):
                continue
            left = ours[0] if ours else generated(first, pos, counts)
            right = theirs[0] if theirs else generated(second, pos, counts)
            table[first, pos] = [union(left, right)]
            table.pop((second, pos), None)
            further.setdefault((first, pos), []).append(second)
    return further
