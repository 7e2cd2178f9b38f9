"""Vocabularies: SmolLM2's 49k byte-level BPE cut to the tokens English text uses, or a small byte-level BPE of our own.

Cutting keeps a token together with every token its merge is made of, so text is still tokenised by the same merges, only less far:
24,576 tokens of 49,152 cost 2.3 % more tokens on the training pairs. Special tokens keep the ids 0..16.
"""
import collections
import json

from recipe.common.failures import need_package
from recipe.common.settings import SPECIAL

PRE_TOKENIZER = {'type': 'ByteLevel', 'add_prefix_space': False, 'trim_offsets': True, 'use_regex': True}
COUNTED = 20_000


def whole_tokenizer(gguf_path):
    """The tokenizer inside a GGUF file, as a `tokenizers.Tokenizer`."""
    gguf, tokenizers = need_package('gguf', 'gguf'), need_package('tokenizers', 'tokenizers')
    fields = gguf.GGUFReader(str(gguf_path)).fields
    tokens = fields['tokenizer.ggml.tokens'].contents()
    merges = [merge.split(' ') for merge in fields['tokenizer.ggml.merges'].contents()]
    return tokenizers.Tokenizer.from_str(json.dumps(specification({t: i for i, t in enumerate(tokens)}, merges)))


def shipped_tokenizer(folder):
    """The tokenizer of a folder that ships."""
    return need_package('tokenizers', 'tokenizers').Tokenizer.from_file(str(folder / 'tokenizer.json'))


def specification(vocabulary, merges):
    """tokenizer.json of a byte-level BPE, as a dictionary; SPECIAL have to be in the vocabulary with the ids 0..16."""
    return {
        'version': '1.0', 'truncation': None, 'padding': None,
        'added_tokens': [{'id': vocabulary[t], 'content': t, 'single_word': False, 'lstrip': False, 'rstrip': False,
                          'normalized': False, 'special': True} for t in SPECIAL],
        'normalizer': None,
        'pre_tokenizer': PRE_TOKENIZER,
        'post_processor': None,
        'decoder': {'type': 'ByteLevel', 'add_prefix_space': True, 'trim_offsets': True, 'use_regex': True},
        'model': {'type': 'BPE', 'dropout': None, 'unk_token': None, 'continuing_subword_prefix': '', 'end_of_word_suffix': '',
                  'fuse_unk': False, 'byte_fallback': False, 'ignore_merges': False, 'vocab': vocabulary, 'merges': merges},
    }


def cut(whole, texts, most):
    """-> (tokenizer.json as a dictionary with `most` tokens or a few less, the kept ids of the whole vocabulary in new order)."""
    counts, texts = collections.Counter(), list(texts)
    for start in range(0, len(texts), COUNTED):
        for encoding in whole.encode_batch(texts[start:start + COUNTED], add_special_tokens=False):
            counts.update(encoding.ids)
    model = json.loads(whole.to_str())['model']
    ids = model['vocab']
    token = {i: t for t, i in ids.items()}
    merges = [tuple(m.split(' ')) if isinstance(m, str) else tuple(m) for m in model['merges']]
    made_of = {}
    for a, b in merges:
        made_of.setdefault(a + b, (a, b))
    kept = set(SPECIAL) | {t for t in ids if len(t) == 1}

    def closure(t, found):
        if t not in kept and t not in found:
            found.add(t)
            for part in made_of.get(t, ()):
                closure(part, found)
        return found

    for i, _ in counts.most_common():
        more = closure(token[i], set())
        if len(kept) + len(more) > most:
            break
        kept |= more
    for t in sorted(ids, key=ids.get):  # texts with few different words: fill up with the earliest tokens
        more = closure(t, set())
        if len(kept) + len(more) <= most:
            kept |= more
    order = sorted(kept, key=ids.get)
    new = {t: i for i, t in enumerate(order)}
    return specification(new, [[a, b] for a, b in merges if {a, b, a + b} <= kept]), [ids[t] for t in order]


def train_own(texts, most):
    """A byte-level BPE of at most `most` tokens learnt from `texts`, as a tokenizer.json dictionary; every byte has a token."""
    tokenizers = need_package('tokenizers', 'tokenizers')
    own = tokenizers.Tokenizer(tokenizers.models.BPE())
    own.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = tokenizers.trainers.BpeTrainer(vocab_size=most, special_tokens=list(SPECIAL), show_progress=False,
                                             initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet())
    own.train_from_iterator(texts, trainer)
    model = json.loads(own.to_str())['model']
    # The head of the graph looks for the best tokens in groups of 16 (export_graph.GROUP): few texts may not fill the last one.
    whole = len(model['vocab']) // 16 * 16
    vocabulary = {token: i for token, i in model['vocab'].items() if i < whole}
    merges = [m.split(' ') if isinstance(m, str) else m for m in model['merges']]
    return specification(vocabulary, [m for m in merges if ''.join(m) in vocabulary])


def texts_for(recipe, data, rng):
    """Plain sentences to count tokens on, by the model's purpose."""
    return data.plain_sentences(rng, everyday=not (recipe.pretrained or recipe.cut))
