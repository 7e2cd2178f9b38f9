"""Do two sentences say the same, as far as their words can tell? Cheap tests that keep wrong pairs out of the training rows.

Every test compares sets of facts: numbers (digits and words), direction of comparisons and of time, negation, persons, names.
"""
import re

WORD = re.compile(r"[a-z0-9']+")
DIGITS = re.compile(r'\d+(?:[.,]\d+)*')
NEGATION = re.compile(r"\b(not|no|never|none|nobody|nothing|neither|nor|without|cannot|unable|hardly|barely|nowhere)\b|n['’]t\b", re.I)
CAPITALISED = re.compile(r"\b[A-Z][\w'’-]*")
SENTENCE_START = re.compile(r"(?:^|[.!?:]\s+|[\"“(]\s*)[A-Z][\w'’-]*")

NUMBER_WORDS = {word: str(value) for value, words in {
    2: 'two twice double both second pair', 3: 'three third thrice triple', 4: 'four fourth', 5: 'five fifth', 6: 'six sixth',
    7: 'seven seventh', 8: 'eight eighth', 9: 'nine ninth', 10: 'ten tenth', 11: 'eleven eleventh', 12: 'twelve twelfth dozen',
    13: 'thirteen thirteenth', 14: 'fourteen', 15: 'fifteen', 16: 'sixteen', 17: 'seventeen', 18: 'eighteen', 19: 'nineteen',
    20: 'twenty', 30: 'thirty', 40: 'forty', 50: 'fifty', 60: 'sixty', 70: 'seventy', 80: 'eighty', 90: 'ninety', 100: 'hundred',
    1000: 'thousand', 10 ** 6: 'million', 10 ** 9: 'billion', '1/2': 'half'}.items() for word in words.split()}
NOT_A_COUNT = {'second', 'both', 'pair', 'double'}

SIDES = [(set(a.split()), set(b.split())) for a, b in (
    ('more greater higher larger bigger above exceed exceeds exceeded exceeding longer taller older faster stronger better most highest',
     'less fewer lower smaller below under shorter younger slower weaker worse least lowest fewest'),
    ('increase increased increases increasing rise rose rises risen rising grew grow grown growing gained up',
     'decrease decreased decreases decreasing fall fell falls fallen falling drop dropped drops shrank declined decline down'),
    ('before prior earlier previously until ahead', 'after following afterwards since later'),
    ('buy bought buys', 'sell sold sells'), ('always', 'sometimes rarely seldom'), ('came come comes', 'went go goes'),
    ('all every each everyone everybody', 'some few several'), ('first', 'last'), ('win won wins', 'lose lost loses'),
    ('today', 'tomorrow yesterday'), ('tomorrow', 'yesterday'), ('open opened', 'close closed shut'))]

PERSONS = {word: person for person, words in {
    'i': "i me my mine myself i'm i've i'll i'd", 'we': "we us our ours ourselves we're we've we'll we'd let's",
    'you': "you your yours yourself yourselves you're you've you'll you'd", 'he': "he him his himself he's he'll he'd",
    'she': "she her hers herself she's she'll she'd", 'they': "they them their theirs themselves they're they've they'll they'd",
}.items() for word in words.split()}


def words(text):
    """The set of lower-case words."""
    return set(WORD.findall(text.lower().replace('’', "'")))


def overlap(a, b):
    """Shared words among all words of two texts, 0..1."""
    a, b = words(a), words(b)
    return len(a & b) / max(1, len(a | b))


def distance(a, b):
    """Bucket of the overlap: 0 (nearly the same words) .. 4 (hardly a common word)."""
    return sum(overlap(a, b) <= edge for edge in (0.7, 0.5, 0.35, 0.2))


def numbers(text):
    """Values named in digits or words, as a set of strings; `one` is left out (it is a pronoun more often)."""
    digits = {d.replace(',', '') for d in DIGITS.findall(text)}
    return (digits | {NUMBER_WORDS[w] for w in words(text) if w in NUMBER_WORDS and w not in NOT_A_COUNT}) - {'1'}


def persons(text):
    return {PERSONS[w] for w in words(text) if w in PERSONS}


def names(text):
    """Capitalised words that do not open a sentence, without possessive s."""
    starts = {match.end() for match in SENTENCE_START.finditer(text)}
    found = (m for m in CAPITALISED.finditer(text) if m.end() not in starts)
    return {re.sub(r"['’]s?$", '', m.group()) for m in found} - {'I'} - {w for w in ("I'm", "I've", "I'll", "I'd", 'I’m', 'I’ve', 'I’ll', 'I’d')}


def names_kept(a, b):
    """Every name of a stands in b too, in any casing, or as a word with the same first four letters (France, French)."""
    there = {w.strip("'") for w in re.findall(r"[\w'’]+(?:-[\w'’]+)*", b.lower().replace('’', "'"))}
    there |= {re.sub(r"'s?$", '', w) for w in there} | {part for w in there for part in w.split('-')}
    starts = {w[:4] for w in there if len(w) >= 4}
    return all(n.lower().replace('’', "'") in there or (len(n) >= 4 and n.lower()[:4] in starts) for n in names(a))


def same_side(a, b):
    """No comparison, trend or time order points one way in a and the other way in b."""
    a, b = words(a), words(b)
    for left, right in SIDES:
        sides = [(bool(bag & left), bool(bag & right)) for bag in (a, b)]
        if sides in ([(True, False), (False, True)], [(False, True), (True, False)]):
            return False
    return ('than' in a) == ('than' in b) or not ({'more', 'less', 'fewer'} & (a ^ b))


def disagreement(a, b):
    """The name of the first test that two sentences fail, or None when they agree in all."""
    if not 0.5 <= len(b) / max(1, len(a)) <= 1.8:
        return 'length'
    if numbers(a) != numbers(b):
        return 'numbers'
    if bool(NEGATION.search(a)) != bool(NEGATION.search(b)):
        return 'negation'
    if not same_side(a, b):
        return 'comparison'
    who, whom = persons(a), persons(b)
    if who and whom and who != whom:
        return 'persons'
    if ('?' in a) != ('?' in b):
        return 'question'
    if not (names_kept(a, b) and names_kept(b, a)):
        return 'names'
    return None
