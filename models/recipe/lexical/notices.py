"""What each table is made from, under which licence, and the notices that go with it."""

from pathlib import Path

SOURCES = {
    "aligner.tsv": {
        "source": "counts of word pairs that stand for each other in the written clusters of the recipe, Tatoeba pairs, and translations of FLORES, WMT and other test sets",
        "licence": "facts (counts of word pairs)",
    },
    "formality.tsv": {
        "source": "word counts of English Wikinews and open textbooks beside those of Tatoeba",
        "licence": "facts (counts of words)",
    },
    "idf.tsv": {
        "source": "sentence counts of English Wikipedia, Wikinews, open textbooks and Tatoeba",
        "licence": "facts (counts of words)",
    },
    "inflections.tsv": {
        "source": "AGID and VarCon (Kevin Atkinson), WordNet 3.1 word classes, own list of irregular paradigms; attested by FrequencyWords 2018",
        "licence": "AGID and VarCon notices, WordNet licence",
    },
    "lexicon.tsv": {
        "source": "WordNet 3.1, PPDB 1.0 (lexical S and XL), Moby Thesaurus II; ranked by counts of word pairs in translations of FLORES, WMT and other test sets",
        "licence": "WordNet licence, CC BY 3.0 US (PPDB), public domain (Moby), facts (counts of word pairs)",
    },
}

NOTICE = (Path(__file__).parent / "NOTICE.md").read_text(encoding="utf-8")
