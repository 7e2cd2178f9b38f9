"""The inflection table: AGID's readings checked against rules, irregular paradigms, WordNet's word classes and attested words.

AGID marks guesses (?), words that look wrong (!), alternatives it trusts less (<, ~) and levels of use (1 less common, 2 archaic or wrong).
A reading is kept when WordNet has the word in that class, or where AGID does not guess a verb and the corpora do not speak against it
(`is_verb`); a form when it is unmarked, or a guess that is attested, or attested and of level 1 (travelled: always).
"""

import re
from collections import Counter, defaultdict
from pathlib import Path

from . import rules, sources

# A lemma seen so often shows its verb forms if it has any.
TELLING = 100

Slots = list[list[str]]
Table = dict[tuple[str, str], list[Slots]]
PREFIXES = ("over", "under", "out", "re", "un", "mis", "fore", "off", "up", "with", "down", "inter", "pre", "co", "proof", "sight", "day", "lip",
            "sand", "white", "back", "fine", "ghost", "type", "under", "broad", "fast", "crash", "hand", "spoon", "breast", "bottle")


def irregular() -> Table:
    table: Table = defaultdict(list)
    text = (Path(__file__).parent / "irregular.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line.startswith("#") or not line:
            continue
        pos, lemma, *given = line.split("\t")
        slots = [[] if slot == "-" else slot.split(",") for slot in given]
        if pos == "V":
            slots += rules.verb(lemma)[len(slots):]
        table[lemma, pos].append(slots)
    return table


def ing_stems(word: str) -> list[str]:
    stem = word.removesuffix("ing")
    return [stem, stem + "e", stem[:-1], stem[:-1] + "ie" if stem.endswith("y") else stem]


def parse_forms(text: str, counts: Counter[str]) -> Slots:
    """AGID's `a, b 1 | c` with its marks; unsure forms survive only when they are attested."""
    slots: Slots = []
    for slot in text.split("|"):
        kept: list[tuple[float, int, str]] = []
        for order, item in enumerate(slot.split(",")):
            match = re.fullmatch(r"\s*(\S+?)([?!<~]*)(?:\s+([\d.]+))?(?:\s+\{.*\})?\s*", item)
            if match is None:
                continue
            form, marks, level = match[1], match[2], float(match[3] or 0)
            unsure = "?" in marks and counts[form.lower()] < 3
            if unsure or "!" in marks or level >= 2 or not form.isalpha():
                continue
            if "<" in marks or "~" in marks or (level > 0 and counts[form.lower()] < 3 and not re.search(r"ll(?:ed|ing)$", form)):
                continue
            kept.append((level, order, form))
        slots.append(list(dict.fromkeys(form for _, _, form in sorted(kept))))
    return slots


def plural_slots(lemma: str, slots: Slots, counts: Counter[str]) -> Slots:
    """AGID's plurals without repetition; an unchanged plural comes after an attested regular one (lobsters before lobster)."""
    plurals = list(dict.fromkeys(form for slot in slots for form in slot))
    regular = rules.noun(lemma)[0][0]
    if plurals == [lemma] and counts[regular] >= 3:
        plurals.append(regular)
    if len(plurals) > 1:
        plurals.sort(key=lambda form: form == lemma)
    return [plurals or [regular]]


def verb_slots(slots: Slots) -> Slots | None:
    """AGID's three (past = participle), four or (be) more verb slots as past, participle, -ing, -s."""
    if len(slots) == 3:
        slots = [slots[0], slots[0], slots[1], slots[2]]
    return slots if len(slots) == 4 and all(slots) else None


def regular_verb(word: str, counts: Counter[str]) -> Slots:
    """Rules, with a doubled consonant where that spelling is the attested one (rebel, rebelled)."""
    plain = rules.verb(word)
    if re.search(r"[aeiou][bdgklmnprtv]$", word) and not re.search(r"[aeiou]{2}.$", word):
        doubled = rules.verb(word, double=True)
        single = rules.verb(word, double=False)
        seen = [counts[slots[0][0]] + counts[slots[2][0]] for slots in (single, doubled)]
        if seen[1] > 3 * seen[0]:
            return doubled
        if seen[0] > 3 * seen[1]:
            return single
    return plain


def is_verb(lemma: str, slots: Slots, counts: Counter[str], classes: dict[str, set[str]]) -> bool:
    """Whether a verb that AGID has and WordNet lacks is one: its -ing form is attested (bath, reroute), or it is a noun too rare for the
    absence of verb forms to tell (fuzz, not god). Adjectives, and nouns with one in -ed in use (wicked, skilled), are none."""
    kinds, past, ing = classes.get(lemma, set()), slots[0][0], next(iter(slots[2]), lemma)
    if "A" in kinds or (counts[past] > 0 and "A" in classes.get(past, ())):
        return False
    attested = ing != lemma and counts[ing] >= 3 and counts[past] > 0
    return attested or ("N" in kinds and 3 <= counts[lemma] < TELLING)


def with_adjectival_participles(slots: Slots, counts: Counter[str], classes: dict[str, set[str]]) -> Slots:
    """The longer participle that lives on as an adjective beside the one in use, of verbs like drink (sunk, sunken; drunk, drunken)."""
    if len(slots) != 4:
        return slots
    past, participles, *rest = slots
    further = [form + "en" for form in participles if re.fullmatch(r"[^aeiou]+u[^aeiou]+", form)]
    known = [form for form in further if "A" in classes.get(form, ()) and counts[form] >= 3]
    return [past, list(dict.fromkeys([*participles, *known])), *rest]


def inherited(word: str, table: Table) -> Slots | None:
    """`resell` from `sell`: the irregular paradigm of the verb behind a prefix."""
    for prefix in PREFIXES:
        stem = word.removeprefix(prefix)
        if stem != word and len(stem) > 2 and (stem, "V") in table and len(table[stem, "V"]) == 1:
            return [[prefix + form for form in slot] for slot in table[stem, "V"][0]]
    return None


def compares(word: str, slots: Slots, counts: Counter[str], classes: dict[str, set[str]], adverbs: set[str]) -> bool:
    """Whether an adjective is really compared by endings: the superlative is attested, or the word is short and the comparative is no word of
    another kind (backer); -ly adverbs are not."""
    if word in adverbs or len(word) < 3 or len(slots) != 2 or not all(slots):
        return False
    short = re.fullmatch(r"[^aeiou]*[aeiouy]+(?:[^aeiouy]+(?:y|le|e)?)?", word) is not None
    return counts[slots[1][0]] >= 2 or (short and slots[0][0] not in classes)


def compile_table(data: Path) -> tuple[Table, list[str]]:
    """((lemma, pos) → paradigms, lines of a report on what was changed)."""
    counts, classes = sources.attested(data), sources.readings(data)
    closed, own = sources.word_list("function-words.txt"), irregular()
    adverbs = sources.derived_adverbs(data)
    dropped = {tuple(row) for row in sources.pairs("dropped.tsv")}
    table: Table = {}
    report: list[str] = []
    for lemma, mark, text in sources.rows(data, "inflections")[1:]:
        pos, guessed = mark[0], mark.endswith("?")
        key = (lemma, pos)
        if lemma.lower() in closed or key in own or key in dropped or not lemma.isalpha() or len(lemma) < 2 or (pos == "A" and guessed):
            continue
        known = pos in classes.get(lemma, ()) or (pos == "N" and not lemma.islower() and not guessed)
        if not known and (guessed or pos == "A"):
            continue
        slots = parse_forms(text, counts)
        if pos == "V":
            checked = verb_slots(slots) or regular_verb(lemma, counts)
            if not known and not is_verb(lemma, checked, counts, classes):
                continue
            expected = [regular_verb(lemma, counts), rules.verb(lemma, True), rules.verb(lemma, False)]
            if not any(all(set(e) & set(s) for e, s in zip(option, checked)) for option in expected):
                report.append(f"irregular outside the own list: {lemma} {checked}")
            table[key] = [checked]
        elif pos == "N":
            if lemma.endswith("ing") and counts[lemma + "s"] < 15 and any((stem, "V") in table or (stem, "V") in own for stem in ing_stems(lemma)):
                continue
            slots = plural_slots(lemma, slots, counts)
            if lemma.islower() and not guessed and slots[0][0] != rules.noun(lemma)[0][0]:
                report.append(f"plural outside the rules: {lemma} {slots}")
            table[key] = [slots]
        elif compares(lemma, slots, counts, classes, adverbs):
            table[key] = [slots]
    table.update({key: [with_adjectival_participles(slots, counts, classes) if key[1] == "V" else slots for slots in paradigms]
                  for key, paradigms in own.items()})
    add_missing(table, counts, classes, adverbs, closed, dropped)
    return table, report


def add_missing(table: Table, counts: Counter[str], classes: dict[str, set[str]], adverbs: set[str], closed: set[str],
                dropped: set[tuple[str, ...]]) -> None:
    """WordNet's lemmas that AGID lacks, where the forms that rules give are attested; attested words that only look inflected."""
    for word, kinds in sorted(classes.items()):
        if word in closed:
            continue
        if "V" in kinds and (word, "V") not in table:
            slots = inherited(word, table) or regular_verb(word, counts)
            if (word, "V") not in dropped and counts[word] + sum(counts[slot[0]] for slot in slots if slot) >= 3:
                table[word, "V"] = [slots]
        if "A" in kinds and (word, "A") not in table:
            slots = rules.adjective(word)
            if counts[slots[1][0]] >= 2 and slots[1][0] not in classes and (word, "A") not in dropped and compares(word, slots, counts, classes, adverbs):
                table[word, "A"] = [slots]
    forms = {form for (_, _), paradigms in table.items() for slots in paradigms for slot in slots for form in slot}
    for word, kinds in sorted(classes.items()):
        if "N" not in kinds or (word, "N") in table or (word, "N") in dropped or word in closed or word in forms or counts[word] < 3:
            continue
        plural = rules.noun(word)[0][0]
        if word.endswith("s"):
            table[word, "N"] = [[[word]]]
        elif counts[plural] >= 2:
            table[word, "N"] = [[[plural]]]


def uninflected(data: Path, table: Table, further: dict[tuple[str, str], list[str]], closed: set[str]) -> tuple[list[str], list[str]]:
    """(adjectives and adverbs that do not compare, nouns whose plural is regular and rare): attested words of WordNet that the table lacks;
    by them a reader knows that `beautiful` has no past tense."""
    counts, classes = sources.attested(data), sources.readings(data)
    known = {form for paradigms in table.values() for slots in paradigms for slot in slots for form in slot}
    known |= {lemma for lemma, _ in table} | {word for words in further.values() for word in words} | closed
    left = [word for word in sorted(classes) if word not in known and counts[word] >= 3 and len(word) > 2]
    dropped = {word for word, pos in sources.pairs("dropped.tsv") if pos == "N"}
    nouns = [word for word in left if "N" in classes[word] and not word.endswith("s") and word not in dropped]
    return [word for word in left if "A" in classes[word] or "N" in classes[word] and word.endswith("s")], nouns


def serialise(data: Path, table: Table, further: dict[tuple[str, str], list[str]], closed: set[str]) -> str:
    """One paradigm a line: lemma and further spellings, pos, slots separated by `|`, alternatives by `,`; sorted, so that the table is
    reproducible. The first lines list closed-class words (no forms unless they have a line of their own), adjectives and adverbs without
    forms, and nouns of regular plural."""
    adjectives, nouns = uninflected(data, table, further, closed)
    lines = [f"#{name} {' '.join(words)}" for name, words in (("closed", sorted(closed)), ("adjectives", adjectives), ("nouns", nouns))]
    for (lemma, pos), paradigms in sorted(table.items()):
        for slots in paradigms:
            lines.append(",".join([lemma, *further.get((lemma, pos), [])]) + f"\t{pos}\t" + "|".join(",".join(slot) for slot in slots))
    return "\n".join(lines) + "\n"
