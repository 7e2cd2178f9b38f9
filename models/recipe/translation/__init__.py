"""A tiny pair of translators, Czech to English and back, in the layout that the hub knows (tiny_pair.py is its command)."""
