"""Genus terms: the word a gloss starts from is more general than the word it explains (stroll: "walk leisurely"; enormous: "extraordinarily
large"). The file of synsets has no links between them, so the gloss is what can justify a direction."""

import re

DETERMINERS = {"a", "an", "the", "any", "some", "one", "each", "of", "your", "his", "her", "its", "someone's", "two", "several", "various", "certain"}
STOPS = re.compile(r"^(?:of|in|on|at|for|by|from|to|with|without|that|which|who|whom|whose|where|when|as|used|having|being|made|especially|usually|"
                   r"consisting|containing|and|or|but|between|into|about|upon|over|under|during|after|before|against|through|than|not|is|are|was|"
                   r"given|done|worn|built|designed|caused|produced|based|found|involving|intended|associated|characterized|relating|resembling|;|,)$")
EMPTY = {"kind", "type", "sort", "form", "variety", "piece", "part", "member", "genus", "family", "instance", "set", "group", "number", "way", "manner",
         "something", "anything", "quality", "state", "property", "act", "action", "condition", "trait", "fact", "process", "result", "one", "any",
         "unit", "class", "lack", "feeling", "amount", "absence", "opposite", "capital", "loss", "thing", "end", "side", "half", "name", "time"}
CARRIERS = {"kind", "type", "sort", "form", "variety", "piece", "instance"}
VAGUE_VERBS = {"be", "have", "do", "make", "cause", "become", "get", "take", "give", "put", "go", "come", "bring", "let", "use", "keep", "turn", "set",
               "show", "undergo", "act", "say", "remove", "provide", "cover", "treat", "hold", "place", "lack", "fail", "stop", "prevent", "change"}


def words_of(gloss: str) -> list[str]:
    head = re.sub(r'^(?:\([^)]*\)\s*)+', "", gloss.split(";")[0].split('"')[0])
    return re.findall(r"[a-z'-]+|[;,]", re.sub(r"\([^)]*\)", " ", head.lower()))


def noun_genus(gloss: str) -> str | None:
    """Head of the first noun phrase: its last word before a preposition, a relative or a participle."""
    words = words_of(gloss)
    for _ in range(2):
        while words and words[0] in DETERMINERS:
            words = words[1:]
        length = next((index for index, word in enumerate(words) if STOPS.match(word)), len(words))
        if length == 0 or length > 4:
            return None
        head = words[length - 2] if length > 1 and words[length - 1].endswith("ly") else words[length - 1]
        if head not in EMPTY:
            return head
        if head not in CARRIERS or words[length:length + 1] != ["of"]:
            return None
        words = words[length + 1:]
    return None


def verb_genus(gloss: str) -> str | None:
    """The gloss's first verb, when a manner, an object or a purpose follows and the verb says something by itself."""
    words = words_of(gloss)
    if len(words) < 2 or words[0] in VAGUE_VERBS or words[1] in {"or", ",", "and", "up", "out", "off", "down", "away", "in", "on", "to", "not"}:
        return None
    return words[0]


def adjective_genus(gloss: str) -> str | None:
    """`extraordinarily large in size`: the adjective behind a degree adverb."""
    words = words_of(gloss)
    strong = {"very", "extremely", "extraordinarily", "exceedingly", "unusually", "exceptionally", "intensely", "highly", "greatly", "remarkably",
              "completely", "totally", "utterly", "thoroughly", "particularly", "strikingly", "deeply", "excessively", "enormously", "abnormally",
              "moderately", "slightly", "somewhat", "rather", "pleasantly", "disgustingly", "bitterly", "painfully", "amazingly", "astonishingly"}
    if len(words) >= 2 and words[0] in strong and (len(words) == 2 or words[2] not in {"and", "or", "-"}):
        return words[1]
    return None


GENUS = {"N": noun_genus, "V": verb_genus, "A": adjective_genus}
