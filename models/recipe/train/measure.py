"""Measure or read a checkpoint.

    python models/recipe/main.py measure loss|tags|copies|read FOLDER [--file model.pt] [--rows held-out.jsonl] [--number N] [--seed N] [--threads N]

loss    nats a target piece on the held-out rows, with their own tags
tags    word overlap (shared words among all words) of one sampled and one greedy rewrite with the source, for every distance tag
copies  share of short held-out sentences that greedy decoding with distance 0 carries over word by word
read    rewrites of the sentences on standard input as JSON lines {"text", "rewrites", "scores", "unique"}; 5 sets of 16 samples
FOLDER holds the checkpoint and tokenizer.json.
"""
import argparse
import json
import sys
from pathlib import Path

import torch

from recipe.data import pairs
from recipe.train import train
from recipe.data.agreement import overlap
from recipe.common.failures import exit_code
from recipe.verify.rewrite import Engine, plain, rewrite, tags


def held_out(options):
    return pairs.read_rows(options.rows or options.folder / 'held-out.jsonl')


def loss(engine, options):
    rows = train.pack_rows(engine.packer, held_out(options)[:options.number], 72)
    print(f'{train.held_out_loss(engine.model, rows, "cpu"):.4f} nats a target piece on {len(rows)} rows')


def overlaps(engine, options):
    sources = [row['source'] for row in held_out(options)[:options.number or 40]]
    for distance in range(5):
        greedy, sampled = [], []
        for i, source in enumerate(sources):
            greedy.append(overlap(source, engine.greedy(source, tags(distance))))
            found = engine.sample(source, tags(distance), [[]], 4, seed=options.seed + i)
            sampled += [overlap(source, text) for text, *_ in found]
        print(f'distance {distance}: overlap greedy {sum(greedy) / len(greedy):.3f}, sampled {sum(sampled) / max(1, len(sampled)):.3f} '
              f'({len(sources)} sentences)', flush=True)


def copies(engine, options):
    sources = [row['source'] for row in held_out(options)[:options.number or 50]]
    done = [(source, engine.greedy(source, tags(0))) for source in sources]
    for source, text in done:
        if plain(source) != plain(text):
            print(f'{source} -> {text}')
    print(f'{sum(plain(a) == plain(b) for a, b in done)} of {len(done)} carried over')


def read(engine, options):
    for line in filter(None, map(str.strip, sys.stdin)):
        rewrites, unique = rewrite(engine, line, seed=options.seed)
        print(json.dumps({'text': line, 'rewrites': [text for text, *_ in rewrites],
                          'scores': [[round(f, 2), round(b, 2)] for _, f, b in rewrites], 'unique': unique}, ensure_ascii=False), flush=True)


ACTS = {'loss': loss, 'tags': overlaps, 'copies': copies, 'read': read}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('act', choices=ACTS)
    parser.add_argument('folder', type=Path)
    parser.add_argument('--file', default='model.pt')
    parser.add_argument('--rows', type=Path)
    parser.add_argument('--number', type=int)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--threads', type=int, default=2)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    return exit_code(lambda: ACTS[options.act](Engine(options.folder, options.file, torch.bfloat16), options))


if __name__ == '__main__':
    sys.exit(main())
