"""Reading the data folder: compressed TSV and JSON-lines files, one licence law.

Nothing is read from `noncommercial/` or `eval/`, and no cluster of a set whose text may not be passed on in changed form (mTEDx, IWSLT17, TED).
"""
import json
import lzma

from failures import need_file

NOT_SHIPPABLE = ('mtedx', 'iwslt', 'ted')
EVERYDAY = 200_000
PLAIN = (('wikipedia-en', 300_000), ('wikinews-en', 80_000), ('tatoeba-en', 80_000), ('textbooks-en', 60_000))


def lines_of(data, name):
    """Lines of data/<name>.xz without line ends."""
    path = need_file(data / f'{name}.xz', 'the data file')
    with lzma.open(path, 'rt', encoding='utf-8') as lines:
        for line in lines:
            yield line.rstrip('\n')


def table(data, name):
    """Rows (lists of fields) of data/<name>.tsv.xz."""
    for line in lines_of(data, f'{name}.tsv'):
        yield line.split('\t')


def clusters(data):
    """The clusters {'id', 'set', 'ref', 'v'} whose sets may be shipped."""
    for line in lines_of(data, 'mt-clusters.jsonl'):
        cluster = json.loads(line)
        if not any(name in cluster['set'].lower() for name in NOT_SHIPPABLE):
            yield cluster


def plain_sentences(data, rng, everyday=False):
    """Sentences of all registers for counting tokens; `everyday` takes short conversational ones only."""
    if everyday:
        rows = list(lines_of(data, 'tatoeba-en.tsv'))
        yield from rng.sample(rows, min(EVERYDAY, len(rows)))
        return
    for cluster in clusters(data):
        yield from cluster['v'][:4]
    for name, most in PLAIN:
        rows = [max(fields, key=len) for fields in table(data, name)]
        yield from rng.sample(rows, min(most, len(rows)))
