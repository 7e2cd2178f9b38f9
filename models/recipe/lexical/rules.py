"""Regular English inflection by spelling; `src/core/text/regular.ts` has the same rules for words outside the table."""

import re

VOWELS = "aeiou"


def closed_syllable(word: str) -> bool:
    """Whether a final consonant doubles: one syllable ending in consonant, vowel, consonant (plan, quit), not in w, x, y, h."""
    return re.fullmatch(r"(?:[^aeiou]*|[^aeiou]*qu)[aeiouy][bcdfgklmnprstvz]", word) is not None and not word.endswith("c")


def with_s(word: str) -> str:
    """Third person and plural: -s, -es after sibilants, -ies after consonant and y."""
    if re.search(r"(?:[sxz]|ch|sh)$", word):
        return word + "es"
    if re.search(r"(?:[^aeiou]|qu)y$", word) and len(word) > 2:
        return word[:-1] + "ies"
    return word + "s"


def suffixed(word: str, suffix: str, double: bool | None = None) -> str:
    """`word` with -ed, -er, -est (suffix begins with e) or -ing; `double` overrides the closed-syllable rule."""
    if re.search(r"[^aeiou]ic$", word) or word.endswith("quic"):
        word += "k"
    elif closed_syllable(word) if double is None else double:
        word += word[-1]
    if suffix == "ing":
        if word.endswith("ie"):
            return word[:-2] + "ying"
        return (word[:-1] if re.search(r"[^eoy]e$", word) and len(word) > 2 else word) + suffix
    if word.endswith("e"):
        return word + suffix[1:]
    if re.search(r"[^aeiou]y$", word) and len(word) > 2:
        return word[:-1] + "i" + suffix
    return word + suffix


def verb(word: str, double: bool | None = None) -> list[list[str]]:
    """Slots past, participle, -ing, -s."""
    past = suffixed(word, "ed", double)
    third = word + "es" if re.search(r"[^aeiou]o$", word) else with_s(word)
    return [[past], [past], [suffixed(word, "ing", double)], [third]]


def noun(word: str) -> list[list[str]]:
    return [[with_s(word)]]


def adjective(word: str) -> list[list[str]]:
    return [[suffixed(word, "er")], [suffixed(word, "est")]]
