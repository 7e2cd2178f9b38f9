"""The shipped form of the embeddings: int8 rows with one scale each, vocabularies as text, a manifest."""
import hashlib
import json

import numpy as np

LIMIT = 8_000_000


def quantise(weight):
    """@returns (float32 scale of each row, int8 rows): row = scale * integers, largest entry at 127"""
    weight = np.asarray(weight, np.float32)
    scale = np.maximum(np.abs(weight).max(1), 1e-12) / 127
    return scale.astype('<f4'), np.rint(weight / scale[:, None]).astype(np.int8)


def dequantise(scale, rows):
    return rows.astype(np.float32) * scale[:, None]


def write(folder, vocabulary, weights, source):
    """Writes words.bin, trigrams.bin (scales, then rows), their .tsv lists and manifest.json. Row 0 is the unknown one and not in the lists."""
    folder.mkdir(parents=True, exist_ok=True)
    lists = {'words': [f'{word}\t{idf:.2f}' for word, idf in zip(vocabulary.words, vocabulary.idf)], 'trigrams': vocabulary.trigrams}
    manifest = {'name': 'meaning', 'version': 1, 'source': source, 'tables': {}, 'files': []}
    for (name, lines), weight in zip(lists.items(), weights):
        scale, rows = quantise(weight)
        (folder / f'{name}.bin').write_bytes(scale.tobytes() + rows.tobytes())
        (folder / f'{name}.tsv').write_text('\n'.join(lines) + '\n', encoding='utf-8')
        manifest['tables'][name] = {'rows': len(rows), 'dimension': rows.shape[1]}
        for file in (f'{name}.bin', f'{name}.tsv'):
            content = (folder / file).read_bytes()
            manifest['files'].append({'path': file, 'bytes': len(content), 'sha256': hashlib.sha256(content).hexdigest()})
    total = sum(file['bytes'] for file in manifest['files'])
    if total > LIMIT:
        raise ValueError(f'the embeddings take {total} bytes, more than {LIMIT}: choose smaller tables')
    (folder / 'manifest.json').write_text(json.dumps(manifest, indent=1) + '\n', encoding='utf-8')
    return total
