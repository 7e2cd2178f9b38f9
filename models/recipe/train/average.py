"""One checkpoint out of several that started from the same weights.

    python models/recipe/main.py average OUT/model.pt RUN1/model.pt RUN2/model.pt ...
    python models/recipe/main.py average OUT/model.pt RUN1/model.pt RUN2/model.pt ... --start START/model.pt --share 0.6

Without --start it is their mean: two cores that others use too train faster as two runs of one thread each than as one run of two. With it, the
share of what every run has learnt is added to the start: runs of different kinds (clusters, preferences) are put together so, and a run that went
too far is taken back (Wortsman et al., ICML 2022; Ilharco et al., ICLR 2023).
"""
import argparse
import sys
from pathlib import Path

from recipe.common import checkpoint
from recipe.common.failures import RecipeError, exit_code


def loaded(paths):
    """-> (Shape, [weights]); RecipeError when the shapes differ."""
    (shape, first), *others = [checkpoint.load(path) for path in paths]
    if any(other != shape for other, _ in others):
        raise RecipeError('the checkpoints have different shapes')
    return shape, [first, *(weights for _, weights in others)]


def average(paths):
    """-> (Shape, mean weights in float32)"""
    shape, runs = loaded(paths)
    return shape, {name: sum(weights[name].float() for weights in runs) / len(runs) for name in runs[0]}


def added(start, paths, share):
    """-> (Shape, the weights of `start` and the share of what each run has changed, in float32)"""
    shape, (first, *runs) = loaded([start, *paths])
    changes = {name: sum(weights[name].float() - own.float() for weights in runs) for name, own in first.items()}
    return shape, {name: own.float() + share * changes[name] for name, own in first.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('out', type=Path)
    parser.add_argument('runs', type=Path, nargs='+')
    parser.add_argument('--start', type=Path, help='the checkpoint that all runs went on from')
    parser.add_argument('--share', type=float, default=1.0, help='how much of what each run has learnt is added to --start (1)')
    options = parser.parse_args()
    made = lambda: added(options.start, options.runs, options.share) if options.start else average(options.runs)
    return exit_code(lambda: checkpoint.save(options.out, *made()))


if __name__ == '__main__':
    sys.exit(main())
