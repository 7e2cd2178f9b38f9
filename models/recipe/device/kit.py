"""The device kit: train the model on a machine with an accelerator that is lent for minutes and takes 64 MiB a call.

    here      python models/recipe/device/kit.py pack --data DATA --out .work/kit
    there     python models/recipe/device/kit.py unpack .work/kit/1 --work WORK    (in as many calls as there are folders)
              python models/recipe/device/kit.py background --work WORK -- train --minutes 10 -- improve --minutes 7 -- evaluate
              python models/recipe/device/kit.py status --work WORK --wait 500
              python models/recipe/device/kit.py fetch --work WORK --out OUT --call 1
    here      python models/recipe/device/kit.py join FOLDER... --out MADE

models/recipe/device/README.md has the minutes. Errors a person can act on end with exit code 2.
"""
import argparse
import os
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2]))
from recipe.common.failures import RecipeError

# One process holds the device for minutes, its batches differ in shape: without this, freed memory lies in pieces that fit nothing.
os.environ.setdefault('PYTORCH_CUDA_ALLOC_CONF', 'expandable_segments:True')
ROOT = Path(__file__).resolve().parents[3]
LEFT_OUT = ('models/*/*.bin', 'models/recipe/*.difference')


def say(text):
    print(f'[{time.strftime("%H:%M:%S")}] {text}', flush=True)


def pack(options):
    from recipe.device import cargo
    if options.room is None:
        options.room = (cargo.CALL - cargo.MARGIN - cargo.tree_bytes(ROOT, options.leave)) / cargo.MIB
    options.room = int(options.room * cargo.MIB)
    if options.room <= 0:
        raise RecipeError('the working tree alone fills a call: leave more of it out (--leave)')
    cargo.pack(options, say)


def unpack(options):
    from recipe.device import cargo
    return 0 if cargo.unpack(options.work, options.folder, say) else 3


def schedule_of(options):
    from recipe.common.settings import BASE, for_accelerator
    schedule = for_accelerator(BASE).schedule
    given = {name: getattr(options, name) for name in ('minutes', 'rate', 'tokens', 'warmup', 'save_minutes', 'seed')}
    return replace(schedule, **{name: value for name, value in given.items() if value is not None})


def train(options):
    from recipe.device.learn import Learning, Plan, tables
    plan = Plan(schedule_of(options), options.passes, compiled=options.compile)
    work = options.work
    Learning(work.folder / 'train', work.start, plan, say).run(*tables(work, work.rows('pairs'), options.held_out))


def improve(options):
    from recipe.device import improve as own
    from recipe.device.learn import Plan
    schedule = schedule_of(options)
    each = options.minutes / options.rounds
    plan = Plan(replace(schedule, minutes=each * (1 - options.share)), options.passes, best=False, compiled=options.compile)
    for number in range(1, options.rounds + 1):
        own.once(options.work, own.Round(number, sampling_of(options, each * options.share), plan, options.held_out), say)


def sampling_of(options, minutes=0.0):
    from recipe.device.improve import Sampling
    names = ('copies', 'rows', 'read', 'temperature', 'least', 'judged', 'seed')
    given = {name: getattr(options, name, None) for name in names}
    return Sampling(minutes=minutes, **{name: value for name, value in given.items() if value is not None})


def evaluate(options):
    from recipe.device import evaluate as own
    for name in options.stage or [folder.name for folder in options.work.stages()]:
        say(f'== {name}')
        own.run(options.work, options.work.stage(name), own.Extent(options.held_out, options.sentences, sampling_of(options)), say)


def fetch(options):
    from recipe.device import cargo
    cargo.fetch(options.work, options, say)


def join(options):
    from recipe.device import cargo
    return 0 if cargo.join(options, say) else 3


def background(options):
    from recipe.device.background import Background, split
    say(f'process {Background(options.work).start(split(options.commands))}')


def chain(options):
    from recipe.device.background import Background, split
    return Background(options.work).chain(split(options.commands))


def status(options):
    from recipe.device.background import Background
    return Background(options.work).status(options.wait, print)


def speed(options):
    from recipe.device import speed as own
    from recipe.common.settings import BASE, for_accelerator
    schedule = for_accelerator(BASE).schedule
    own.run(BASE.shape, replace(schedule, tokens=options.tokens or schedule.tokens), options.rows, say)


def work(text):
    from recipe.device.work import Work
    return Work(text)


def training_options(parser, minutes, passes, rate):
    parser.add_argument('--minutes', type=float, default=minutes, help='by the wall clock, at most (default: %(default)s)')
    parser.add_argument('--passes', type=float, default=passes, help='over the rows, at most (default: %(default)s)')
    parser.add_argument('--rate', type=float, default=rate, help='peak learning rate (default: %(default)s)')
    parser.add_argument('--tokens', type=int, help='positions a step (default: the schedule for accelerators)')
    parser.add_argument('--warmup', type=int, help='steps of warm-up (default: the schedule of the model)')
    parser.add_argument('--save-minutes', type=float, default=2, help='between checkpoints (default: %(default)s)')
    parser.add_argument('--seed', type=int)
    parser.add_argument('--compile', action='store_true', help='layers through torch.compile: see speed')


def measuring_options(parser):
    parser.add_argument('--held-out', type=int, help='held-out rows to measure on (default: all)')


def sampling_options(parser):
    parser.add_argument('--rows', type=int, default=6144, help='rewrites sampled at once (default: %(default)s)')
    parser.add_argument('--read', type=int, default=65_536, help='positions read at once (default: %(default)s)')
    parser.add_argument('--temperature', type=float, default=0.85, help='default: %(default)s')
    parser.add_argument('--judged', type=int, help='judged rewrites to fit the estimator on (default: all)')


def there(parser):
    parser.add_argument('--work', type=work, required=True, help='folder for everything on the machine with the accelerator')


def arguments(argv):
    """Everything behind the first -- are the commands of background and chain."""
    cut = argv.index('--') if '--' in argv else len(argv)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    several = parser.add_subparsers(dest='command', required=True, metavar='COMMAND')
    add = lambda name, act, text: made(several, name, act, text)
    pack_options(add('pack', pack, 'here: weights, rows and judged rewrites as one folder for each call'))
    unpack_options(add('unpack', unpack, 'there: take in what a call brought; exit code 3 while parts are missing'))
    for name, act, text in (('train', train, 'there: all weights on all rows; the same command goes on after an interruption'),
                            ('improve', improve, "there: learn from the model's own best rewrites")):
        command = add(name, act, text)
        there(command)
        training_options(command, *{'train': (10, 4, 1e-4), 'improve': (7, 1, 3e-5)}[name])
        measuring_options(command)
        if name == 'improve':
            sampling_options(command)
            improving_options(command)
    evaluate_options(add('evaluate', evaluate, 'there: held-out loss by source and tag, rewrites of held-out sentences as JSON lines'))
    fetch_options(add('fetch', fetch, 'there: weights and everything measured, in parts for one call'))
    join_options(add('join', join, 'here: the fetched parts become model.pt; exit code 3 while parts are missing'))
    there(add('background', background, 'there: run commands (each behind a --) one after the other and return at once'))
    there(add('chain', chain, 'what background starts'))
    command = add('status', status, 'there: the log of the background; exit code 1 when it failed')
    there(command)
    command.add_argument('--wait', type=float, default=0, help='seconds to go on saying it, until the commands have ended')
    command = add('speed', speed, 'there: how fast this machine trains and samples, with and without torch.compile')
    command.add_argument('--tokens', type=int)
    command.add_argument('--rows', type=int, default=6144)
    options = parser.parse_args(argv[:cut])
    options.commands = argv[cut + 1:]
    return options


def made(several, name, act, text):
    command = several.add_parser(name, help=text, description=text)
    command.set_defaults(act=act)
    return command


def pack_options(parser):
    rows = parser.add_mutually_exclusive_group(required=True)
    rows.add_argument('--data', type=Path, help='data folder: all rows it gives')
    rows.add_argument('--rows', type=Path, help='folder with pairs.jsonl and held-out.jsonl, made before')
    parser.add_argument('--shipped', type=Path, default=ROOT / 'models' / 'base', help='weights to start from (default: models/base)')
    parser.add_argument('--judged', type=Path, help='judged rewrites, JSON lines (default: all of the recipe)')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--room', type=float, help='MiB a call has for a part (default: 63 less the working tree)')
    parser.add_argument('--leave', nargs='*', default=LEFT_OUT, metavar='PATTERN',
                        help=f'files of the working tree that do not go along (default: {" ".join(LEFT_OUT)})')


def unpack_options(parser):
    parser.add_argument('folder', type=Path)
    there(parser)


def improving_options(parser):
    parser.add_argument('--rounds', type=int, default=2)
    parser.add_argument('--share', type=float, default=0.6, help='of the minutes for sampling (default: %(default)s)')
    parser.add_argument('--copies', type=int, default=2, help='rewrites for each distance and kind (default: %(default)s)')
    parser.add_argument('--least', type=float, default=0.75, help='probability of being right to be learnt from (default: %(default)s)')


def evaluate_options(parser):
    there(parser)
    parser.add_argument('--stage', nargs='*', help='start, train, improve-1 ... (default: all there are)')
    parser.add_argument('--sentences', type=int, default=200, help='to rewrite (default: %(default)s)')
    measuring_options(parser)
    sampling_options(parser)


def fetch_options(parser):
    there(parser)
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--call', type=int, default=1)
    parser.add_argument('--stage', help='whose model (default: the newest)')
    parser.add_argument('--fineness', type=float, default=32, help='see difference.py (default: %(default)s)')
    parser.add_argument('--whole', action='store_true', help='the weights themselves, not their difference to the start')
    parser.add_argument('--piece', type=int, default=15 * 2 ** 20, help='bytes of a part, four of them a call (default: %(default)s)')


def join_options(parser):
    parser.add_argument('folders', type=Path, nargs='+')
    parser.add_argument('--out', type=Path, required=True)
    parser.add_argument('--shipped', type=Path, default=ROOT / 'models' / 'base', help='the folder that was packed (default: models/base)')
    parser.add_argument('--whole', action='store_true', help='fetched with --whole')


def main(argv):
    options = arguments(argv)
    try:
        return options.act(options) or 0
    except RecipeError as error:
        print(f'error: {error}', file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
