"""What each table is made from, under which licence, and the notices that go with it."""

SOURCES = {
    "idf.tsv": {
        "source": "sentence counts of English Wikipedia, Wikinews, open textbooks and Tatoeba",
        "licence": "facts (counts of words)",
    },
    "inflections.tsv": {
        "source": "AGID and VarCon (Kevin Atkinson), WordNet 3.1 word classes, own list of irregular paradigms; attested by FrequencyWords 2018",
        "licence": "AGID and VarCon notices, WordNet licence",
    },
    "lexicon.tsv": {
        "source": "WordNet 3.1, PPDB 1.0 (lexical S and XL), Moby Thesaurus II",
        "licence": "WordNet licence, CC BY 3.0 US (PPDB), public domain (Moby)",
    },
}

NOTICE = """# Notices for the lexical tables

The tables in this folder are compiled, selected and changed from the sources below by `models/recipe/lexical.py`. `manifest.json` names the
sources of each file.

## AGID and VarCon

The inflections start from AGID (Automatically Generated Inflection Database) and VarCon (Variant Conversion Info).

> Copyright 2000-2016 by Kevin Atkinson
>
> Permission to use, copy, modify, distribute and sell this database, the associated scripts, the output created from the scripts and its
> documentation for any purpose is hereby granted without fee, provided that the above copyright notice appears in all copies and that both that
> copyright notice and this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the suitability
> of this array for any purpose. It is provided "as is" without express or implied warranty.

VarCon's information is in part also Copyright 2016 by Benjamin Titze, under the same terms.

## WordNet 3.1

Word classes, synonyms, glosses (for the direction of entailment) and antonyms come from WordNet.

> WordNet 3.1 Copyright 2011 by Princeton University. All rights reserved.
>
> This software and database is being provided to you, the LICENSEE, by Princeton University under the following license. By obtaining, using
> and/or copying this software and database, you agree that you have read, understood, and will comply with these terms and conditions.:
>
> Permission to use, copy, modify and distribute this software and database and its documentation for any purpose and without fee or royalty is
> hereby granted, provided that you agree to comply with the following copyright notice and statements, including the disclaimer, and that the
> same appear on ALL copies of the software, database and documentation, including modifications that you make for internal use or for
> distribution.
>
> THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. BY WAY OF
> EXAMPLE, BUT NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF MERCHANTABILITY OR FITNESS FOR ANY PARTICULAR
> PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION WILL NOT INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS
> OR OTHER RIGHTS.
>
> The name of Princeton University or Princeton may not be used in advertising or publicity pertaining to distribution of the software and/or
> database. Title to copyright in this software, database and any associated documentation shall at all times remain with Princeton University
> and LICENSEE agrees to preserve same.

## PPDB

The lexicon uses pairs of the Paraphrase Database, PPDB 1.0 (lexical, S and XL), by Juri Ganitkevitch, Benjamin Van Durme and Chris Callison-Burch
(NAACL 2013), licensed under Creative Commons Attribution 3.0 United States, https://creativecommons.org/licenses/by/3.0/us/. Changed: reduced to
lemmas, selected, scored and joined with other sources.

## Moby Thesaurus II

By Grady Ward, placed in the public domain.

## FrequencyWords

Counts of the OpenSubtitles 2018 list by Hermit Dave (content CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/) decide which forms
count as attested; the counts themselves are not in the tables.
"""
