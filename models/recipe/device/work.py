"""Where everything lies on the machine with the accelerator.

parcel/      parts as they came in
cargo/       the parcel, opened: rows (pairs, held-out, judged) as JSON lines, the folder that ships
start/       model.pt to start from, tokenizer.json
train/, improve-1/ ...    model.pt and what training wrote
evaluation/  what was measured, and rewrites to read
outgoing/    the parcel for the way back
background/  log and process of commands in the background
"""
import json
import lzma
from pathlib import Path

from recipe.common.failures import RecipeError


class Work:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.tokenizer, self.start = self.folder / 'start' / 'tokenizer.json', self.folder / 'start' / 'model.pt'

    def rows(self, name):
        """name: pairs, held-out or judged"""
        packed = self.folder / 'cargo' / f'{name}.jsonl.xz'
        if not packed.exists():
            raise RecipeError(f'{packed} is missing: unpack the parcel first')
        with lzma.open(packed, 'rt', encoding='utf-8') as lines:
            return [json.loads(line) for line in lines]

    def stages(self, before=None):
        """Folders that hold a model.pt, in the order they are made; only those made before the stage of that name."""
        order = ['start', 'train', *(f'improve-{number}' for number in range(1, 10))]
        order = order[:order.index(before)] if before else order
        return [self.folder / name for name in order if (self.folder / name / 'model.pt').exists()]

    def stage(self, name=None, before=None):
        """The folder of a stage by name, or the newest one; RecipeError when there is none."""
        found = [folder for folder in self.stages(before) if name in (None, folder.name)]
        if not found:
            raise RecipeError(f'{self.folder} has no model of {name or "any stage"}: unpack the parcel first')
        return found[-1]
