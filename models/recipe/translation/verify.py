"""The exported graphs against the network in PyTorch, on the lines of the reference program and in both branches of the decoder."""
import numpy as np

from recipe.common.failures import RecipeError, need_package
from recipe.translation.graph import PARTS
from recipe.translation.settings import EOS, UNKNOWN

LIMIT = 2e-3


class Exported:
    """The graphs of a folder under ONNX Runtime, one sentence at a time."""

    def __init__(self, folder, shape):
        runtime = need_package('onnxruntime', 'onnxruntime')
        self.shape = shape
        self.encoder, self.decoder = (runtime.InferenceSession(str(folder / 'onnx' / f'{name}.onnx')) for name in ('encoder_model', 'decoder_model_merged'))
        self.outputs = [output.name for output in self.decoder.get_outputs()]

    def encode(self, ids):
        self.mask = np.ones((1, len(ids)), np.int64)
        self.memory = self.encoder.run(None, {'input_ids': np.array([ids]), 'attention_mask': self.mask})[0]
        nothing = np.zeros((1, self.shape.heads, 0, self.shape.head), np.float32)
        self.past = {f'past_key_values.{i}.{side}.{what}': nothing for i in range(self.shape.decoder_layers) for side, what in PARTS}
        self.cached = False

    def step(self, ids):
        """Appends ids -> log-probabilities [len(ids), V] of what follows each of them."""
        found = dict(zip(self.outputs, self.decoder.run(None, {
            'input_ids': np.array([ids]), 'encoder_attention_mask': self.mask, 'encoder_hidden_states': self.memory, **self.past,
            'use_cache_branch': np.array([self.cached])})))
        for name in self.past:
            if not self.cached or '.decoder.' in name:
                self.past[name] = found[name.replace('past_key_values', 'present')]
        self.cached = True
        logits = found['logits'][0].astype(np.float64)
        return logits - np.log(np.exp(logits - logits.max(-1, keepdims=True)).sum(-1, keepdims=True)) - logits.max(-1, keepdims=True)


def verify(folder, shape, lines, log):
    """@throws RecipeError where log-probabilities differ by more than LIMIT or a greedy translation is another one."""
    exported, worst, same = Exported(folder, shape), 0.0, 0
    for line in lines:
        exported.encode(line['ids'])
        whole = exported.step([shape.pad, *line['target']])
        read = [whole[i, token] for i, token in enumerate([*line['target'], EOS])]
        worst = max(worst, *(abs(a - b) for a, b in zip(read, line['logProbs'])))
        exported.encode(line['ids'])
        after, made = exported.step([shape.pad])[-1], []
        while len(made) < len(line['greedy']) + 1:
            after[[shape.pad, UNKNOWN]] = -np.inf
            made.append(int(after.argmax()))
            after = exported.step(made[-1:])[-1]
        same += made[:-1] == line['greedy']
    log(f'{folder.name}: log-probabilities within {worst:.1e} of the reference, {same} of {len(lines)} greedy translations the same')
    if worst > LIMIT or same < len(lines):
        raise RecipeError(f'the graphs in {folder} do not compute what the network does')
