"""Rewriting with a checkpoint, slow and plain (ParaBank 2, section 5 of its pipeline): for reading rewrites, and an oracle of the real engine.

Sampling with random negative constraints in several sets, both directions scored, distances by word edits, k-means with the source as fixed centre.
Losses are nats a piece, EOS counted.
"""
import random
import re

import torch
import torch.nn.functional as F

from recipe.common import checkpoint
from recipe.data.agreement import NEGATION, numbers
from recipe.common.packing import Packer, collate
from recipe.common.settings import BOS, DISTANCE, EOS, KIND, LENGTH, RESERVED, SEP

WORD = re.compile(r"[A-Za-z0-9']+")
NEVER = -1e9


def plain(text):
    """Lower-case words joined by single spaces: what counts as the same rewrite."""
    return ' '.join(WORD.findall(text.lower()))


def edits(a, b):
    """Levenshtein distance of two sequences of words."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y)))
    return row[-1]


def tags(distance=2, kind='human', length=1):
    """The three tag ids at the start of a target: distance 0..4, kind, length 0 (shorter) 1 (alike) 2 (longer)."""
    return [DISTANCE[distance], KIND[kind], LENGTH[length]]


class Engine:
    """A checkpoint folder (model.pt, tokenizer.json) with encode, sampling, greedy decoding and scoring."""

    def __init__(self, folder, file='model.pt', dtype=torch.float32):
        self.packer = Packer(folder / 'tokenizer.json')
        self.model = checkpoint.load_model(folder / file, dtype)

    def start(self, source, tag_ids):
        """-> hidden [1, 1, D] after the tags, memory of one row, positions used"""
        ids = torch.tensor([[BOS, *self.packer.ids(source), SEP, *tag_ids]])
        n = ids.shape[1]
        hidden, memory = self.model(ids, torch.arange(n)[None], torch.ones(n, n, dtype=torch.bool).tril()[None, None])
        return hidden[:, -1:], memory, n

    def log_probs(self, hidden):
        """[R, 1, D] -> [R, vocabulary], reserved ids other than EOS shut out before the softmax."""
        whole = self.model.logits(hidden[:, 0]).float()
        whole[:, EOS + 1:RESERVED] = NEVER
        return whole.log_softmax(-1)

    @torch.no_grad()
    def greedy(self, source, tag_ids, most=64):
        """The most likely piece at every step -> text"""
        hidden, memory, n = self.start(source, tag_ids)
        ids = []
        for step in range(most):
            piece = int(self.log_probs(hidden)[0].argmax())
            if piece == EOS:
                break
            ids.append(piece)
            look = torch.ones(1, 1, 1, n + step + 1, dtype=torch.bool)
            hidden, memory = self.model(torch.tensor([[piece]]), torch.tensor([[n + step]]), look, memory)
        return self.packer.text(ids).strip()

    @torch.no_grad()
    def sample(self, source, tag_ids, banned, samples, k=10, most=64, seed=0, temperature=1):
        """banned: for each constraint set a list of banned id sequences. -> finished samples [(text, mean log-prob, set)]"""
        hidden, memory, n = self.start(source, tag_ids)
        rows = len(banned) * samples
        hidden = hidden.expand(rows, 1, -1)
        generator = torch.Generator().manual_seed(seed)
        texts, logs, alive, finished = [[] for _ in range(rows)], [0.0] * rows, list(range(rows)), []
        for step in range(most):
            whole = self.log_probs(hidden)
            allowed = whole.clone()
            for r, i in enumerate(alive):
                for phrase in banned[i // samples]:
                    if len(phrase) == 1 or texts[i][-(len(phrase) - 1):] == phrase[:-1]:
                        allowed[r, phrase[-1]] = NEVER
            values, top = allowed.topk(k)
            chosen = top.gather(1, torch.multinomial((values / temperature).softmax(-1), 1, generator=generator))
            gains, going = whole.gather(1, chosen)[:, 0].tolist(), []
            for r, (i, piece) in enumerate(zip(alive, chosen[:, 0].tolist())):
                logs[i] += gains[r]
                if piece == EOS:
                    finished.append(i)
                else:
                    texts[i].append(piece)
                    going.append(r)
            if not going:
                break
            alive = [alive[r] for r in going]
            if 1 < memory[0][0].shape[0] != len(going):
                memory = [(a[going], b[going]) for a, b in memory]
            look = torch.ones(1, 1, 1, n + step + 1, dtype=torch.bool)
            hidden, memory = self.model(chosen[going], torch.tensor([[n + step]]), look, memory)
        return [(self.packer.text(texts[i]).strip(), logs[i] / (len(texts[i]) + 1), i // samples) for i in finished]

    @torch.no_grad()
    def score(self, sources, target, tag_ids, at_once=32):
        """Mean loss of the target given each source -> [len(sources)]"""
        out, pieces = [], [*self.packer.ids(target), EOS]
        for start in range(0, len(sources), at_once):
            rows = [([BOS, *self.packer.ids(s), SEP], [(tag_ids, pieces)]) for s in sources[start:start + at_once]]
            ids, positions, labels, mask = collate(rows)
            hidden, _ = self.model(ids, positions, mask)
            for row, wanted in zip(hidden, labels):
                keep = wanted != -100
                out.append(F.cross_entropy(self.model.logits(row[keep]).float(), wanted[keep]).item())
        return out


def bans(engine, source, sets, share, rng):
    """`sets` lists of banned id sequences: the first empty, the others with a random share of the source's words."""
    banned = [[] for _ in range(sets)]
    for phrases in banned[1:]:
        for word in WORD.findall(source):
            if rng.random() < share:
                phrases += [engine.packer.ids(word), engine.packer.ids(' ' + word)]
    return banned


def clustered(source, candidates, clusters, rounds=10):
    """candidates [(text, forward, backward)] -> the best of each cluster but the source's, ranked by the sum of both losses."""
    tokens = [plain(source).split()] + [plain(text).split() for text, *_ in candidates]
    apart = [[edits(a, b) for b in tokens] for a in tokens]
    centres, everyone = [0], range(len(tokens))
    while len(centres) < min(clusters, len(tokens)):
        centres.append(max(everyone, key=lambda i: (min(apart[i][c] for c in centres), -i)))
    for _ in range(rounds):
        home = [min(range(len(centres)), key=lambda c: (apart[i][centres[c]], c)) for i in everyone]
        members = [[i for i in everyone if home[i] == c] for c in range(len(centres))]
        moved = [0] + [min(m or [centres[c]], key=lambda i: sum(apart[i][j] for j in m)) for c, m in enumerate(members) if c]
        if moved == centres:
            break
        centres = moved
    best = [min((candidates[i - 1] for i in m if i), key=lambda c: c[1] + c[2]) for c, m in enumerate(members) if c and any(m)]
    return sorted(best, key=lambda c: c[1] + c[2])


def rewrite(engine, source, sets=5, samples=16, k=10, distance=2, clusters=8, best=5, threshold=2.6, share=0.2, seed=0, scored=48):
    """-> ([(rewrite, forward loss, backward loss)], number of different acceptable samples)"""
    tag_ids = tags(distance)
    banned = bans(engine, source, sets, share, random.Random(seed))
    found = {}
    for text, log, _ in engine.sample(source, tag_ids, banned, samples, k, int(len(engine.packer.ids(source)) * 1.6) + 10, seed):
        key = plain(text)
        if not key or key == plain(source) or numbers(text) != numbers(source):
            continue
        if bool(NEGATION.search(text)) == bool(NEGATION.search(source)) and (key not in found or log > found[key][1]):
            found[key] = (text, log)
    likely = sorted(found.values(), key=lambda c: -c[1])[:scored]
    backward = engine.score([text for text, _ in likely], source, tags(2))
    candidates = [(text, -log, b) for (text, log), b in zip(likely, backward) if b - log <= threshold]
    return (clustered(source, candidates, clusters)[:best] if candidates else []), len(found)
