"""Which pairs to learn from: (source, up to four targets with distance and kind) out of the data folder.

A cluster sentence that shares too few words with the rest of its cluster is taken for a wrong translation and left out; so are pairs whose facts
disagree (agreement.py) and near copies (word overlap above 0.9). Different and human targets come first. Both directions of a pair are used.
"""
import collections
import hashlib
import itertools
import json
import lzma
import random
import re
from pathlib import Path

from recipe.data import judgements
from recipe.data.agreement import disagreement, distance, overlap, words
from recipe.common.failures import RecipeError, need_file
from recipe.common.checkpoint import write

RICH = re.compile(r'^(flores|xcopa|wmt0[89]|wmt1[0-3]|wmt2[123]\.(?!ha|liv))')  # sets with many or good variants a cluster
SUPPORT, NEAR_COPY, TARGETS, RIGHT_AT_ONCE, NOISED, APART = 0.4, 0.9, 4, 8, 0.05, 10
WRITTEN = Path(__file__).parent / 'written-clusters.tsv.xz'
KINDS = Path(__file__).parent / 'kinds-clusters.tsv.xz'
# Tests that even what was written to be exact must pass: "not easy" and "difficult" fail others, and are what a bold rewrite is made of.
CERTAIN = ('length', 'numbers', 'question', 'names')
COLUMNS = ('sentence', 'light', 'restructured', 'plainer', 'bold')


def fits(text):
    """3 to 45 words, below 320 characters, nothing that looks like markup."""
    return 3 <= len(text.split()) <= 45 and len(text) < 320 and not re.search(r'https?:|[<>{}|\[\]]', text)


def clusters(data, rng):
    """Rows out of machine-translation clusters: a source with at least two agreeing, clearly different targets."""
    for cluster in data.clusters():
        texts = [t for t in cluster['v'] if fits(t)]
        if len(texts) < 4 or not RICH.match(cluster['set']):
            continue
        human = cluster['v'][cluster['ref']] if cluster['ref'] is not None else None
        bags = [words(t) for t in texts]
        counts = collections.Counter(w for bag in bags for w in bag)
        share = [sum(counts[w] - 1 for w in bag) / max(1, len(bag) * (len(texts) - 1)) for bag in bags]
        good = [t for t, s in zip(texts, share) if s >= SUPPORT]
        if len(good) < 3:
            continue
        source = rng.choice(good)
        targets = [(t, distance(source, t), 'human' if t == human else 'machine') for t in good
                   if t != source and overlap(source, t) <= NEAR_COPY and disagreement(source, t) is None]
        targets.sort(key=lambda t: -(t[1] + 2 * rng.random() + (t[2] == 'human')))
        targets = [t for t in targets if t[1] > 0 or rng.random() < 0.5][:TARGETS]
        if len(targets) >= 2 and sum(t[1] for t in targets) >= 3 and len(source) < 220:
            yield source, targets


def written(data, rng):
    """Rows out of the clusters written for this project (WRITTEN, one a line: a sentence and its exact paraphrases, near ones first).

    Every cluster gives three rows: its first sentence and two others take the source's place in turn, the rest are the targets. They are
    written to keep every detail, so what human ears hear as the best rewrites carries the kind tag `human`, and nothing is sorted out by distance.
    """
    yield from rows_of(clusters_in(WRITTEN, data), rng, lambda *_: 'human')


def kinds(data, rng):
    """Rows out of KINDS (one cluster a line: its register, a sentence, a light rewrite of it, a restructured one, a plainer one and a bold one).

    Half of the targets say which kind they are, the others are `human`: a model that is not told a kind learns from all of them, too.
    What is kept apart is left out.
    """
    some = (texts[1:] for texts in clusters_in(KINDS, data))
    yield from rows_of((texts for texts in some if not is_apart(texts[0])), rng, named_or_human(rng))


def everyday(data, rng):
    """Rows out of the clusters of everyday sentences (judgements.EVERYDAY), as `kinds` makes them.

    A rewrite that an editor struck is never a target. As a source it stays: the model learns to say naturally what was said stiffly.
    """
    some = (judgements.cluster(texts) for texts in itertools.islice(clusters_in(judgements.EVERYDAY, data), 1, None))
    for texts, struck in some:
        if not is_apart(texts[0]):
            yield from rows_of([texts], rng, named_or_human(rng), lambda at: at not in struck)


def right(data, rng):
    """Yields rows of judged rewrites that raters call right, up to RIGHT_AT_ONCE of a source in one row. It skips sources on which quality estimation is measured."""
    by_source = collections.defaultdict(set)
    for row in judgements.read():
        source, rewrite = row['source'], row['rewrite']
        is_right = row['label'] == 'good' and min(row.get('fluency', 4), row.get('adequacy', 4)) >= 4
        if is_right and overlap(source, rewrite) <= NEAR_COPY and not judgements.is_held_out(source):
            by_source[source].add(rewrite)
    for source, rewrites in itertools.islice(by_source.items(), data.most):
        texts = rng.sample(sorted(rewrites), len(rewrites))
        for start in range(0, len(texts), RIGHT_AT_ONCE):
            yield source, [(text, distance(source, text), 'human') for text in texts[start:start + RIGHT_AT_ONCE]]


def named_or_human(rng):
    """Names what one column of a cluster is to another, or calls it `human`, by equal chance."""
    return lambda a, b: rng.choice((kind_of(a, b), 'human'))


def is_apart(sentence):
    """Whether a cluster, by its sentence, is never trained on: one in ten, for estimators (made.py) and readings."""
    return hashlib.sha256(sentence.encode()).digest()[0] < 256 // APART


def clusters_apart():
    """The clusters of KINDS that are kept apart, [[sentence, rewrite, ...]]."""
    with lzma.open(need_file(KINDS, 'the clusters written for this project'), 'rt', encoding='utf-8') as lines:
        texts = (line.rstrip('\n').split('\t')[1:] for line in lines)
        return [some for some in texts if is_apart(some[0])]


def kind_of(a, b):
    """What the text in column `b` of a line of KINDS is to the one in column `a`; columns count from the sentence."""
    source, target = COLUMNS[a], COLUMNS[b]
    if 'bold' in (source, target):
        return 'bold'
    if 'plainer' in (source, target):
        return 'plainer' if target == 'plainer' else 'human'
    return 'restructured' if 'restructured' in (source, target) else 'edit'


def clusters_in(path, data):
    """The columns of each line of a file of clusters."""
    with lzma.open(need_file(path, 'the clusters written for this project'), 'rt', encoding='utf-8') as lines:
        for line in itertools.islice(lines, data.most):
            yield line.rstrip('\n').split('\t')


def rows_of(clusters, rng, kind, is_target=lambda at: True):
    """The rows of clusters ([sentence, rewrite, ...]); `kind(a, b)` names what text b is to text a; an empty text is none.

    `is_target` says which places of a cluster may be learnt as targets.
    """
    for texts in clusters:
        there = [at for at in range(1, len(texts)) if texts[at]]
        for at in [0, *rng.sample(there, min(2, len(there)))]:
            targets = [(t, distance(texts[at], t), kind(at, to)) for to, t in enumerate(texts)
                       if t and t != texts[at] and is_target(to) and disagreement(texts[at], t) not in CERTAIN]
            if targets:
                yield texts[at], rng.sample(targets, min(TARGETS, len(targets)))


def from_table(data, rng, name, kind, low=0.0, high=0.85, both=True, least=0, keep=lambda row: True):
    """Rows out of a table of pairs whose word overlap lies between `low` and `high`; `least` is the smallest distance bucket."""
    found = collections.defaultdict(set)
    for row in data.table(name):
        if len(row) < 2 or not keep(row):
            continue
        a, b = row[:2]
        if fits(a) and fits(b) and a != b and low <= overlap(a, b) <= high and disagreement(a, b) is None:
            found[a].add(b)
            if both:
                found[b].add(a)
    for a, others in found.items():
        targets = [(b, distance(a, b), kind) for b in rng.sample(sorted(others), min(TARGETS, len(others)))]
        targets = [t for t in targets if t[1] >= least]
        if targets:
            yield a, targets


def short(text):
    return len(text.split()) <= 10 and len(text) <= 60


def copies(data, rng):
    """Short everyday sentences as their own target: what a tiny model learns to carry over first."""
    for text in data.lines('tatoeba-en.tsv'):
        if fits(text) and short(text):
            yield text, [(text, 0, 'human')]


SOURCES = {
    'clusters': clusters,
    'written': written,
    'kinds': kinds,
    'everyday': everyday,
    'right': right,
    'tatoeba': lambda data, rng: (r for r in from_table(data, rng, 'tatoeba-pairs', 'human', least=1,
                                                        keep=lambda row: row[-1] == 'ok')
                                  if len(r[0].split()) >= 4),
    'wiki': lambda data, rng: from_table(data, rng, 'rewrites-wiki', 'edit', low=0.3, both=False),
    'questions': lambda data, rng: from_table(data, rng, 'question-paraphrases', 'edit', low=0.1, least=1),
    'news': lambda data, rng: from_table(data, rng, 'rewrites-news', 'edit', low=0.25, both=False),
    'copies': copies,
    'short-tatoeba': lambda data, rng: (
        (a, [t for t in targets if short(t[0])]) for a, targets in
        from_table(data, rng, 'tatoeba-pairs', 'human', high=0.95, keep=lambda row: row[-1] in ('ok', 'hop2'))
        if short(a) and any(short(t[0]) for t in targets)),
}


def misspell(text, rng):
    """The text with one slip: two letters swapped, one lost or doubled, or a short word dropped."""
    tokens = text.split(' ')
    long = [i for i, t in enumerate(tokens) if len(t) >= 5 and t.isalpha() and t.islower()]
    little = [i for i, t in enumerate(tokens) if t in ('the', 'a', 'an', 'of', 'to', 'is', 'are', 'in', 'that')]
    if little and rng.random() < 0.4:
        del tokens[rng.choice(little)]
    elif long:
        i = rng.choice(long)
        word = tokens[i]
        at = rng.choice([k for k in range(1, len(word) - 2) if word[k] != word[k + 1]] or [1])
        middle = rng.choice((word[at + 1] + word[at], word[at], word[at] + word[at] + word[at + 1]))
        tokens[i] = word[:at] + middle + word[at + 2:]
    return ' '.join(tokens)


def select(data, mix, seed, held_out, known=()):
    """-> (rows to learn from, rows held out); a row is {'source', 'targets': [[text, distance, kind]], 'from', 'seen' (a noised source, or absent)}.

    data: a corpus.Corpus; `mix`: how many rows of each entry of SOURCES. `known`: rows of an earlier run; their sources are not used again, and
    no sentence of them is held out. No sentence of a held-out row stands in a row to learn from.
    """
    rng, rows = random.Random(seed), []
    read = {row['source'] for row in known}
    for name, most in mix.items():
        ready = [{'source': s, 'targets': t, 'from': name} for s, t in SOURCES[name](data, rng) if s not in read]
        rows += rng.sample(ready, min(most, len(ready)))
    rng.shuffle(rows)
    met, apart = sentences_of(known), []
    for row in rows:
        if len(apart) < held_out and met.isdisjoint(sentences_of([row])):
            apart.append(row)
    taken = sentences_of(apart)
    rows = [row for row in rows if taken.isdisjoint(sentences_of([row]))]
    if not rows or not apart:
        raise RecipeError(f'too few training pairs found in {data.folder}')
    for row in rows:
        if rng.random() < NOISED:
            row['seen'] = misspell(row['source'], rng)
    return rows, apart


def write_rows(path, rows):
    write(path, lambda file: file.write_text(''.join(json.dumps(row, ensure_ascii=False) + '\n' for row in rows), encoding='utf-8'))


def read_rows(path):
    return [json.loads(line) for line in need_file(path, 'the rows of the stage pairs').read_text(encoding='utf-8').splitlines()]


def sentences_of(rows):
    """The set of all sentences of rows."""
    return {row['source'] for row in rows} | {text for row in rows for text, *_ in row['targets']}
