"""Fine-tuning (or, for the tiny model, training) by the wall clock, resumable, on CPU or CUDA by the same code.

On a CPU the lower layers and the embedding stay frozen and products run in bfloat16; the tag rows of the embedding are a parameter of their own
and learn through the frozen layers. On CUDA every weight learns. The learning rate warms up, then falls linearly to 2 % by the end of the minutes,
so a slow or busy machine takes fewer steps, not another schedule. State for resuming (full-precision weights, minutes passed) is written with
every checkpoint; the optimiser's moments are not, they build up again within the repeated warm-up.
"""
import random
import time

import torch
import torch.nn.functional as F

from recipe.common import checkpoint
from recipe.common.failures import RecipeError
from recipe.common.model import Rewriter
from recipe.common.packing import batches, collate
from recipe.common.settings import FIRST_TAG, LAST_TAG

TAG_SPREAD = 0.05
ALIKE = 0.99
LEAST_RATE = 0.02
PART = 5


def prepare(shape, weights, schedule, device):
    """A Rewriter with `weights` (None: random) and the frozen parts of the schedule. -> (model, parameter groups of the optimiser)"""
    torch.manual_seed(schedule.seed)
    model = Rewriter(shape, torch.bfloat16 if schedule.bfloat16 else torch.float32)
    if weights is not None:
        model.load_state_dict({name: weight.float() for name, weight in weights.items()})
    if schedule.frozen:
        model.split_tags()
        model.emb.requires_grad_(False)
        model.emb.data = model.emb.data.to(model.dtype)
        for block in model.blocks[:schedule.frozen]:
            block.requires_grad_(False).to(model.dtype)
    model.to(device)
    tags = [] if model.tags is None else [model.tags]
    own = {id(p) for p in tags}
    rest = [p for p in model.parameters() if p.requires_grad and id(p) not in own]
    groups = [{'params': rest, 'rate': schedule.rate}]
    return model, groups + ([{'params': tags, 'rate': schedule.tag_rate, 'weight_decay': 0.0}] if tags else [])


def spread_tags(weights, seed):
    """Move those tag rows apart that are nearly equal to another, as the unused rows of pretrained weights are: then they act from the start."""
    rows = weights['emb'][FIRST_TAG:LAST_TAG + 1].float()
    alike = (torch.nn.functional.cosine_similarity(rows[:, None], rows[None], dim=-1) > ALIKE).sum(1) > 1
    if not alike.any():
        return weights
    noise = torch.randn(rows.shape, generator=torch.Generator().manual_seed(seed)) * TAG_SPREAD
    middle = (rows if alike.all() else rows[~alike]).median(0).values
    emb = weights['emb'].float().clone()
    emb[FIRST_TAG:LAST_TAG + 1] = torch.where(alike[:, None], middle + noise, rows)
    return {**weights, 'emb': emb}


def loss_of(model, rows, device):
    """-> (mean loss over the target pieces of the rows in nats, number of pieces)"""
    ids, positions, labels, mask = (part.to(device, non_blocking=True) for part in collate(rows))
    hidden, _ = model(ids, positions, mask)
    wanted = labels != -100
    return F.cross_entropy(model.logits(hidden[wanted]).float(), labels[wanted]), int(wanted.sum())


@torch.no_grad()
def held_out_loss(model, rows, device, at_once=16):
    """Nats a target piece over all rows."""
    losses = [loss_of(model, rows[i:i + at_once], device) for i in range(0, len(rows), at_once)]
    return sum(loss.item() * n for loss, n in losses) / sum(n for _, n in losses)


def pack_rows(packer, rows, most):
    """Rows of the stage `pairs` -> rows of ids that fit."""
    packed = (packer.row(row['source'], row['targets'], most, row.get('seen')) for row in rows)
    return [row for row in packed if row]


def run(folder, shape, weights, rows, held_out, schedule, report, log=print, objective=loss_of):
    """Train for schedule.steps or, without them, until schedule.minutes have passed (counting those of an interrupted run in `folder`); writes model.pt, state.pt, training.json.

    rows, held_out: packed rows. `report`: what training.json says besides (rows a source, seed). `objective`: what falls, as loss_of. Returns the report.
    """
    if not rows or not held_out:
        raise RecipeError('no row to train on, or none held out: the data folder is too small for this recipe')
    device = 'cuda' if torch.cuda.is_available() else 'cpu'
    torch.set_num_threads(schedule.threads)
    state_file = folder / 'state.pt'
    state = torch.load(state_file, map_location='cpu', weights_only=True) if state_file.exists() else None
    if state and state['done']:
        log(f'training is complete: {folder / "model.pt"}; remove {state_file} to train again')
        return state['report']
    model, groups = prepare(shape, state['weights'] if state else weights, schedule, device)
    report = state['report'] if state else {**report, 'minutes': 0.0, 'target_pieces': 0, 'steps': 0, 'device': device,
                                            'held_out_before': held_out_loss(model, held_out, device)}
    if not state and weights is not None:
        model, groups = prepare(shape, spread_tags(weights, schedule.seed), schedule, device)
        report['held_out_tags_apart'] = held_out_loss(model, held_out, device)
    if not state:
        store(folder, model, report)
    log(f'{len(rows)} rows, {sum(p.numel() for g in groups for p in g["params"]) / 1e6:.1f} M weights trained on {device}; '
        + 'held out ' + ' -> '.join(f'{report[k]:.3f}' for k in ('held_out_before', 'held_out_tags_apart') if k in report))
    optimiser = torch.optim.AdamW(groups, lr=schedule.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    trained = [p for g in groups for p in g['params']]
    source = batches(rows, schedule.tokens, random.Random(schedule.seed + report['steps']))
    began, before, seconds = time.monotonic(), report['minutes'] * 60, schedule.minutes * 60
    saved, step, log_at = before, 0, 20
    while True:
        passed = before + time.monotonic() - began
        part = report['steps'] / schedule.steps if schedule.steps else passed / seconds
        if part >= 1:
            break
        share = min(1, (step + 1) / schedule.warmup) * max(LEAST_RATE, 1 - part)
        for group in optimiser.param_groups:
            group['lr'] = group['rate'] * share
        total = 0.0
        for _ in range(schedule.accumulate):
            value, pieces = objective(model, next(source), device)
            (value / schedule.accumulate).backward()
            total += value.detach()
            report['target_pieces'] += pieces
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimiser.step()
        optimiser.zero_grad()
        step += 1
        report['steps'] += 1
        if step >= log_at:
            log(f'{passed:.0f} s, step {report["steps"]}, {report["target_pieces"]} target pieces, loss {float(total) / schedule.accumulate:.3f}')
            log_at += 20 if device == 'cpu' else 200
        if passed - saved > schedule.save_minutes * 60:
            saved = passed
            report['minutes'] = passed / 60
            store(folder, model, report)
            log(f'held out, every {PART}th row: {held_out_loss(model, held_out[::PART], device):.3f} after {passed / 60:.1f} minutes')
    report['minutes'] = max(report['minutes'], schedule.minutes)
    report['held_out_after'] = held_out_loss(model, held_out, device)
    store(folder, model, report, done=True)
    log(f'held out {report["held_out_after"]:.3f} at the end, all rows')
    return report


def store(folder, model, report, done=False):
    """Write model.pt, state.pt and training.json."""
    weights = model.weights()
    checkpoint.save(folder / 'model.pt', model.shape, weights)
    full = {name: weight.float().cpu() for name, weight in weights.items()}
    if model.tags is not None:
        full['emb'][FIRST_TAG:LAST_TAG + 1] = model.tags.detach().float().cpu()
    checkpoint.write(folder / 'state.pt', lambda file: torch.save({'weights': full, 'report': report, 'done': done}, file))
    checkpoint.write_json(folder / 'training.json', report)
