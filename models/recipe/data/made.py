"""Made judgements: exact rewrites that people would call right, and the same rewrites changed by rule so that they no longer are.

Every change takes one thing of which a reader notices that it is another: roles, numbers, dates, directions, how often, how many, negation, tense,
modality, degree, an antonym, a detail lost or invented, grammar. A change is made where its words stand in source and rewrite alike, so that the pair
disagrees for certain. The estimator learns from them beside what readers judged (fit/estimator.ts), and is tested on those of other sentences.
"""
import random
import re

EXCHANGES = {
    'direction': 'left/right north/south east/west up/down above/below inside/outside before/after earlier/later upstairs/downstairs '
                 'increase/decrease increased/decreased rise/fall rose/fell rising/falling more/less higher/lower larger/smaller longer/shorter '
                 'buy/sell bought/sold borrow/lend borrowed/lent arrive/leave arrived/left open/close opened/closed win/lose won/lost first/last '
                 'today/tomorrow yesterday/today north/west enter/leave import/export gain/lose top/bottom front/back',
    'frequency': 'always/often always/sometimes often/sometimes often/rarely usually/always usually/sometimes sometimes/often rarely/often never/rarely '
                 'seldom/often daily/weekly weekly/monthly monthly/yearly once/twice twice/once frequently/occasionally occasionally/frequently regularly/rarely '
                 'nightly/weekly',
    'quantity': 'all/most all/some every/some most/some most/all some/all some/most many/few few/many several/two both/neither each/one nobody/everybody '
                'everyone/someone someone/everyone nothing/something half/all none/some everything/something majority/minority dozens/hundreds',
    'number': 'two/three three/four four/five five/six six/seven seven/nine eight/six nine/eight ten/twelve twelve/ten fifteen/fifty twenty/thirty thirty/forty '
              'forty/fifty fifty/sixty hundred/thousand thousand/million million/billion second/third third/fourth double/triple',
    'date': 'monday/tuesday tuesday/thursday wednesday/friday thursday/monday friday/sunday saturday/sunday sunday/saturday january/june february/march march/may '
            'april/august june/july july/june august/april september/december october/november november/october december/january morning/evening '
            'afternoon/morning evening/morning night/morning spring/autumn summer/winter winter/summer autumn/spring noon/midnight midnight/noon '
            'week/month month/year year/month hour/day minutes/hours hours/days days/weeks weeks/months months/years years/months',
    'modality': "must/may should/must may/must might/will can/must will/might would/will could/must can/can't has/had is/was are/were was/is were/are will/did",
    'degree': 'very/slightly slightly/very extremely/fairly barely/fully almost/completely completely/partly nearly/exactly fully/partly entirely/partly only/also '
              'even/only still/already already/not too/not',
    'antonym': 'good/bad bad/good old/new new/old large/small small/large big/small hot/cold cold/hot early/late late/early easy/hard hard/easy happy/sad '
               'cheap/expensive expensive/cheap strong/weak weak/strong safe/dangerous dangerous/safe quiet/loud loud/quiet clean/dirty dry/wet wet/dry full/empty '
               'empty/full fast/slow slow/fast rich/poor poor/rich public/private private/public young/old heavy/light light/heavy friend/rival success/failure '
               'agree/disagree agreed/refused accept/reject accepted/rejected approve/reject approved/rejected like/dislike love/hate remember/forget '
               'forgot/remembered allow/forbid allowed/forbidden started/stopped start/stop begin/end began/ended succeeded/failed failed/succeeded '
               'profit/loss advantage/drawback mother/father father/mother brother/sister sister/brother son/daughter daughter/son wife/husband husband/wife '
               'tenant/landlord seller/buyer teacher/student employer/employee customer/supplier',
    'person': "i/you you/i we/they they/we he/she she/he him/her my/your your/my our/their their/our his/her i'm/you're we're/they're he's/she's",
}
TABLES = {kind: {} for kind in EXCHANGES}
for name, pairs in EXCHANGES.items():
    for one, other in (pair.split('/') for pair in pairs.split()):
        TABLES[name].setdefault(one, []).append(other)

WORD = re.compile(r"[A-Za-z]+(?:'[a-z]+)?")
NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+\b")
DIGITS = re.compile(r'\d+')
PHRASE = re.compile(r' (?:in|at|on|by|for|with|during|from|near|behind|under|across|because of|instead of|without) [^,.;:!?()"]{4,40}(?=[.!?]$)')
AUXILIARY = re.compile(r"\b(is|are|was|were|will|would|can|could|should|has|have|had|did|does|do) (?!not\b)(?=[a-z])")
NOT = re.compile(r"\b(is|are|was|were|will|would|can|could|should|has|have|had|did|does|do)(?: not|n't)\b")
INVENTED = (' again', ' by mistake', ' for free', ' in London', ' with his brother', ' for the third time', ' on purpose', ' against our advice', ' without permission',
            ' for a fee', ' at the last minute', ' by bus', ' in spite of the rain', ' with the manager', ' since 2019', ' at night')


def like(word, other):
    """`other` with the capital of `word`; a single letter is a pronoun."""
    return other[0].upper() + other[1:] if word[0].isupper() and len(word) > 1 else 'I' + other[1:] if other == 'i' or other.startswith("i'") else other


def exchanged(table):
    def change(source, text, rng):
        shared = {w.lower() for w in WORD.findall(source)}
        found = [m for m in WORD.finditer(text) if m[0].lower() in table and m[0].lower() in shared]
        if not found:
            return None
        match = rng.choice(found)
        others = [other for other in table[match[0].lower()] if other not in shared]
        return text[:match.start()] + like(match[0], rng.choice(others)) + text[match.end():] if others else None
    return change


def digits(source, text, rng):
    found = [m for m in DIGITS.finditer(text) if re.search(rf'(?<!\d){m[0]}(?!\d)', source)]
    if not found:
        return None
    match = rng.choice(found)
    other = str(max(1, int(match[0]) + rng.choice((-2, -1, 1, 2, 5, 10))))
    return None if other == match[0] or other in source else text[:match.start()] + other + text[match.end():]


def roles(source, text, rng):
    """Two names of the rewrite that the source has too change places."""
    names = list(dict.fromkeys(n for n in NAME.findall(text) if n in source))
    first = WORD.match(text)
    if first and first[0] in source and first[0][0].isupper() and source.find(first[0], 1) > 0 and first[0] not in names:
        names.append(first[0])
    if len(names) < 2:
        return None
    one, other = rng.sample(names, 2)
    return re.sub(rf'\b(?:{one}|{other})\b', lambda m: other if m[0] == one else one, text)


def negation(source, text, rng):
    without = NOT.search(text)
    if without:
        return text[:without.start()] + without[1].replace('ca', 'can') + text[without.end():] if without[1] != 'ca' else None
    found = list(AUXILIARY.finditer(text))
    if not found or NOT.search(source):
        return None
    match = rng.choice(found)
    return text[:match.end() - 1] + ' not' + text[match.end() - 1:]


def lost(source, text, rng):
    match = PHRASE.search(text)
    return text[:match.start()] + text[match.end():] if match and match.start() > 20 else None


def invented(source, text, rng):
    return text[:-1] + rng.choice(INVENTED) + text[-1] if text[-1] in '.!' else None


def grammar(source, text, rng):
    words = text.split(' ')
    way = rng.randrange(4)
    if way == 0:
        little = [i for i, w in enumerate(words) if w in ('the', 'a', 'an', 'to', 'of', 'is', 'was', 'are', 'were', 'has')]
        if not little:
            return None
        del words[rng.choice(little)]
    elif way == 1:
        i = rng.randrange(1, len(words) - 1)
        words[i], words[i - 1] = words[i - 1], words[i]
    elif way == 2:
        table = {'is': 'are', 'are': 'is', 'was': 'were', 'were': 'was', 'has': 'have', 'have': 'has', 'a': 'an', 'an': 'a', 'this': 'these', 'these': 'this'}
        found = [i for i, w in enumerate(words) if w in table]
        if not found:
            return None
        i = rng.choice(found)
        words[i] = table[words[i]]
    else:
        words.insert(rng.randrange(1, len(words)), rng.choice(('of', 'to', 'the', 'is', 'that', 'for', 'with')))
    return ' '.join(words)


CHANGES = {**{name: exchanged(table) for name, table in TABLES.items()}, 'digits': digits, 'roles': roles, 'negation': negation, 'lost': lost,
           'invented': invented, 'grammar': grammar}


def made(clusters, seed, most=2):
    """clusters: [[sentence, rewrite, ...]] -> yields {'source', 'rewrite', 'label', 'change'}: every rewrite as it stands ('good', no change), and at most `most`
    changes of each, rare kinds first."""
    rng, counts = random.Random(seed), dict.fromkeys(CHANGES, 0)
    for source, *rewrites in clusters:
        for text in rewrites:
            yield {'source': source, 'rewrite': text, 'label': 'good', 'change': None}
            found = {name: changed for name, change in CHANGES.items() if (changed := change(source, text, rng)) and changed not in (source, text)}
            for name in sorted(found, key=lambda name: (counts[name], name))[:most]:
                counts[name] += 1
                yield {'source': source, 'rewrite': found[name], 'label': 'bad' if name == 'grammar' else 'slip', 'change': name}
