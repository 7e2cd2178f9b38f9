"""A folder of the hub: config.json, generation_config.json, tokenizer.json, tokenizer_config.json and the graphs under onnx/."""
import onnx

from recipe.common import checkpoint
from recipe.translation import graph
from recipe.translation.settings import EOS, EOS_TOKEN, PAD_TOKEN, POSITIONS, UNKNOWN_TOKEN


def config(shape):
    sides = {f'{side}_{name}': value for side, layers in (('encoder', shape.encoder_layers), ('decoder', shape.decoder_layers))
             for name, value in (('layers', layers), ('attention_heads', shape.heads), ('ffn_dim', shape.feed), ('layerdrop', 0.0))}
    return {
        'architectures': ['MarianMTModel'], 'model_type': 'marian', 'is_encoder_decoder': True,
        'activation_function': 'swish', 'activation_dropout': 0.0, 'attention_dropout': 0.0, 'dropout': 0.0,
        'd_model': shape.hidden, **sides, 'num_hidden_layers': shape.encoder_layers,
        'max_position_embeddings': POSITIONS, 'static_position_embeddings': True, 'normalize_before': False, 'normalize_embedding': False,
        'add_final_layer_norm': False, 'scale_embedding': True, 'share_encoder_decoder_embeddings': True,
        'vocab_size': shape.vocabulary, 'decoder_vocab_size': shape.vocabulary,
        'bos_token_id': EOS, 'eos_token_id': EOS, 'forced_eos_token_id': EOS, 'pad_token_id': shape.pad, 'decoder_start_token_id': shape.pad,
        'bad_words_ids': [[shape.pad]], 'max_length': POSITIONS, 'num_beams': 4, 'use_cache': True, 'torch_dtype': 'float32',
    }


def generation_config(shape):
    return {'bad_words_ids': [[shape.pad]], 'bos_token_id': EOS, 'decoder_start_token_id': shape.pad, 'eos_token_id': EOS, 'forced_eos_token_id': EOS,
            'max_length': POSITIONS, 'num_beams': 4, 'pad_token_id': shape.pad}


def tokenizer_config(direction):
    source, target = direction
    return {'eos_token': EOS_TOKEN, 'model_max_length': POSITIONS, 'pad_token': PAD_TOKEN, 'separate_vocabs': False, 'source_lang': source,
            'sp_model_kwargs': {}, 'target_lang': target, 'tokenizer_class': 'MarianTokenizer', 'unk_token': UNKNOWN_TOKEN}


def write(folder, network, direction, tokenizer_file):
    (folder / 'onnx').mkdir(parents=True, exist_ok=True)
    checkpoint.write_json(folder / 'config.json', config(network.shape))
    checkpoint.write_json(folder / 'generation_config.json', generation_config(network.shape))
    checkpoint.write_json(folder / 'tokenizer_config.json', tokenizer_config(direction))
    (folder / 'tokenizer.json').write_bytes(tokenizer_file.read_bytes())
    for name, made in (('encoder_model', graph.encoder(network)), ('decoder_model_merged', graph.decoder(network))):
        checkpoint.write(folder / 'onnx' / f'{name}.onnx', lambda file, made=made: onnx.save(made, file, size_threshold=1 << 30))
