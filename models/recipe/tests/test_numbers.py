"""Bases, number formats and checkpoints."""
import numpy as np
import pytest
import torch

from recipe.common import checkpoint
from recipe.common.failures import RecipeError
from recipe.judge import estimate
from recipe.quantise import quantise, rotation


def test_the_rotation_is_orthogonal_and_always_the_same():
    q = rotation.orthogonal(48)
    assert torch.allclose(q @ q.T, torch.eye(48, dtype=torch.float64), atol=1e-12)
    assert torch.equal(q, rotation.orthogonal(48))


@pytest.mark.parametrize('bits', [4, 5, 6, 8])
def test_a_rounded_weight_is_off_by_at_most_half_a_step(bits):
    weight = np.random.default_rng(bits).normal(size=(16, 64)).astype(np.float32)
    q, scales = quantise.quantise(weight, bits)
    steps = np.repeat(scales.astype(np.float32), quantise.BLOCK, axis=1)
    assert (np.abs(quantise.dequantise(q, scales) - weight) <= 0.51 * steps + 1e-3 * np.abs(weight)).all()


def test_whole_rows_in_eight_bits_use_the_whole_range():
    weight = np.array([[1.0, -2.0, 0.5], [0.0, 0.1, -0.1]], dtype=np.float32)
    q, scale = quantise.rows_int8(weight)
    assert np.abs(q).max(1).tolist() == [127, 127]
    assert np.allclose(q * scale[:, None], weight, atol=scale.max())


def test_the_share_in_order_counts_pairs_of_one_source_alone():
    estimates = torch.tensor([[3.0], [1.0], [0.0], [9.0]])
    good = torch.tensor([True, False, True, False])
    assert estimate.share_in_order(estimates, good, ['a', 'a', 'b', 'c']) == 1


def test_a_checkpoint_that_is_missing_is_an_error_a_person_can_act_on(tmp_path):
    with pytest.raises(RecipeError):
        checkpoint.load(tmp_path / 'model.pt')
