"""What a folder that ships thinks of the judged rewrites in a file, written into it anew: for test/golden/slips-*.jsonl, whenever another model ships.

    python models/recipe/main.py reread [--shipped models/base] test/golden/slips-unseen.jsonl test/golden/slips-sampled.jsonl
"""
import argparse
import json
import random
from pathlib import Path

import torch

from recipe.judge import adapter
from recipe.data import pairs
from recipe.judge import scores
from recipe.export import shipped
from recipe.verify import verify
from recipe.common.packing import Packer
from recipe.judge.stage_adapter import POSITIONS


def reread(folder, rows):
    """[{'source', 'rewrite', ...}] -> the same with the nats of every piece, what the estimator's probes read of the states, and what the adapter says."""
    manifest = shipped.manifest_of(folder)
    model = verify.reference(manifest['architecture'], shipped.arrays(folder, manifest)).requires_grad_(False)
    packer = Packer(folder / 'tokenizer.json')
    probes = [torch.tensor(manifest['estimator']['probes'][name]) for name in ('rewrite', 'source')]
    packed = adapter.pack(packer, rows, random.Random(0))
    said = adapter.read(model.adapter, model, adapter.ready(model, model.adapter.low, packed, POSITIONS))
    for row, states in scores.scored(model, packer, rows):
        forward, backward = (float(state @ probe) for state, probe in zip(states, probes))
        judgement = said[row['source'], row['rewrite']]
        yield {**row, 'forwardEstimate': round(forward, 2), 'backwardEstimate': round(backward, 2), 'judgement': round(judgement, 2)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('files', nargs='+', type=Path)
    parser.add_argument('--shipped', type=Path, default=Path(__file__).parents[2] / 'base')
    options = parser.parse_args()
    for file in options.files:
        pairs.write_rows(file, list(reread(options.shipped, pairs.read_rows(file))))


if __name__ == '__main__':
    main()
