"""The two slow steps, each skipped when its result lies in the working folder."""
import json

import torch

from recipe.common import checkpoint
from recipe.translation import tokens, train
from recipe.translation.network import Translator


def tokenizer(work, recipe, rows, again):
    """The vocabulary of both languages, made of the rows to learn from."""
    path = work / 'tokenizer.json'
    if again or not path.exists():
        made = tokens.train([side for row in rows for side in row.values()], recipe.shape.vocabulary)
        checkpoint.write(path, lambda file: file.write_text(json.dumps(made, ensure_ascii=False), encoding='utf-8'))
    return tokens.load(path)


def trained(work, recipe, direction, data, vocabulary, again, log):
    """direction: (source, target) language; data: (rows to learn from, test rows). -> (Translator on the grid of the export, report)"""
    source, target = direction
    path = work / f'{source}-{target}.pt'
    if not again and path.exists():
        stored = torch.load(path, weights_only=True)
        model = Translator(recipe.shape).eval().requires_grad_(False)
        model.load_state_dict(stored['weights'])
        return model, stored['report']
    log(f'training from {source} to {target}')
    most = recipe.schedule.most
    learnt, tests = ([(tokens.ids(vocabulary, row[source]), tokens.ids(vocabulary, row[target])) for row in rows] for rows in data)
    learnt, tests = ([row for row in rows if all(len(ids) <= most for ids in row)] for rows in (learnt, tests))
    model, report = train.run(recipe.shape, recipe.schedule, learnt, tests[:recipe.schedule.held_out], log)
    on_grid(model)
    report['held_out_exported'] = round(train.held_out_loss(model, tests[:recipe.schedule.held_out]), 4)
    checkpoint.write(path, lambda file: torch.save({'weights': model.state_dict(), 'report': report}, file))
    return model, report


def on_grid(model):
    """Moves every matrix to 8-bit integers with one scale a row, so that an export of bytes computes exactly what the network does."""
    for weight in model.parameters():
        if weight.dim() == 2:
            values, scales = grid(weight)
            weight.data = values * scales


def grid(weight):
    """[out, in] -> (whole numbers from -127 to 127 as floats [out, in], scales [out, 1])"""
    scales = (weight.abs().amax(1, keepdim=True) / 127).clamp_min(1e-12)
    return (weight / scales).round(), scales
