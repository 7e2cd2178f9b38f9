"""Stage verify: every exported graph against the PyTorch model with the same dequantised weights.

For each form: the log-probs of encode, of single steps with a shared memory and shuffled rows, and of score, against plain causal passes of
the PyTorch model; what two random estimators read of the states, and what the adapter says, where there is one; greedy outputs of 50 sentences. Tolerances: float and blocks 2e-3; int8 is stated
as the mean absolute difference of target log-probs (its activations are rounded), at most 0.05, and its loss difference, at most 0.02; an estimate
(standard deviation about 1 over pieces) differs by at most 2e-3, for int8 by at most 0.05 on average; what the adapter says, in its standard deviations
over pieces, by as much, for int8 by at most 0.1 on average.
"""
from pathlib import Path

import numpy as np
import onnxruntime as ort
import torch
from tokenizers import Tokenizer

from recipe.quantise import quantise
from recipe.export import shipped
from recipe.judge.adapter import Adapter, below
from recipe.common.model import Rewriter
from recipe.common.settings import Shape

LIMIT = {'float': 2e-3, 'blocks': 2e-3, 'int8': 0.05}
# What rounding to int8 may cost of the loss, nats a piece.
LOSS = 0.02


class Rotated(Rewriter):
    """The network in the rotated basis: one more matrix before the shared embedding."""

    def logits(self, hidden):
        return super().logits(hidden @ self.final)


def reference(config, arrays):
    """The PyTorch network with the dequantised arrays of the neutral file: what every graph is held against."""
    model = Rotated(Shape.of(config))
    state = {'emb': arrays['emb'], 'nf.w': np.ones(config['hidden'], np.float32)}
    query, width = config['heads'] * config['head'], config['kv_heads'] * config['head']
    for i in range(config['layers']):
        parts = zip('qkv', np.split(arrays[f'layers.{i}.qkv'], [query, query + width]))
        for name, array in [*parts, *zip('gu', np.split(arrays[f'layers.{i}.gu'], 2)), ('o', arrays[f'layers.{i}.o']), ('d', arrays[f'layers.{i}.d'])]:
            state[f'blocks.{i}.{name}.w'] = array
        state[f'blocks.{i}.n1.w'] = state[f'blocks.{i}.n2.w'] = np.ones(config['hidden'], np.float32)
    model.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in state.items()})
    model.final = torch.from_numpy(arrays['final'])
    own = {name: array for name, array in arrays.items() if name.startswith('adapter.')}
    model.adapter = Adapter.of(own) if own else None
    return model.float().eval()


@torch.no_grad()
def said(model, ids):
    """ids [T] in one causal pass → what each position says to the adapter, f32 [T, 3]."""
    n = len(ids)
    mask = torch.ones(n, n, dtype=torch.bool).tril()[None, None]
    return model.adapter.upper(model, *below(model, model.adapter.low, torch.tensor([ids]), torch.arange(n)[None], mask), mask)[0].numpy()


@torch.no_grad()
def states(model, ids):
    """ids [T] in one causal pass → hidden [T, D] and the states that estimators read [T, D]."""
    n = len(ids)
    hidden, read, _ = model.states(torch.tensor([ids]), torch.arange(n)[None], torch.ones(n, n, dtype=torch.bool).tril()[None, None])
    return hidden[0], read[0]


@torch.no_grad()
def log_probs(model, ids):
    """ids [T] in one causal pass → log-probs f32 [T, vocabulary]."""
    return model.logits(states(model, ids)[0]).log_softmax(-1).numpy()


def best_after(model, ids, count):
    """→ the ids most probable after `ids`, and their log-probs."""
    last = log_probs(model, ids)[-1]
    top = np.argsort(-last, kind='stable')[:count]
    return top.tolist(), last[top].tolist()


def external(manifest, arrays, form):
    """The bytes of the graph's external weights, as the runtime lays them out."""
    graph = manifest['graphs'][form]
    data = bytearray(graph['externalBytes'])
    cache = {}
    for part in graph['layout']:
        name, kind = part['tensor'], part['kind']
        q, scales, whole = arrays[name]
        if kind in ('columns', 'rowScales'):
            if name not in cache:
                cache[name] = quantise.rows_int8(whole)
            values, row_scales = cache[name]
            raw = values.T if kind == 'columns' else row_scales
        elif kind == 'bytes':
            raw = (q.astype(np.int16) + 128).astype(np.uint8)
        elif kind == 'blockScales':
            raw = scales.astype(np.float32)
        else:
            raw = whole.astype(np.float32)
        raw = np.ascontiguousarray(raw).tobytes()
        assert len(raw) == part['bytes'], (name, kind, len(raw), part['bytes'])
        data[part['offset']:part['offset'] + len(raw)] = raw
    return bytes(data)


class Runner:
    """One form of the graph under onnxruntime, with the calls of the engine (paged cache, shared memory)."""

    def __init__(self, folder, manifest, arrays, form, threads=2):
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        self.data = external(manifest, arrays, form)  # kept: onnxruntime reads it without copying
        options.add_external_initializers_from_files_in_memory(['weights'], [self.data], [len(self.data)])
        self.session = ort.InferenceSession((Path(folder) / f'graph.{form}.onnx').read_bytes(), options)
        self.config, self.emb = manifest['architecture'], arrays['emb'][2]
        self.width = 2 * self.config['kv_heads'] * self.config['head']
        hidden = self.config['hidden']
        self.estimators = (np.random.default_rng(7).standard_normal((hidden, 2)) / hidden ** 0.5).astype(np.float32)

    def run(self, ids, positions, bias, slots, memory, past, select, probes, gate=-1e9):
        c = self.config
        feeds = {'embeddings': self.emb[ids].astype(np.float32), 'positions': positions.astype(np.int64), 'bias': bias.astype(np.float32),
                 'slots': slots.astype(np.int32), 'select': select.astype(np.int32), 'probes': probes.astype(np.int32), 'estimators': self.estimators,
                 'offsets': (np.arange(len(select))[:, None] * (c['vocabulary'] // 16)).astype(np.int32)}
        none = np.zeros((1, self.width), np.float32)
        for i in range(c['layers']):
            feeds[f'memory_{i}'] = none if memory is None else memory[i]
            feeds[f'past_{i}'] = none if past is None else past[i]
        if 'adapter' in c:
            feeds |= self.beyond(feeds, gate)
        packed, *new = self.session.run(None, feeds)
        self.judgement = new.pop() if 'adapter' in c else None
        return packed, new

    def beyond(self, feeds, gate):
        """What the layers beyond the adapter are fed with: all positions, or one that nobody asks of when judging."""
        deep = {'gate': np.array([gate], np.float32)}
        if gate != 0:
            rows, steps = feeds['positions'].shape
            same = {f'deep_{name}': feeds[name] for name in ('positions', 'bias', 'slots')}
            return deep | same | {'deep': np.arange(rows * steps, dtype=np.int32).reshape(rows, steps)}
        none = np.zeros((1, self.width), np.float32)
        blank = {f'{name}_{i}': none for name in ('memory', 'past') for i in range(self.config['adapter']['high'], self.config['layers'])}
        one = {'deep': np.int32(0), 'deep_positions': np.int64(0), 'deep_slots': np.int32(0)}
        return deep | blank | {name: np.full((1, 1), value) for name, value in one.items()} | {'deep_bias': np.array([[-1e9, -1e9, 0]], np.float32)}

    def causal(self, ids, select, probes, gate=-1e9):
        """encode and score: ids [B, T] in one causal pass."""
        rows, steps = ids.shape
        bias = np.concatenate([np.full((steps, 2), -1e9), np.where(np.tril(np.ones((steps, steps))) > 0, 0, -1e9)], 1)
        positions = np.tile(np.arange(steps), (rows, 1))
        return self.run(ids, positions, bias, np.zeros((rows, 1)), None, None, select, probes, gate)

    def judge(self, prefix, segment):
        """judge: what the positions of tags and target say, f32 [T, 3], given the source."""
        _, memory = self.causal(np.array([prefix]), np.array([0]), np.array([[0]]), gate=0)
        m, n = len(prefix), len(segment)
        bias = np.concatenate([np.zeros((n, m)), np.full((n, 1), -1e9), np.where(np.tril(np.ones((n, n))) > 0, 0, -1e9)], 1)
        self.run(np.array([segment]), m + np.arange(n)[None], bias, np.zeros((1, 1)), memory, None, np.array([0]), np.array([[0]]), gate=0)
        return self.judgement


def check_form(runner, manifest, network, sentences):
    """Every role of a graph against plain causal passes of the PyTorch network, on (source, target) ids."""
    reserved = manifest['pieces']['reserved']
    generator = np.random.default_rng(5)
    worst, differences, losses, estimates, judgements = 0.0, [], [], [], []
    for source, target in sentences:
        prefix, tags = [1, *source, 2], [5, 8, 12]
        whole = [*prefix, *tags, *target]
        n = len(whole)
        truth = log_probs(network, whole)
        wanted = np.array([*target, 0])
        at = np.arange(len(prefix) + len(tags) - 1, n)
        packed, _ = runner.causal(np.array([whole, whole]), n + at, wanted[:, None])           # score, second of two rows
        scored = packed[:, 128]
        estimates += list(np.abs(packed[:, -2:] - states(network, whole)[1][at].numpy() @ runner.estimators).ravel())
        differences += list(np.abs(scored - truth[at, wanted]))
        if network.adapter is not None:
            judgement = said(network, whole)[len(prefix):]
            judgements += list((np.abs(runner.judge(prefix, whole[len(prefix):]) - judgement) / judgement.std(0)).ravel())
        losses.append((-scored.sum(), -truth[at, wanted].sum(), len(at)))
        _, memory = runner.causal(np.array([prefix]), np.array([0]), np.array([[0]]))          # encode
        bias = lambda t, p: np.zeros((t, len(prefix) + p + t))
        start = bias(len(tags), 1)
        start[:, len(prefix)] = -1e9
        start[:, len(prefix) + 1:] = np.where(np.tril(np.ones((3, 3))) > 0, 0, -1e9)
        packed, past = runner.run(np.array([tags]), len(prefix) + np.arange(3)[None], start, np.zeros((1, 1)), memory, None, np.array([2]), np.array([[0]]))
        slots = np.tile(np.arange(3), (5, 1))                                                  # five rows share the tags' slots
        for step, piece in enumerate(target):
            noise = generator.integers(reserved, manifest['architecture']['vocabulary'], (5, 1))
            row = step % 5
            noise[row] = piece
            history = slots[(step - 1) % 5] if step else slots[0]
            slots = np.tile(history, (5, 1))                                                   # all continue the true row: parents
            packed, new = runner.run(noise, np.full((5, 1), len(prefix) + 3 + step), bias(1, slots.shape[1]), slots, memory, past, np.arange(5), np.full((5, 1), wanted[step + 1]))
            used = len(past[0])
            past = [np.concatenate([p, q]) for p, q in zip(past, new)]
            slots = np.concatenate([slots, used + np.arange(5)[:, None]], 1)
            best = packed[row, 64:128].astype(int)
            differences.append(abs(packed[row, 128] - truth[at[step + 1], wanted[step + 1]]))
            worst = max(worst, float(np.abs(packed[row, :16] - truth[at[step + 1]][best[:16]]).max()))
    ours, theirs, pieces = map(sum, zip(*losses))
    return {'meanDifference': float(np.mean(differences)), 'worstTop16': worst, 'lossDifference': float((ours - theirs) / pieces),
            'meanEstimate': float(np.mean(estimates)), 'worstEstimate': float(np.max(estimates)),
            **({'meanJudgement': float(np.mean(judgements)), 'worstJudgement': float(np.max(judgements))} if judgements else {})}


def greedy(best, prefix, limit):
    """best(ids) → the most probable next id; → the target until the end piece."""
    out = []
    while len(out) < limit:
        piece = best([*prefix, *out])
        if piece == 0:
            break
        out.append(piece)
    return out


def greedy_outputs(runner, network, sources, tags=(5, 8, 12)):
    """→ how many of the sources get the same greedy target from the graph and from the PyTorch network."""
    same = 0
    for source in sources:
        prefix, limit = [1, *source, 2, *tags], len(source) + 8
        graph = lambda ids: int(runner.causal(np.array([ids]), np.array([len(ids) - 1]), np.array([[0]]))[0][0, 64])
        same += greedy(graph, prefix, limit) == greedy(lambda ids: best_after(network, ids, 1)[0][0], prefix, limit)
    return same


def verify(folder, sources=(), log=print, pairs=()):
    """→ {form: differences}. Raises AssertionError when a form is outside its tolerance.

    `sources`: texts for the greedy comparison. `pairs`: (source, target) texts that are read besides SENTENCES.
    """
    manifest = shipped.manifest_of(Path(folder))
    arrays = {name: (*tensor, quantise.dequantise(*tensor)) for name, tensor in shipped.values(Path(folder), manifest).items()}
    network = reference(manifest['architecture'], {name: whole for name, (_, _, whole) in arrays.items()})
    tokenizer = Tokenizer.from_file(str(Path(folder) / 'tokenizer.json'))
    encode = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    read = [(encode(a), encode(b)) for a, b in (*SENTENCES, *pairs)]
    report = {}
    for form in manifest['graphs']:
        runner = Runner(folder, manifest, arrays, form)
        found = report[form] = check_form(runner, manifest, network, read)
        found['greedySame'], found['greedyOf'] = greedy_outputs(runner, network, [encode(text) for text in sources]), len(sources)
        log(f'{form}: {found}')
        if form == 'int8':
            means = (found['meanDifference'], found['meanEstimate'], found.get('meanJudgement', 0) / 2)
            assert max(means) <= LIMIT[form] and found['lossDifference'] <= LOSS, f'int8: {found}'
        else:
            assert max(found['worstTop16'], found['worstEstimate'], found.get('worstJudgement', 0)) <= LIMIT[form] and found['greedySame'] == found['greedyOf'], f'{form}: {found}'
    return report


SENTENCES = [
    ('I can help you.', 'I am able to help you.'), ('She was very tired.', 'She was exhausted.'), ('It will be spring soon.', 'Spring will come soon.'),
    ('Tom is a doctor.', "Tom's a doctor."), ('We need more time.', 'More time is needed.'), ('He bought a new car.', 'A new car was bought by him.'),
    ('They left early.', 'They went away early.'), ('Where do you live?', 'Where is your home?'),
]
