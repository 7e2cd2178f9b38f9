"""Compiles the lexical tables: `idf`, `inflections`, `lexicon`. Entry: `models/recipe/lexical.py`."""
