"""The two parcels: what goes to the machine with the accelerator, and what comes back."""
import json
import lzma
import math
import shutil
import subprocess
import tempfile
from fnmatch import fnmatch
from pathlib import Path

from recipe.common import checkpoint
from recipe.train import difference
from recipe.data import judgements
from recipe.data import pairs
from recipe.device import parcel
from recipe.export import shipped
from recipe.common.failures import RecipeError, need_file
from recipe.common.corpus import Corpus
from recipe.train.stage_restore import restored, tensors_of
from recipe.judge.stage_scores import by_rule

MIB = 2 ** 20
CALL = 64 * MIB
MARGIN = MIB
# On the way back a call brings so many parts of so many bytes.
PIECE, PIECES = 15 * MIB, 4
HELD_OUT = 900
EVERYTHING = ('written', 'kinds', 'clusters', 'tatoeba', 'wiki', 'questions', 'news')
SEED = 29


def tree_bytes(root, without):
    """Bytes of the files of a working tree that git knows or does not ignore, but for those that match a pattern of `without`."""
    command = ['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
    names = set(subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode().split('\0')) - {''}
    going = [name for name in names if not any(fnmatch(name, some) for some in without)]
    return sum((root / name).stat().st_size for name in going if (root / name).is_file())


def make_rows(data, folder):
    """All rows that the data folder and the clusters of this project give."""
    rows, apart = pairs.select(Corpus(data), dict.fromkeys(EVERYTHING, math.inf), SEED, HELD_OUT)
    pairs.write_rows(folder / 'pairs.jsonl', rows)
    pairs.write_rows(folder / 'held-out.jsonl', apart)


def all_judged():
    """What readers judged, and what is judged by rule."""
    return [*judgements.read(), *by_rule(SEED)]


def pack(options, log):
    """Writes OUT/1, OUT/2, ...: one folder for each call; rows that it makes itself are kept in OUT/rows."""
    files = {}
    with tempfile.TemporaryDirectory() as temporary:
        own = Path(temporary)
        rows = options.rows or options.out / 'rows'
        if options.rows is None:
            log(f'rows, into {rows}')
            make_rows(options.data, rows)
        ready = {name: need_file(rows / f'{name}.jsonl', 'the rows of the stage pairs') for name in ('pairs', 'held-out')}
        ready['judged'] = options.judged or own / 'judged.jsonl'
        if options.judged is None:
            pairs.write_rows(ready['judged'], all_judged())
        for name, path in ready.items():
            files[f'{name}.jsonl.xz'] = own / f'{name}.jsonl.xz'
            files[f'{name}.jsonl.xz'].write_bytes(lzma.compress(path.read_bytes()))
        files |= {f'shipped/{path.name}': path for path in (options.shipped / 'manifest.json', options.shipped / 'tokenizer.json',
                                                            *sorted(options.shipped.glob('weights.*.bin')))}
        _, start = start_of(options.shipped)
        checkpoint.write_json(own / 'start.json', {'weights': difference.fingerprint(start)})
        files['start.json'] = own / 'start.json'
        for old in options.out.glob('[0-9]*'):
            shutil.rmtree(old)
        for number, some in enumerate(calls(files, options, log), 1):
            parcel.send(options.out / 'all', options.out / str(number), some)
    shutil.rmtree(options.out / 'all')


def calls(files, options, log):
    """Seals the files -> the parts of each call: as many calls as the room for parts asks for, all alike."""
    total = sum(path.stat().st_size + 2048 for path in files.values()) + 10240
    count = math.ceil(total / options.room)
    parts = parcel.seal(files, options.out / 'all', math.ceil(total / count))
    for part in parts:
        log(f'{part["file"]}: {part["bytes"] / MIB:.1f} MiB')
    log(f'{len(parts)} calls, each with a folder of {options.out} and at most {(CALL - options.room) / MIB:.1f} MiB besides')
    return [[part] for part in parts]


def start_of(folder):
    """-> (Shape, the weights of a folder that ships, as a checkpoint holds them)"""
    manifest = shipped.manifest_of(folder)
    shape, weights = restored(manifest, tensors_of(folder, manifest))
    return shape, checkpoint.held(weights)


def unpack(work, folder, log):
    """Takes in what lies in `folder`; opens the parcel once all of it is there. -> whether it is"""
    if missing := parcel.take_in(folder, work.folder / 'parcel'):
        log(f'still missing: {", ".join(missing)}')
        return False
    store, cargo = work.folder / 'parcel', work.folder / 'cargo'
    if not (cargo / parcel.LIST).exists() or parcel.read_list(cargo) != parcel.read_list(store):
        parcel.open_into(store, cargo)
        shape, weights = start_of(cargo / 'shipped')
        work.start.parent.mkdir(exist_ok=True)
        shutil.copyfile(cargo / 'shipped' / 'tokenizer.json', work.tokenizer)
        checkpoint.save(work.start, shape, weights)
        same = difference.fingerprint(weights) == json.loads((cargo / 'start.json').read_text())['weights']
        shutil.copyfile(store / parcel.LIST, cargo / parcel.LIST)
        log('the start weights are those of the other side, bit by bit' if same else
            'the start weights are not bit by bit those of the other side: fetch with --whole')
    log(f'all is there: {work.folder}')
    return True


def fetch(work, options, log):
    """Writes the parts of one call, of the model of a stage and everything measured, to options.out."""
    stage = work.stage(options.stage)
    folder = work.folder / 'outgoing' / f'{stage.name}{"-whole" * options.whole}'
    sealed = folder / parcel.LIST
    if not sealed.exists() or options.call == 1 and sealed.stat().st_mtime < (stage / 'model.pt').stat().st_mtime:
        trained, start = checkpoint.load(stage / 'model.pt'), None if options.whole else checkpoint.load(work.start)[1]
        file = stage / 'model.difference'
        difference.write(file, trained, start, options.fineness)
        log(f'{file.stat().st_size / 1e6:.1f} MB for {sum(w.numel() for w in trained[1].values()) / 1e6:.1f} M weights')
        parcel.seal({'model.difference': file, 'tokenizer.json': work.tokenizer, **measured(work)}, folder, options.piece)
    parts = parcel.read_list(folder)
    count = math.ceil(len(parts) / PIECES)
    if not 1 <= options.call <= count:
        raise RecipeError(f'the parts of {stage.name} come in {count} calls (--call 1 to {count})')
    parcel.send(folder, options.out, parts[(options.call - 1) * PIECES:options.call * PIECES])
    log(f'call {options.call} of {count}: {stage.name} in {len(parts)} parts')


def measured(work):
    """What is worth keeping beside the weights: {name in the parcel: path}."""
    small = [*work.folder.glob('*/training.json'), *work.folder.glob('improve-*/rows.jsonl'), *work.folder.glob('evaluation/*'),
             *work.folder.glob('background/*.log')]
    packed = {}
    for path in small:
        name = str(path.relative_to(work.folder))
        if path.suffix == '.jsonl':
            xz = path.with_suffix('.jsonl.xz')
            xz.write_bytes(lzma.compress(path.read_bytes(), preset=1))
            name, path = f'{name}.xz', xz
        packed[name] = path
    return packed


def join(options, log):
    """Takes in what has come back from some folders; writes OUT/model.pt when all of it is there. -> whether it is"""
    store = options.out / 'parcel'
    missing = []
    for folder in options.folders:
        missing = parcel.take_in(folder, store)
    if missing:
        log(f'still missing: {", ".join(missing)}')
        return False
    parcel.open_into(store, options.out)
    start = None if options.whole else start_of(options.shipped)[1]
    checkpoint.save(options.out / 'model.pt', *difference.read(options.out / 'model.difference', start))
    log(f'{options.out / "model.pt"}: the weights are those that were sent, by their hash')
    return True
