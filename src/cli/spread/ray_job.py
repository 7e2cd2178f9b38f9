"""Spreads a run over a Ray cluster, a task a shard: python ray_job.py N FOLDER INPUT OUTPUT COMMAND [FLAGS]

Ray starts a task again when its worker is lost; the shard then goes on from its checkpoint. The folder, the input and
the checkout must be the same for all machines.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import ray

SHARD = pathlib.Path(__file__).resolve().parent / 'shard.sh'
# The number of times that a shard is started again, whether its worker died or it failed itself.
RETRIES = 5


@ray.remote(num_cpus=1, max_retries=RETRIES, retry_exceptions=True)
def shard(index: int, count: int, folder: str, rest: list[str]) -> int:
    """Runs shard `index` (from 1). Raises CalledProcessError with what it said last when it did not come to its end."""
    subprocess.run([SHARD, str(index), str(count), folder, *rest], check=True)
    return index


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('count', type=int, help='shards')
    parser.add_argument('folder', help='where shards lie until they are all there')
    parser.add_argument('input', help='the rows')
    parser.add_argument('output', help='where they go, in their order')
    parser.add_argument('command', choices=['corpus', 'paraphrase'])
    parser.add_argument('flags', nargs=argparse.REMAINDER, help='of the command')
    asked = parser.parse_args(argv)
    folder, source = pathlib.Path(asked.folder).resolve(), pathlib.Path(asked.input).resolve()

    ray.init()
    rest = [str(source), asked.command, *asked.flags]
    waiting = [shard.remote(index, asked.count, str(folder), rest) for index in range(1, asked.count + 1)]
    for done in range(1, asked.count + 1):
        ready, waiting = ray.wait(waiting)
        ray.get(ready)
        print(f'{done} of {asked.count} shards', file=sys.stderr)
    with open(asked.output, 'wb') as output:
        for index in range(1, asked.count + 1):
            with open(folder / f'{index:06d}-of-{asked.count:06d}', 'rb') as part:
                shutil.copyfileobj(part, output)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
