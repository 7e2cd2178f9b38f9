"""The batches that readers judge."""
import json

import pytest

from recipe.judge import judging


@pytest.fixture
def folder(tmp_path):
    """A folder with one batch of two sources."""
    rows = [[f'Rewrite {n}.', 0.5 + n / 10] for n in range(8)]
    draws = tmp_path / 'draws.jsonl'
    lines = [{'source': f'Source {n}.', 'distance': 2, 'temperature': 0.6, 'rows': rows} for n in range(2)]
    draws.write_text(''.join(json.dumps(line) + '\n' for line in lines))
    batches = tmp_path / 'batches'
    batches.mkdir()
    judging.make(batches, [draws])
    return batches


def test_each_batch_is_handed_to_one_reader(folder, capsys):
    judging.next_batch(folder, 'A')
    judging.next_batch(folder, 'B')
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if line][-2:] == ['write', 'none']


def answered(folder, code):
    batch = json.loads((folder / 'b-0000.json').read_text())
    lines = [f'#{n} {" ".join([code] * len(rows))}' for n, (_, rows) in enumerate(batch)]
    (folder / 'b-0000.rated').write_text('\n'.join(lines))


def said_of(folder, code, capsys):
    answered(folder, code)
    capsys.readouterr()
    judging.check(folder, 'b-0000')
    return capsys.readouterr().out


def test_a_right_one_has_no_fault_and_a_wrong_one_names_it(folder, capsys):
    assert said_of(folder, '55', capsys).strip() == 'complete'
    assert said_of(folder, '53m', capsys).strip() == 'complete'
    assert 'complete' not in said_of(folder, '53', capsys)
    assert 'complete' not in said_of(folder, '55m', capsys)
