"""What a model thinks of every text of a table: nats of its pieces and its mean state, as scores.py has them, thousands at once."""
from dataclasses import dataclass

import torch
import torch.nn.functional as F

from recipe.device.table import Table, runs

NOTHING = -1


@dataclass(frozen=True)
class Reading:
    """Of S texts, W pieces at most: nats f32 [S, W], 0 beyond the end; pieces i64 [S, W], NOTHING beyond the end; lengths i64 [S];
    states f32 [S, D], the mean state where a piece is predicted, as the estimators read it. Text 0 of a row is its source read on its own,
    without an end; targets end with EOS."""
    nats: torch.Tensor
    pieces: torch.Tensor
    lengths: torch.Tensor
    states: torch.Tensor


@torch.no_grad()
def read(model, table: Table, tokens):
    """Reads all rows in batches of `tokens` positions."""
    count, width, device = table.texts, int(max(table.longest, table.sources.max())), table.device
    nats = torch.zeros(count, width, device=device)
    pieces = torch.full((count, width), NOTHING, device=device)
    lengths, states = torch.zeros(count, dtype=torch.long, device=device), torch.zeros(count, model.shape.hidden, device=device)
    for rows in runs(table, tokens):
        batch = table.batch(rows, prior=True)
        hidden, read_states, _ = model.states(batch.ids, batch.positions, batch.mask)
        some = F.cross_entropy(model.logits(hidden.flatten(0, 1)[batch.index]).float(), batch.wanted, reduction='none')
        text = (table.first[torch.from_numpy(rows).to(device)][:, None] + batch.part).flatten()[batch.index]
        column = place_in_run(text)
        nats[text, column], pieces[text, column] = some, batch.wanted
        lengths.index_add_(0, text, torch.ones_like(text))
        states.index_add_(0, text, read_states.flatten(0, 1)[batch.index].float())
    return Reading(nats, pieces, lengths, states / lengths.clamp(min=1)[:, None])


def place_in_run(values):
    """[P] with equal values side by side -> how many equal ones stand before each, i64 [P]"""
    at = torch.arange(len(values), device=values.device)
    new = torch.ones_like(values, dtype=torch.bool)
    new[1:] = values[1:] != values[:-1]
    return at - torch.where(new, at, 0).cummax(0).values
