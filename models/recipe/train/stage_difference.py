"""Stage `difference`: model.difference, what WORK's model.pt has learnt since the folder --shipped, small enough to be kept (difference.py); `restore --difference` reads it back."""

from recipe.common import checkpoint
from recipe.train import difference
from recipe.export import shipped
from recipe.train.stage_restore import restored, tensors_of

FINENESS = 1.25


def run(job):
    folder = job.shipped
    manifest = shipped.manifest_of(folder)
    _, start = restored(manifest, tensors_of(folder, manifest))
    file = job.folder / 'model.difference'
    difference.write(file, checkpoint.load(job.folder / 'model.pt'), checkpoint.held(start), FINENESS)
    job.log(f'{file}: {file.stat().st_size / 1e6:.1f} MB')
