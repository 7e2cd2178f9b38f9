"""Errors a person can act on: the command line prints them as one line and ends with exit code 2."""
import importlib
import sys


class RecipeError(Exception):
    """Something outside the recipe is missing or wrong; the message says what and what to do next."""


def need_package(module, package):
    """Import `module`, or say which package to install."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise RecipeError(f'the Python package {package} is needed: pip install -r models/recipe/requirements.txt ({error})') from error


def need_file(path, what):
    """The path itself when it exists, else an error that names `what`."""
    if not path.exists():
        raise RecipeError(f'{what} is missing: {path}')
    return path


def exit_code(work):
    """Runs `work` -> 0, or 2 after one line on standard error where a RecipeError ends it."""
    try:
        work()
    except RecipeError as error:
        print(f'error: {error}', file=sys.stderr)
        return 2
    return 0
