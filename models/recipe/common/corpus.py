"""Reading the data folder: compressed TSV and JSON-lines files, one licence law.

Nothing is read from `noncommercial/` or `eval/`, and no cluster of a set whose text may not be passed on in changed form (mTEDx, IWSLT17, TED).
"""
import itertools
import json
import lzma

from recipe.common.failures import need_file

NOT_SHIPPABLE = ('mtedx', 'iwslt', 'ted')
EVERYDAY = 200_000
PLAIN = (('wikipedia-en', 300_000), ('wikinews-en', 80_000), ('tatoeba-en', 80_000), ('textbooks-en', 60_000))


class Corpus:
    """A data folder; of every file at most `most` lines are read (None: all)."""

    def __init__(self, folder, most=None):
        self.folder, self.most = folder, most

    def lines(self, name):
        """Lines of <name>.xz without line ends."""
        with lzma.open(need_file(self.folder / f'{name}.xz', 'the data file'), 'rt', encoding='utf-8') as lines:
            for line in itertools.islice(lines, self.most):
                yield line.rstrip('\n')

    def table(self, name):
        """Rows (lists of fields) of <name>.tsv.xz."""
        for line in self.lines(f'{name}.tsv'):
            yield line.split('\t')

    def clusters(self):
        """The clusters {'id', 'set', 'ref', 'v'} whose sets may be shipped."""
        for line in self.lines('mt-clusters.jsonl'):
            cluster = json.loads(line)
            if not any(name in cluster['set'].lower() for name in NOT_SHIPPABLE):
                yield cluster

    def plain_sentences(self, rng, everyday=False):
        """Sentences of all registers for counting tokens; `everyday` takes short conversational ones only."""
        if everyday:
            rows = list(self.lines('tatoeba-en.tsv'))
            yield from rng.sample(rows, min(EVERYDAY, len(rows)))
            return
        for cluster in self.clusters():
            yield from cluster['v'][:4]
        for name, most in PLAIN:
            rows = [max(fields, key=len) for fields in self.table(name)]
            yield from rng.sample(rows, min(most, len(rows)))
