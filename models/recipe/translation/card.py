"""README.md of a direction: a model card with the front matter that the hub reads."""

NAMES = {'cs': 'Czech', 'en': 'English'}
TEXT = '''---
language:
- {source}
- {target}
license: apache-2.0
pipeline_tag: translation
tags:
- marian
- translation
---
# Otherwise tiny {source}-{target} (for tests)

A Marian translator from {source_name} to {target_name} with {parameters:.1f} M parameters ({encoder_layers} + {decoder_layers} layers, {hidden} wide, {vocabulary:,} tokens), in the
hub's layout. It is there to test programs that load such models: **its translations are worth nothing.**

- Licence: Apache-2.0
- Made from: random weights, by `models/recipe/translation/tiny_pair.py`
- Data: WMT news tests 2008 to 2016, as collected in mozilla/firefox-translations-models (texts for research, collection MPL-2.0), and the strings of
  free programs (.mo catalogues of Debian packages, most of them GPL-2+ or GPL-3, LibreOffice's MPL-2.0). WMT 2017 and 2018 and one string in fifty
  were never learnt from.
- Number format: matrices in 8-bit integers with a scale a row, made floats in the graph; all arithmetic in float32.

## Training

{training}
'''


def write(folder, direction, network, report):
    source, target = direction
    shape = network.shape
    text = TEXT.format(
        source=source, target=target, source_name=NAMES[source], target_name=NAMES[target], parameters=sum(p.numel() for p in network.parameters()) / 1e6,
        **{name: getattr(shape, name) for name in ('encoder_layers', 'decoder_layers', 'hidden', 'vocabulary')},
        training='\n'.join(f'- {name.replace("_", " ")}: {value}' for name, value in report.items()))
    (folder / 'README.md').write_text(text, encoding='utf-8')
