"""The recipe's command line: one model from raw data to files that ship, stage by stage, and the tools beside the stages.

    python models/recipe/main.py STAGE... --model base|small|tiny --data DIR --work DIR [--minutes N] [--smoke] [--help]
    python models/recipe/main.py TOOL [its own options, --help]

STAGE is one or more of the names in STAGES, or `all`. A stage whose results lie in WORK/<model>/ is not repeated (--again repeats it), so an
interrupted run goes on with the same command. Errors a person can act on (missing package, missing data) end with exit code 2.
"""
import argparse
import importlib
import runpy
import sys
import time
from dataclasses import replace
from pathlib import Path

# The folder is the package `recipe`, whatever this file is run from.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from recipe.common.corpus import Corpus
from recipe.common.failures import RecipeError, exit_code

SMOKE_LINES = 4_000

# name -> (module in this package, what it makes); the module has run(job) and, to be skipped when its results are there, done(job)
STAGES = {
    'vocabulary': ('pretrain.stage_vocabulary', 'tokenizer.json (and kept_ids.json, the rows of the pretrained embedding to keep)'),
    'pretrained': ('pretrain.stage_pretrained', 'pretrained.pt, the weights to start from under our names'),
    'pairs': ('data.stage_pairs', 'pairs.jsonl and held-out.jsonl, the rows to learn from'),
    'train': ('train.stage_train', 'model.pt and training.json'),
    'distil': ('train.stage_distil', 'model.pt after learning from the whole model, of one that is cut out of another'),
    'prefer': ('train.stage_prefer', 'model.pt after learning from judged rewrites, and preferences.json'),
    'restore': ('train.stage_restore', 'model.pt and tokenizer.json, read back out of the folder --shipped'),
    'scores': ('judge.stage_scores', 'judged-scores.jsonl, what the model thinks of judged rewrites, and estimators.json, what is learnt from its states'),
    'adapter': ('judge.stage_adapter', 'adapter.pt, the middle layers learnt as a judge of rewrites, and adapter-held-out.jsonl, what it reads of others'),
    'attach': ('judge.stage_attach', 'the folder --shipped with the adapter of WORK in its graphs'),
    'graphs': ('export.stage_graphs', 'the folder --shipped with its graphs built anew'),
    'difference': ('train.stage_difference', 'model.difference: what model.pt has learnt since the folder --shipped'),
    'export': ('export.stage_export', 'the folder that ships: weights, graphs, tokenizer, manifest'),
    'quantise': ('quantise.stage_quantise', 'quantisation.json: what the shipped number format costs on held-out rows'),
    'verify': ('verify.stage_verify', 'verification.json: every graph against the PyTorch model'),
    'card': ('export.stage_card', 'README.md of the folder that ships: the model card'),
}

# Programs of their own: name -> module in this package.
TOOLS = {
    'average': 'train.average', 'measure': 'train.measure', 'lists': 'train.lists', 'compare-bases': 'pretrain.compare_bases',
    'cluster-pairs': 'data.cluster_pairs', 'aligner-pairs': 'lexical.aligner_pairs', 'lexical': 'lexical.tables',
    'check-lexicon': 'lexical.check_lexicon', 'embeddings': 'meaning.embeddings', 'embeddings-smoke': 'meaning.smoke',
    'tiny-pair': 'translation.tiny_pair', 'hub-export': 'export.hub_export', 'hub-shapes': 'export.hub_shapes',
    'reread': 'judge.reread', 'judging': 'judge.judging', 'device': 'device.kit', 'device-smoke': 'device.smoke',
}

# Stages that `all` leaves out, but for a smoke run (README.md).
EXTRA = ('prefer', 'scores', 'adapter')
# Left out of every `all`: they start from, change or compare with a folder that ships.
APART = ('restore', 'attach', 'graphs', 'difference')


class Job:
    """What every stage is given: recipe (settings.Recipe), data (folder or None), folder (WORK/<model>), options, smoke, log(text), out (where the model is exported to), shipped (the folder to start from)."""

    def __init__(self, options):
        from recipe.common.settings import RECIPES, for_accelerator, smoke
        self.options, self.smoke = options, options.smoke
        self.recipe = RECIPES[options.model]
        if options.mix:
            self.recipe = replace(self.recipe, mix=options.mix)
        if options.smoke:
            self.recipe = smoke(self.recipe)
        else:
            try:
                import torch
            except ImportError as error:
                raise RecipeError(f'the Python package torch is needed: pip install -r models/recipe/requirements.txt ({error})') from error
            if torch.cuda.is_available():
                self.recipe = for_accelerator(self.recipe)
        self.data, self.folder = options.data, options.work / options.model
        self.out = options.out or self.folder / 'export'
        self.shipped = options.shipped or Path(__file__).parents[1] / ('tiny' if options.smoke else 'base')
        self.began = time.monotonic()

    def corpus(self):
        """The data folder as a corpus.Corpus, or an error that says how to name it; a smoke run reads the beginnings of the files."""
        if self.data is None or not self.data.is_dir():
            raise RecipeError(f'the data folder is missing ({self.data}): name it with --data DIR')
        return Corpus(self.data, SMOKE_LINES if self.smoke else None)

    def log(self, text):
        print(f'[{time.monotonic() - self.began:6.0f} s] {text}', flush=True)


def mix(text):
    """'written=9000,tatoeba=800' -> {'written': 9000, 'tatoeba': 800}"""
    from recipe.data.pairs import SOURCES
    found = {}
    for part in text.split(','):
        name, _, number = part.partition('=')
        if name not in SOURCES or not number.isdigit():
            raise argparse.ArgumentTypeError(f'{part!r} is not SOURCE=ROWS with a SOURCE among {", ".join(SOURCES)}')
        found[name] = int(number)
    return found


def arguments(argv):
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0], epilog='stages: ' + '; '.join(f'{n}: {what}' for n, (_, what) in STAGES.items()))
    parser.add_argument('stages', nargs='+', choices=[*STAGES, 'all'], metavar='STAGE', help=', '.join(STAGES) + f' or all; or one tool: {", ".join(TOOLS)}')
    parser.add_argument('--model', choices=('base', 'small', 'tiny'), default='base')
    parser.add_argument('--data', type=Path, help='folder with the training data')
    parser.add_argument('--work', type=Path, required=True, help='folder for everything that is made')
    parser.add_argument('--minutes', type=float, help='minutes of training by the wall clock (default: the schedule of the model)')
    parser.add_argument('--from', dest='start', type=Path, metavar='CHECKPOINT', help='go on from this model.pt instead of the pretrained weights')
    parser.add_argument('--known', type=Path, metavar='ROWS', help='pairs.jsonl of the run that made CHECKPOINT: its sources are not used again')
    parser.add_argument('--mix', type=mix, metavar='SOURCE=ROWS,...', help='rows of each source to learn from (default: the mix of the model)')
    parser.add_argument('--seed', type=int, help='order of the rows in training (default: the seed of the schedule)')
    parser.add_argument('--threads', type=int, help='threads of training (default: the schedule of the model)')
    parser.add_argument('--out', type=Path, metavar='FOLDER', help='where the model is exported to (default: WORK/<model>/export)')
    parser.add_argument('--shipped', type=Path, metavar='FOLDER', help='folder that `restore` reads, `attach` and `graphs` change, `difference` starts from and `small` is cut from (default: models/base; in a smoke run models/tiny)')
    parser.add_argument('--difference', type=Path, metavar='FILE', help='what `restore` adds to the weights it reads: a model.difference')
    parser.add_argument('--again', action='store_true', help='repeat stages whose results are there already')
    parser.add_argument('--smoke', action='store_true', help='every stage with tiny sizes in about a minute, random weights instead of pretrained ones')
    return parser.parse_args(argv)


def run_tool(name, rest):
    """Runs a tool as a program of its own with the arguments behind its name."""
    sys.argv = [f'main.py {name}', *rest]
    runpy.run_module(f'recipe.{TOOLS[name]}', run_name='__main__')


def main(argv=None):
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in TOOLS:
        return run_tool(argv[0], argv[1:])
    options = arguments(argv)
    left_out = APART if options.smoke else EXTRA + APART
    names = [n for n in STAGES if n in options.stages or ('all' in options.stages and n not in left_out)]
    return exit_code(lambda: run_stages(options, names))


def run_stages(options, names):
    """Runs the stages of these names one after the other, those that are not done already."""
    job = Job(options)
    job.folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        module, what = STAGES[name]
        stage = stage_module(name, module)
        if not options.again and hasattr(stage, 'done') and stage.done(job):
            job.log(f'{name}: done before, {what}')
            continue
        job.log(f'{name}: {what}')
        stage.run(job)


def stage_module(name, module):
    """Imports the module of a stage, or says which package is missing."""
    try:
        return importlib.import_module(f'recipe.{module}')
    except ModuleNotFoundError as error:
        raise RecipeError(f'stage {name} needs the Python module {error.name} (pip install -r models/recipe/requirements.txt)') from error


if __name__ == '__main__':
    sys.exit(main())
