"""The neutral weight file: every matrix in blocks of 32 with a float16 scale, 4 to 8 bits a weight by the matrix's kind.

A block holds q in [-(2^(bits-1)-1), 2^(bits-1)-1] with w ≈ q · scale, scale = max|w| / (2^(bits-1)-1); nothing is clipped (clipping hurts this model).
Bytes of a tensor: all scales (float16, little endian, row by row), then all q + 2^(bits-1) as unsigned numbers of `bits` bits, row by row,
lowest bit first, packed without gaps.  The runtime turns the blocks into bytes (WebGPU) or rows of
int8 with one scale (WASM); the widths (export_model.py) were chosen by the loss they cost (stage `quantise` measures it, the model card states it).
"""
import numpy as np

BLOCK = 32
# What is added to the moments of the inputs, in their mean.
DAMPING = 0.01


def scales_of(blocks, most):
    """blocks f32 [..., 32] → scales f16 [...]"""
    return np.maximum((np.abs(blocks).max(-1) / most).astype(np.float16), np.float16(6e-8))


def rounded(weight, scales, most):
    """→ the whole numbers of weights, f32, given their scales f16"""
    return np.clip(np.rint(weight / scales.astype(np.float32)), -most, most)


def quantise(weight, bits):
    """weight f32 [rows, columns] → q int8 [rows, columns], scales f16 [rows, columns / 32]."""
    rows, columns = weight.shape
    most = 2 ** (bits - 1) - 1
    blocks = weight.reshape(rows, columns // BLOCK, BLOCK).astype(np.float32)
    scales = scales_of(blocks, most)
    return rounded(blocks, scales[..., None], most).astype(np.int8).reshape(rows, columns), scales


def compensated(weight, bits, moments):
    """As quantise, but the columns still to come make good the error of each one, as far as their inputs go together (GPTQ; Frantar et al., ICLR 2023).

    moments f64 [columns, columns]: mean products of the inputs (calibrate.py).
    """
    rest, most = weight.astype(np.float32), 2 ** (bits - 1) - 1
    columns = rest.shape[1]
    damping = DAMPING * np.trace(moments) / columns * np.eye(columns)
    upper = np.linalg.cholesky(np.linalg.inv(moments + damping)).T.astype(np.float32)
    q, scales = np.zeros(rest.shape, np.int8), np.zeros((len(rest), columns // BLOCK), np.float16)
    for start in range(0, columns, BLOCK):
        end = start + BLOCK
        scale = scales[:, start // BLOCK] = scales_of(rest[:, start:end], most)
        errors = np.zeros((len(rest), BLOCK), np.float32)
        for c in range(start, end):
            whole = q[:, c] = rounded(rest[:, c], scale, most)
            error = errors[:, c - start] = (rest[:, c] - whole * scale.astype(np.float32)) / upper[c, c]
            rest[:, c + 1:end] -= np.outer(error, upper[c, c + 1:end])
        rest[:, end:] -= errors @ upper[start:end, end:]
    return q, scales


def dequantise(q, scales):
    """→ f32 [rows, columns]."""
    rows, columns = q.shape
    return (q.reshape(rows, columns // BLOCK, BLOCK).astype(np.float32) * scales.astype(np.float32)[..., None]).reshape(rows, columns)


def pack(q, scales, bits):
    """→ the bytes of one tensor, as the module's docstring says."""
    unsigned = (q.astype(np.int16) + 2 ** (bits - 1)).astype(np.uint8).ravel()
    if bits == 8:
        packed = unsigned
    else:
        packed = np.packbits(((unsigned[:, None] >> np.arange(bits, dtype=np.uint8)) & 1).ravel(), bitorder='little')
    return scales.astype('<f2').tobytes() + packed.tobytes()


def rows_int8(weight):
    """The WASM form: int8 [rows, columns] and one float32 scale a row, from float weights."""
    scale = np.maximum(np.abs(weight).max(1), 1e-10).astype(np.float32) / np.float32(127)
    return np.clip(np.rint(weight / scale[:, None]), -127, 127).astype(np.int8), scale
