"""An exact change of basis that spreads outliers, so that 8-bit activations cost next to nothing.

With Q orthogonal [D, D]: norm weights go into the matrices behind them, the embedding and every input side on the residual stream are
multiplied by Q, every output side by its transpose. RMSNorm does not see a rotation, so the function is unchanged. The last norm's weight n
stands before the shared embedding and cannot be folded: it becomes one more matrix, `final` = Qᵀ diag(n) Q. An adapter reads and adds to the same stream.
Measured on the first checkpoint (48 held-out rows, nats a target piece): 8-bit rows with 8-bit activations cost +0.021 before, +0.007 after.
"""
import numpy as np
import torch

SEED = 0


def orthogonal(size, seed=SEED):
    """A random orthogonal matrix, f64 [size, size]."""
    generator = torch.Generator().manual_seed(seed)
    return torch.linalg.qr(torch.randn(size, size, generator=generator, dtype=torch.float64))[0]


def rotated(weights, layers):
    """weights of a checkpoint → the same function in another basis: no norm weights, and `final` f32 [D, D] (hidden @ final → embedding)."""
    q = orthogonal(weights['emb'].shape[1])
    f = lambda name: weights[name].double()
    out = {'emb': f('emb') @ q, 'final': q.T @ torch.diag(f('nf.w')) @ q}
    for i in range(layers):
        at = lambda name: f'blocks.{i}.{name}.w'
        for name in 'qkv':
            out[at(name)] = f(at(name)) * f(at('n1')) @ q
        for name in 'gu':
            out[at(name)] = f(at(name)) * f(at('n2')) @ q
        for name in 'od':
            out[at(name)] = q.T @ f(at(name))
    return {name: value.float() for name, value in out.items()}


def rotated_adapter(weights):
    """An adapter's weights (adapter.Adapter.parts) in the basis of `rotated`."""
    q = orthogonal(weights['adapter.head'].shape[1])
    return {name: (q.T @ weight.double() if name.endswith('.up') else weight.double() @ q).float() for name, weight in weights.items()}


def unrotated_adapter(weights):
    """The inverse of `rotated_adapter`."""
    q = orthogonal(weights['adapter.head'].shape[1])
    return {name: (q @ weight.double() if name.endswith('.up') else weight.double() @ q.T).float().contiguous() for name, weight in weights.items()}


def fused(weights, layers):
    """The rotated checkpoint under the graph's names: q, k, v in one, gate and up in one. Yields (name, kind, f32 array)."""
    adapter = {name: weight for name, weight in weights.items() if name.startswith('adapter.')}
    weights = rotated(weights, layers)
    f = lambda name: weights[name].numpy()
    yield 'emb', 'emb', f('emb')
    yield 'final', 'final', f('final')
    for i in range(layers):
        at = lambda name: f(f'blocks.{i}.{name}.w')
        yield f'layers.{i}.qkv', 'qkv', np.concatenate([at('q'), at('k'), at('v')])
        yield f'layers.{i}.o', 'o', at('o')
        yield f'layers.{i}.gu', 'gu', np.concatenate([at('g'), at('u')])
        yield f'layers.{i}.d', 'd', at('d')
    yield from of_adapter(adapter)


def of_adapter(weights):
    """The rotated adapter under the graph's names; nothing without one. Yields (name, kind, f32 array)."""
    for name, weight in (rotated_adapter(weights) if weights else {}).items():
        yield name, 'adapter', weight.numpy()
