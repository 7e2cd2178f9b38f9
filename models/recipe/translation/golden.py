"""The reference program: what the network in PyTorch says of test sentences, computed the slow and obvious way, for the engine to be compared with.

A line is one sentence: its tokens, the greedy translation, the hypotheses of a beam search by the plain sum of log-probabilities, and the
log-probability of every token of the human translation. Padding and the unknown token are never decoded. EOS is left out of the tokens, its
log-probability counts.
"""
import json
import random

import torch

from recipe.common import checkpoint
from recipe.translation import tokens
from recipe.translation.settings import EOS, UNKNOWN

MOST_TOKENS = 40


class Reference:
    """A Translator with one source [ids, EOS included]."""

    def __init__(self, network, source):
        self.network, self.pad = network, network.shape.pad
        self.memory, self.mask = network.encode(torch.tensor([source]))

    def log_probs(self, prefixes):
        """Prefixes of one length, without the start token -> [len(prefixes), T + 1, V]: what follows each of their beginnings."""
        ids = torch.tensor([[self.pad, *prefix] for prefix in prefixes])
        logits = self.network.decode(ids, self.memory.expand(len(ids), -1, -1), self.mask.expand(len(ids), -1, -1, -1))
        return logits.log_softmax(-1)

    def score(self, target):
        """The log-probability of every token of a target, its EOS included."""
        found = self.log_probs([target])[0]
        return [found[i, token].item() for i, token in enumerate([*target, EOS])]

    def next(self, prefixes):
        """What may come after each prefix: log-probabilities without padding and the unknown token."""
        found = self.log_probs(prefixes)[:, -1].clone()
        found[:, [self.pad, UNKNOWN]] = -torch.inf
        return found

    def greedy(self):
        """The most probable token after every prefix, up to EOS or MOST_TOKENS."""
        made = []
        while len(made) < MOST_TOKENS and (token := self.next([made])[0].argmax().item()) != EOS:
            made.append(token)
        return made

    def beam(self, width):
        """-> up to `width` finished (tokens, log-probability), best first; finished hypotheses leave the beam."""
        alive, finished = [([], 0.0)], []
        for step in range(MOST_TOKENS + 1):
            after = self.next([prefix for prefix, _ in alive])
            finished += [(prefix, total + after[row, EOS].item()) for row, (prefix, total) in enumerate(alive)]
            finished = sorted(finished, key=lambda found: -found[1])[:width]
            if step == MOST_TOKENS or len(finished) == width and all(total < finished[-1][1] for _, total in alive):
                break
            after[:, EOS] = -torch.inf
            best = [(total + value, prefix, token) for row, (prefix, total) in enumerate(alive)
                    for value, token in zip(*(found.tolist() for found in after[row].topk(width)))]
            alive = [([*prefix, token], total) for total, prefix, token in sorted(best, key=lambda found: -found[0])[:width]]
        return finished


def chosen(tests, recipe):
    """Test rows of at most `recipe.longest` words a side, the same in both directions."""
    short = [row for row in tests if all(len(side.split()) <= recipe.longest for side in row.values())]
    return random.Random(recipe.schedule.seed).sample(short, min(recipe.golden, len(short)))


def of(folder, network, direction, tests, recipe, log):
    """The lines of one direction, its tokenizer as it was exported to `folder`."""
    tokenizer, (source, target), lines = tokens.load(folder / 'tokenizer.json'), direction, []
    for row in chosen(tests, recipe):
        ids, wanted = tokens.ids(tokenizer, row[source]), tokens.ids(tokenizer, row[target])[:-1]
        with torch.no_grad():
            reference = Reference(network, ids)
            greedy, beam = reference.greedy(), reference.beam(recipe.beam)
            lines.append({
                'model': f'otherwise/{folder.name}', 'source': row[source], 'ids': ids, 'greedy': greedy, 'text': tokenizer.decode(greedy),
                'beam': [{'tokens': found, 'logProb': round(total, 5)} for found, total in beam],
                'target': wanted, 'logProbs': [round(value, 5) for value in reference.score(wanted)]})
    log(f'{folder.name}: {len(lines)} sentences read by the reference program')
    return lines


def write(path, lines):
    checkpoint.write(path, lambda file: file.write_text(''.join(json.dumps(line, ensure_ascii=False) + '\n' for line in lines), encoding='utf-8'))
