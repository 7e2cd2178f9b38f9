"""Makes the tiny pair of translators that the tests run on: `python models/recipe/main.py tiny-pair --data DIR --work DIR --out FOLDER --golden FOLDER`.

Czech to English and back, random weights at first, twelve minutes of one thread each. FOLDER then looks like the hub: `otherwise/tiny-cs-en` and
`otherwise/tiny-en-cs` with config, tokenizer and graphs as a Marian export has them. What is made on the way lies in the folder --work, and a model
that lies there is not trained again (--again trains it). --smoke takes seconds and needs no data.
"""
import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from recipe.common.corpus import Corpus
from recipe.common.failures import RecipeError, exit_code


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=Path, help='folder with cs-en-news.tsv.xz and cs-en-software.tsv.xz')
    parser.add_argument('--work', type=Path, required=True, help='folder for what is made on the way')
    parser.add_argument('--out', type=Path, required=True, help='folder that is to look like the hub')
    parser.add_argument('--golden', type=Path, required=True, help='folder for what the reference program says: tiny-pair.jsonl')
    parser.add_argument('--minutes', type=float, help='minutes of training of one direction, by the wall clock')
    parser.add_argument('--again', action='store_true', help='train again')
    parser.add_argument('--smoke', action='store_true', help='everything with tiny sizes, on made-up sentences')
    return parser.parse_args(argv)


def made_up():
    """Rows to try the recipe on: short sentences, the other language their words backwards."""
    from recipe.data import synthetic
    texts = list(dict.fromkeys(synthetic.texts()))
    rows = [{'en': text, 'cs': ' '.join(word[::-1] for word in text.split())} for text in texts]
    return rows[len(rows) // 10:], rows[:len(rows) // 10]


def run(options, log):
    from recipe.translation import card, corpus, export, golden, settings, stages, verify
    recipe = settings.smoke(settings.TINY) if options.smoke else settings.TINY
    if options.minutes is not None:
        recipe = replace(recipe, schedule=replace(recipe.schedule, minutes=options.minutes))
    if options.data is None and not options.smoke:
        raise RecipeError('the data folder is missing: name it with --data DIR')
    learnt, tests = corpus.rows(Corpus(options.data)) if options.data else made_up()
    log(f'{len(learnt)} rows to learn from, {len(tests)} test rows')
    tokenizer = stages.tokenizer(options.work, recipe, learnt, options.again)
    recipe, lines = replace(recipe, shape=replace(recipe.shape, vocabulary=tokenizer.get_vocab_size())), []
    for direction in settings.DIRECTIONS:
        model, report = stages.trained(options.work, recipe, direction, (learnt, tests), tokenizer, options.again, log)
        folder = options.out / 'otherwise' / f'tiny-{"-".join(direction)}'
        export.write(folder, model, direction, options.work / 'tokenizer.json')
        said = golden.of(folder, model, direction, tests, recipe, log)
        verify.verify(folder, model.shape, said, log)
        lines += said
        card.write(folder, direction, model, report)
    golden.write(options.golden / 'tiny-pair.jsonl', lines)


def main(argv=None):
    began = time.monotonic()
    log = lambda text: print(f'[{time.monotonic() - began:6.0f} s] {text}', flush=True)
    return exit_code(lambda: run(arguments(argv), log))


if __name__ == '__main__':
    sys.exit(main())
