"""The mean of checkpoints that started from the same weights and saw the rows in different orders.

    python models/recipe/main.py average OUT/model.pt RUN1/model.pt RUN2/model.pt ...

Two cores that others use too train faster as two runs of one thread each than as one run of two: no thread waits for another.
"""
import sys
from pathlib import Path

from recipe.common import checkpoint
from recipe.common.failures import RecipeError


def average(paths):
    """-> (Shape, mean weights in float32); RecipeError when the shapes differ."""
    loaded = [checkpoint.load(path) for path in paths]
    shape, first = loaded[0]
    if any(other != shape for other, _ in loaded):
        raise RecipeError('the checkpoints have different shapes')
    return shape, {name: sum(weights[name].float() for _, weights in loaded) / len(loaded) for name in first}


def main():
    out, *runs = map(Path, sys.argv[1:])
    if not runs:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        checkpoint.save(out, *average(runs))
    except RecipeError as error:
        print(f'error: {error}', file=sys.stderr)
        return 2
    return 0


if __name__ == '__main__':
    sys.exit(main())
