"""Stage `export`: the folder that ships (export_model.py says what lies in it)."""
from recipe.export import export_model
from recipe.common.packing import Packer

# Highest forward + backward negative log-likelihood per piece of a rewrite worth showing, measured by reading (models/base/README.md).
THRESHOLD = {'base': 3.0, 'small': 4.0, 'tiny': 2.4}
SELF_TEST = 'She was very tired.'


def done(job):
    return (job.out / 'manifest.json').exists()


def run(job):
    packer = Packer(job.folder / 'tokenizer.json')
    manifest = export_model.export(job.recipe.name, job.folder, job.out, THRESHOLD[job.recipe.name], [1, *packer.ids(SELF_TEST), 2, 5, 8, 12])
    job.log(f'{manifest["weights"]["bytes"] / 1e6:.1f} MB of weights in {len(manifest["weights"]["shards"])} shards')
