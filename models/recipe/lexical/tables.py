"""Compiles the lexical tables the app ships: `python models/recipe/main.py lexical --data DIR --clusters TABLE --aligner TABLE --out models/lexical`.

DIR is the data folder with `lexical/*.tsv.xz`, `--clusters` what `otherwise lexicon --min-count 5` makes of the pairs of `cluster_pairs.py`, `--aligner`
what `otherwise align --train` makes of those of `aligner_pairs.py`. Writes aligner.tsv, formality.tsv, idf.tsv, inflections.tsv, lexicon.tsv,
manifest.json (bytes, SHA-256, source, licence) and NOTICE.md. Standard library only; the same input gives the same bytes.
"""

import argparse
import hashlib
import json
import sys
from pathlib import Path

from recipe.lexical import aligner as aligner_table
from recipe.lexical import formality, idf, inflections, lexicon, notices, sources, spellings


def build(data: Path, clusters: Path, aligner: Path) -> dict[str, str]:
    """File name → text of every table."""
    counts, classes = sources.attested(data), sources.readings(data)
    table, report = inflections.compile_table(data)
    pairs = spellings.variant_pairs(data, counts)
    further = spellings.join_spellings(table, pairs, classes, counts)
    print(f"inflections: {len(table)} paradigms, {len(further)} with a second spelling; {len(report)} irregular ones taken from the source table",
          file=sys.stderr)
    return {
        "aligner.tsv": aligner_table.read(aligner),
        "formality.tsv": formality.serialise(*(formality.counts(sources.sentences(data, kind)) for kind in (sources.PROSE, sources.TALK))),
        "idf.tsv": idf.serialise(*sources.sentence_counts(data)),
        "inflections.tsv": inflections.serialise(data, table, further, sources.word_list("function-words.txt")),
        "lexicon.tsv": lexicon.compile_lexicon(data, table, pairs, clusters),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with lexical/*.tsv.xz")
    parser.add_argument("--clusters", type=Path, required=True, help="table of word pairs from the clusters")
    parser.add_argument("--aligner", type=Path, required=True, help="table of the word aligner")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    arguments = parser.parse_args()
    try:
        tables = build(arguments.data, arguments.clusters, arguments.aligner)
    except sources.MissingSource as error:
        print(f"lexical.py: {error}", file=sys.stderr)
        return 2
    arguments.out.mkdir(parents=True, exist_ok=True)
    files = []
    for name, text in tables.items():
        payload = text.encode("utf-8")
        (arguments.out / name).write_bytes(payload)
        files.append({"path": name, "bytes": len(payload), "sha256": hashlib.sha256(payload).hexdigest(), **notices.SOURCES[name]})
    manifest = {"name": "lexical", "version": 1, "files": files}
    (arguments.out / "manifest.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (arguments.out / "NOTICE.md").write_text(notices.NOTICE, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
