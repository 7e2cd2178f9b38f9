"""A smaller model out of one that ships: some of its layers and pieces, healed by learning what the whole one thinks (Hinton et al. 2015; states: Romero et al. 2015).

A kept layer learns to do what the layers left out behind it did: its state is drawn to the one in front of the next kept layer.
"""
import torch
import torch.nn.functional as F

from recipe.common.model import Rewriter
from recipe.common.packing import collate
from recipe.common.settings import EOS

# What the states weigh beside the two losses of the pieces.
STATES = 1.0


def cut(weights, layers, pieces):
    """Weights of a Rewriter -> those of one with the layers `layers` and the rows `pieces` of its embedding."""
    own = {name: weight for name, weight in weights.items() if not name.startswith('blocks.')}
    own['emb'] = weights['emb'][torch.tensor(pieces)].clone()
    for to, layer in enumerate(layers):
        before = f'blocks.{layer}.'
        own |= {f'blocks.{to}.{name.removeprefix(before)}': weight for name, weight in weights.items() if name.startswith(before)}
    return own


def objective(shape, weights, layers, pieces, dtype, device):
    """What the smaller model learns from the whole one (`shape`, `weights`), in place of train.loss_of; layers, pieces: as cut took them.

    The sum of the loss on the pieces of the targets, the divergence from what the whole model expects of the kept pieces there, and how far the states turn away (1 - cosine).
    """
    teacher = Rewriter(shape, dtype)
    teacher.load_state_dict({name: weight.float() for name, weight in weights.items()})
    teacher.eval().to(device, dtype).requires_grad_(False)
    pieces = torch.tensor(pieces, device=device)
    head = teacher.emb[pieces]
    ends = [*(layer - 1 for layer in layers[1:]), shape.layers - 1]

    @torch.no_grad()
    def taught(ids, positions, mask, wanted):
        """-> the states behind `ends`, and the log-probabilities of the kept pieces where they are wanted."""
        states = [state for state, _ in teacher.through(pieces[ids], positions, mask)]
        return [states[end] for end in ends], F.linear(teacher.nf(states[-1])[wanted], head).float().log_softmax(-1)

    def loss(model, rows, device):
        ids, positions, labels, mask = (part.to(device) for part in collate(rows))
        wanted, is_read = labels != -100, ids != EOS
        aims, expected = taught(ids, positions, mask, wanted)
        states = [state for state, _ in model.through(ids, positions, mask)]
        logits = model.logits(model.nf(states[-1])[wanted]).float()
        likely = F.cross_entropy(logits, labels[wanted])
        alike = F.kl_div(logits.log_softmax(-1), expected, reduction='batchmean', log_target=True)
        turned = sum(1 - F.cosine_similarity(state[is_read].float(), aim[is_read].float(), dim=-1).mean() for state, aim in zip(states, aims)) / len(layers)
        return likely + alike + STATES * turned, int(wanted.sum())

    return loss
