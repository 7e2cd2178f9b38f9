"""A parcel: files as one tar, cut into numbered parts that fit into calls, each with its SHA-256; on the other side the parts come in over
several calls, in any order and as often as one likes, and the parcel is opened when all are there.

    folder/parts.json      [{'file', 'bytes', 'sha256'}] of all parts, in every call
    folder/part.00 ...     bytes of the tar, one after the other
"""
import hashlib
import json
import shutil
import tarfile

from recipe.common import checkpoint
from recipe.common.failures import RecipeError, need_file

LIST = 'parts.json'


def digest(data):
    return hashlib.sha256(data).hexdigest()


def seal(files, folder, most):
    """files: {name: path} -> the list of parts, each of at most `most` bytes, written to `folder`, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    whole = folder / 'whole.tar'
    with tarfile.open(whole, 'w') as tar:
        for name, path in files.items():
            tar.add(path, name)
    parts = []
    with whole.open('rb') as stream:
        while data := stream.read(most):
            parts.append({'file': f'part.{len(parts):02d}', 'bytes': len(data), 'sha256': digest(data)})
            (folder / parts[-1]['file']).write_bytes(data)
    whole.unlink()
    checkpoint.write_json(folder / LIST, parts)
    return parts


def read_list(folder):
    return json.loads(need_file(folder / LIST, 'the list of parts').read_text(encoding='utf-8'))


def send(folder, out, parts):
    """Copies some parts of a sealed folder, and the list of all, to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    for name in (LIST, *(part['file'] for part in parts)):
        shutil.copyfile(folder / name, out / name)


def take_in(folder, store):
    """Copies to `store` what lies in `folder` and is as its list says. -> the names of the parts that are still missing.

    RecipeError when a part is damaged; parts of another parcel in `store` are thrown away.
    """
    parts = read_list(folder)
    if (store / LIST).exists() and read_list(store) != parts:
        shutil.rmtree(store)
    store.mkdir(parents=True, exist_ok=True)
    checkpoint.write_json(store / LIST, parts)
    for part in parts:
        source = folder / part['file']
        if source.exists() and not (store / part['file']).exists():
            data = source.read_bytes()
            if digest(data) != part['sha256']:
                raise RecipeError(f'{source} is damaged: send it again')
            checkpoint.write(store / part['file'], lambda file: file.write_bytes(data))
    return [part['file'] for part in parts if not (store / part['file']).exists()]


class Joined:
    """The bytes of a folder's parts as one stream."""

    def __init__(self, folder):
        self.paths = iter([folder / part['file'] for part in read_list(folder)])
        self.stream = next(self.paths).open('rb')

    def read(self, size):
        found = b''
        while len(found) < size:
            data = self.stream.read(size - len(found))
            if not data:
                following = next(self.paths, None)
                if following is None:
                    break
                self.stream.close()
                self.stream = following.open('rb')
            found += data
        return found


def open_into(store, folder):
    """Puts the files of a complete parcel into `folder`. -> their names"""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=Joined(store), mode='r|') as tar:
        tar.extractall(folder, filter='data')
    return sorted(path.name for path in folder.iterdir())
