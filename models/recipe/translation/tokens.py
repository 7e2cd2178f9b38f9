"""The vocabulary of both languages: a unigram model (Kudo 2018) as the hub's Marian exports have it in `tokenizer.json`."""
import json

from recipe.common.failures import need_package
from recipe.translation.settings import EOS, EOS_TOKEN, PAD_TOKEN, UNKNOWN, UNKNOWN_TOKEN

METASPACE = {'type': 'Metaspace', 'replacement': '▁', 'add_prefix_space': True, 'prepend_scheme': 'always', 'split': True}


def train(texts, size):
    """tokenizer.json of `size` tokens at most as a dictionary: EOS, the unknown token, tokens by falling probability, padding."""
    tokenizers = need_package('tokenizers', 'tokenizers')
    own = tokenizers.Tokenizer(tokenizers.models.Unigram())
    own.normalizer = tokenizers.normalizers.NFKC()
    own.pre_tokenizer = tokenizers.pre_tokenizers.Sequence([
        tokenizers.pre_tokenizers.WhitespaceSplit(), tokenizers.pre_tokenizers.Metaspace()])
    trainer = tokenizers.trainers.UnigramTrainer(vocab_size=size - 1, special_tokens=[EOS_TOKEN, UNKNOWN_TOKEN], unk_token=UNKNOWN_TOKEN,
                                                 show_progress=False)
    own.train_from_iterator(texts, trainer)
    return specification(json.loads(own.to_str())['model']['vocab'])


def specification(vocabulary):
    """tokenizer.json around [token, log-probability] of EOS, the unknown token and the others; padding is put behind them."""
    special = {EOS_TOKEN: EOS, UNKNOWN_TOKEN: UNKNOWN, PAD_TOKEN: len(vocabulary)}
    end = {'SpecialToken': {'id': EOS_TOKEN, 'type_id': 0}}
    sides = [{'Sequence': {'id': name, 'type_id': 0}} for name in ('A', 'B')]
    return {
        'version': '1.0', 'truncation': None, 'padding': None,
        'added_tokens': [{'id': i, 'content': token, 'single_word': False, 'lstrip': False, 'rstrip': False, 'normalized': False, 'special': True}
                         for token, i in special.items()],
        'normalizer': {'type': 'NFKC'},
        'pre_tokenizer': {'type': 'Sequence', 'pretokenizers': [{'type': 'WhitespaceSplit'}, METASPACE]},
        'post_processor': {'type': 'TemplateProcessing', 'single': [sides[0], end], 'pair': [*sides, end],
                           'special_tokens': {EOS_TOKEN: {'id': EOS_TOKEN, 'ids': [EOS], 'tokens': [EOS_TOKEN]}}},
        'decoder': METASPACE,
        'model': {'type': 'Unigram', 'unk_id': UNKNOWN, 'vocab': [[token, round(score, 4)] for token, score in [*vocabulary, (PAD_TOKEN, 0.0)]],
                  'byte_fallback': False},
    }


def load(path):
    return need_package('tokenizers', 'tokenizers').Tokenizer.from_file(str(path))


def ids(tokenizer, text):
    """Ids of a text, EOS included."""
    return tokenizer.encode(text).ids
