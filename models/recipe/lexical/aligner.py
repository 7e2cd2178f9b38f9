"""The table of the word aligner: made by `otherwise align --train`, taken as it is."""

from pathlib import Path

from . import sources


def read(table: Path) -> str:
    if not table.is_file():
        raise sources.MissingSource(f"{table} is not there: make it with aligner_pairs.py and `otherwise align --train`, see the README of models/lexical.")
    text = table.read_text(encoding="utf-8")
    if not text.startswith("#aligner\t"):
        raise sources.MissingSource(f"{table} is no table of `otherwise align --train`.")
    return text
