"""Paraphrastic sentence embeddings, from the data folder to models/meaning:

    python models/recipe/main.py embeddings --data DATA --out models/meaning

Trains the word and trigram averages, quantises them and prints the STS tables. `--smoke` does all of it on a few thousand sentences.
"""
import argparse
import functools
import pathlib
import sys

from recipe.common.failures import RecipeError, need_package

FULL = {'most': None, 'words': 24_000, 'trigrams': 12_000, 'sizes': (192, 160), 'epochs': 8, 'batch': 128, 'mega': 20, 'rate': 2e-3}
SMOKE = FULL | {'most': 1_500, 'words': 3_000, 'trigrams': 2_000, 'sizes': (32, 32), 'epochs': 1, 'batch': 32, 'mega': 4}


def embedder(model, vocabulary):
    """Function from folded texts to unit vectors (numpy)."""
    import numpy as np
    return lambda folded: model.embed(vocabulary.number(folded), np.arange(len(folded))).numpy()


def settle(model):
    """Puts the quantised numbers in the place of the trained ones, so that the figures are those of the shipped files."""
    import torch
    from recipe.meaning.files import dequantise, quantise
    for table in model.tables:
        table.weight = torch.from_numpy(dequantise(*quantise(table.weight.numpy())))


def run(arguments):
    torch = need_package('torch', 'torch')
    need_package('numpy', 'numpy')
    from recipe.meaning import evaluation
    from recipe.meaning import files
    from recipe.common.corpus import Corpus
    from recipe.meaning.pairs import read_pairs
    from recipe.meaning.text import Vocabulary
    from recipe.meaning.training import Embeddings, train

    torch.set_num_threads(arguments.threads)
    say = functools.partial(print, file=sys.stderr, flush=True)
    chosen = (SMOKE if arguments.smoke else FULL) | {key: value for key in ('mega', 'epochs', 'rate', 'most') if (value := getattr(arguments, key)) is not None}
    pairs = read_pairs(Corpus(arguments.data, chosen['most']), arguments.seed)
    say(f'{len(pairs.sentences)} sentences in {len(pairs.sets)} sets')
    vocabulary = Vocabulary.of(pairs.sentences, chosen['words'], chosen['trigrams'])
    bags = vocabulary.number(pairs.sentences)
    say(f'{len(vocabulary.words)} words, {len(vocabulary.trigrams)} trigrams')
    model = Embeddings(vocabulary, chosen['sizes'], (1.0, 1.0), arguments.seed)
    sets, embed = evaluation.read_sets(arguments.data), embedder(model, vocabulary)
    cosine = functools.partial(evaluation.cosines, embed)

    def figures(epoch, loss, seconds):
        shown = {name: round(evaluation.correlations(rows, cosine(rows))[0 if name == 'stsb' else 1], 1) for name, rows in sets.items()}
        say(f'epoch {epoch + 1}: loss {loss:.4f}, {seconds:.0f} s, {shown}')
        if arguments.out:
            files.write(arguments.out, vocabulary, [table.weight.numpy() for table in model.tables], vars_of(chosen))

    figures(-1, 0.0, 0.0)
    train(model, bags, pairs.sets, pairs.groups(), epochs=chosen['epochs'], batch=chosen['batch'], mega=chosen['mega'], rate=chosen['rate'],
          seed=arguments.seed, minutes=arguments.minutes, after_epoch=figures)
    settle(model)
    if arguments.out:
        say(f"{files.write(arguments.out, vocabulary, [table.weight.numpy() for table in model.tables], vars_of(chosen))} bytes")
    floor = lambda measure: lambda rows: [measure(row[1], row[2]) for row in rows]
    print(evaluation.report(sets, {'embeddings': cosine, 'character trigrams': floor(evaluation.trigram_cosine), 'word Jaccard': floor(evaluation.word_jaccard)}))


def vars_of(chosen):
    return {key: list(value) if isinstance(value, tuple) else value for key, value in chosen.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--data', type=pathlib.Path, required=True, help='the data folder')
    parser.add_argument('--out', type=pathlib.Path, help='folder of the result; without it nothing is written')
    parser.add_argument('--smoke', action='store_true', help='tiny sizes, under a minute')
    parser.add_argument('--mega', type=int, help='batches pooled for the choice of negatives (20)')
    parser.add_argument('--epochs', type=int)
    parser.add_argument('--rate', type=float, help='learning rate at the beginning')
    parser.add_argument('--most', type=int, help='read at most this many lines of each file')
    parser.add_argument('--minutes', type=float, help='stop after this much processor time')
    parser.add_argument('--threads', type=int, default=1)
    parser.add_argument('--seed', type=int, default=0)
    try:
        run(parser.parse_args())
    except RecipeError as error:
        print(f'embeddings: {error}', file=sys.stderr)
        sys.exit(2)


if __name__ == '__main__':
    main()
