"""Which pretrained network to start from: both learn the same rows in the same order with the same schedule, and are compared in bits a character.

    python models/recipe/main.py compare-bases smollm2|gemma --rows WORK/pairs.jsonl --held-out WORK/held-out.jsonl --work FOLDER --pieces 500000

FOLDER holds tokenizer.json and pretrained.pt; curve.jsonl gets a line at each of MARKS: target characters learnt from, bits a character over the held-out
rows by kind. A batch is cut by characters, so it holds the same rows whatever the vocabulary. The lower third of the layers and the embedding stay frozen.
A run that was interrupted goes on from its last checkpoint with its optimiser's state.
"""
import argparse
import collections
import json
import math
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F

from recipe.common import checkpoint
from recipe.pretrain import gemma
from recipe.data import pairs
from recipe.train import train
from recipe.common.model import Rewriter
from recipe.common.packing import Packer, collate
from recipe.common.settings import BASE

# Target characters; a token of the first vocabulary has 4.4 of them, so the last mark is half a million tokens.
PIECE = 4.4
MARKS = (20_000, 50_000, 100_000, 200_000, 350_000, 500_000)
CHARACTERS, WARMUP, MOST, SEED = 6_600, 30, 90, 29
KINDS = {'edit': 'light', 'restructured': 'restructured', 'plainer': 'plainer', 'bold': 'bold'}


def length(row):
    return len(row['source']) + sum(len(text) + 12 for text, *_ in row['targets'])


def batches(rows, rng):
    """Endless batches of rows of like length, about CHARACTERS each, a fresh order every pass."""
    while True:
        order = rng.sample(rows, len(rows))
        for start in range(0, len(order), 2048):
            ready, batch = [], []
            for row in sorted(order[start:start + 2048], key=length):
                if batch and length(row) * (len(batch) + 1) > CHARACTERS:
                    ready.append(batch)
                    batch = []
                batch.append(row)
            ready.append(batch)
            rng.shuffle(ready)
            yield from ready


def build(name, folder, rate, seed):
    """-> (model in training, parameter groups, Packer)"""
    shape = gemma.SHAPE if name == 'gemma' else BASE.shape
    weights = torch.load(folder / 'pretrained.pt', weights_only=True)
    weights = train.spread_tags(weights, seed)
    torch.manual_seed(seed)
    model = (gemma.Gemma if name == 'gemma' else Rewriter)(shape, torch.bfloat16)
    model.load_state_dict(weights)
    model.split_tags()
    model.emb.requires_grad_(False)
    model.emb.data = model.emb.data.bfloat16()
    for block in model.blocks[:shape.layers // 3]:
        block.requires_grad_(False).bfloat16()
    rest = [p for n, p in model.named_parameters() if p.requires_grad and n != 'tags']
    # What is multiplied on its way in moves by as much less.
    scale = shape.hidden ** 0.5 if name == 'gemma' else 1
    groups = [{'params': rest, 'rate': rate}, {'params': [model.tags], 'rate': BASE.schedule.tag_rate / scale, 'weight_decay': 0.0}]
    return model, groups, Packer(folder / 'tokenizer.json')


@torch.no_grad()
def bits(model, packer, rows):
    """-> {kind: bits a character of the held-out targets, end of text counted}, 'all' among them."""
    nats, characters = collections.Counter(), collections.Counter()
    for row in rows:
        packed = packer.row(row['source'], row['targets'], MOST)
        if packed is None or len(packed[1]) < len(row['targets']):
            continue
        ids, positions, labels, mask = collate([packed])
        hidden, _ = model(ids, positions, mask)
        wanted = labels != -100
        loss = F.cross_entropy(model.logits(hidden[wanted]).float(), labels[wanted], reduction='none')
        for part, (text, _, kind) in zip(loss.split([len(t) for _, t in packed[1]]), row['targets']):
            for name in {'all', KINDS.get(kind, 'free')}:
                nats[name] += part.sum().item()
                characters[name] += len(text)
    return {name: round(nats[name] / math.log(2) / characters[name], 4) for name in sorted(nats)}


class Comparison:
    """One base on its way: what it has learnt from so far, and its curve. `options` are those of the command line."""

    def __init__(self, options):
        self.options, self.state = options, options.work / 'comparing.pt'
        self.model, groups, self.packer = build(options.base, options.work, options.rate, SEED)
        self.optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
        self.trained = [parameter for group in groups for parameter in group['params']]
        self.source = batches(pairs.read_rows(options.rows), random.Random(SEED))
        self.apart = pairs.read_rows(options.held_out)
        self.steps = self.characters = 0
        self.began = time.monotonic()

    def resume(self):
        """Goes on from the last checkpoint, if there is one."""
        if not self.state.exists():
            return self.report(0)
        stored = torch.load(self.state, weights_only=True)
        self.model.load_state_dict(stored['model'])
        self.optimiser.load_state_dict(stored['optimiser'])
        self.steps, self.characters = stored['steps'], stored['characters']
        for _ in range(self.steps):
            next(self.source)

    def save(self):
        stored = {'model': self.model.state_dict(), 'optimiser': self.optimiser.state_dict(), 'steps': self.steps, 'characters': self.characters}
        checkpoint.write(self.state, lambda file: torch.save(stored, file))

    def step(self):
        """Learns from one batch. -> its loss in nats a token"""
        batch = next(self.source)
        packed = [self.packer.row(row['source'], row['targets'], MOST, row.get('seen')) for row in batch]
        for group in self.optimiser.param_groups:
            group['lr'] = group['rate'] * min(1, (self.steps + 1) / WARMUP)
        loss, _ = train.loss_of(self.model, [row for row in packed if row], 'cpu')
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.trained, 1.0)
        self.optimiser.step()
        self.optimiser.zero_grad()
        self.steps += 1
        self.characters += sum(len(text) for row in batch for text, *_ in row['targets'])
        return loss.item()

    def report(self, mark):
        """Adds a line to the curve."""
        seconds = round(time.monotonic() - self.began)
        line = {'base': self.options.base, 'rate': self.options.rate, 'pieces': mark, 'characters': self.characters, 'step': self.steps, 'seconds': seconds}
        line |= bits(self.model, self.packer, self.apart)
        with open(self.options.work / 'curve.jsonl', 'a', encoding='utf-8') as file:
            file.write(json.dumps(line) + '\n')
        print(line, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('base', choices=('smollm2', 'gemma'))
    parser.add_argument('--rows', type=Path, required=True, help='rows of the stage pairs to learn from')
    parser.add_argument('--held-out', type=Path, required=True, help='rows of the stage pairs to measure on')
    parser.add_argument('--work', type=Path, required=True, help='folder with tokenizer.json and pretrained.pt')
    parser.add_argument('--pieces', type=int, default=MARKS[-1], help='target tokens of the first vocabulary to learn from')
    parser.add_argument('--rate', type=float, default=BASE.schedule.rate)
    parser.add_argument('--threads', type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    own = Comparison(options)
    own.resume()
    for mark in (m for m in MARKS if own.characters < m * PIECE and m <= options.pieces):
        while own.characters < mark * PIECE:
            loss = own.step()
            if own.steps % 20 == 0:
                print(f'{time.monotonic() - own.began:.0f} s, step {own.steps}, {own.characters / PIECE:.0f} pieces, loss {loss:.3f}', flush=True)
                own.save()
        own.report(mark)
        own.save()


if __name__ == '__main__':
    main()
