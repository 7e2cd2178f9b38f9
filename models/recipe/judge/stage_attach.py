"""Stage `attach`: the folder --shipped gets the adapter of WORK; what rewrites stays as it is, byte for byte. The estimator has to be fitted anew (fit/estimator.ts)."""

import torch

from recipe.export import export_model
from recipe.verify import verify
from recipe.common.failures import need_file

SOURCES = ['We will let you know as soon as the parcel arrives.', 'The committee has not yet decided who will lead the project.']


def run(job):
    folder = job.shipped
    adapter = torch.load(need_file(job.folder / 'adapter.pt', 'the result of the stage adapter'), map_location='cpu', weights_only=True)
    manifest = export_model.attach(folder, adapter)
    job.log(f'{manifest["weights"]["bytes"] / 1e6:.1f} MB of weights in {len(manifest["weights"]["shards"])} shards')
    verify.verify(folder, SOURCES, job.log)
