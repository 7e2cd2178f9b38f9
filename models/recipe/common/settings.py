"""Everything that names a size: the models, their schedules, and the tiny sizes of a smoke run.

Ids that every model shares: EOS 0, BOS 1, SEP 2, five distance tags 3..7, six kind tags 8..10 and 14..16, three length tags 11..13; ids below
17 are reserved and never stand for text.
"""
from dataclasses import asdict, dataclass, field, replace

EOS, BOS, SEP = 0, 1, 2
DISTANCE = (3, 4, 5, 6, 7)
KIND = {'human': 8, 'machine': 9, 'edit': 10, 'restructured': 14, 'plainer': 15, 'bold': 16}
LENGTH = (11, 12, 13)
FIRST_TAG, LAST_TAG, RESERVED = 3, 16, 17
SPECIAL = ('<|endoftext|>', '<|im_start|>', '<|im_end|>', '<repo_name>', '<reponame>', '<file_sep>', '<filename>', '<gh_stars>',
           '<issue_start>', '<issue_comment>', '<issue_closed>', '<jupyter_start>', '<jupyter_text>', '<jupyter_code>',
           '<jupyter_output>', '<jupyter_script>', '<empty_output>')


def estimated_layer(layers):
    """How many layers a state has passed when the estimators of estimate.py read it: there it tells more of the sentence, at the end of the next piece."""
    return layers * 3 // 5


# Below this number of layers, the middle ones are too few for an adapter.
SHALLOW = 12


def adapted_layers(layers):
    """The first layer that an adapter stands beside (adapter.py), and the one after the last. In a deep network these are the middle layers, which tell most about a
    sentence; in a shallow one, most layers."""
    return (layers // 4, layers - 1) if layers < SHALLOW else (layers * 14 // 30, layers * 22 // 30)


@dataclass(frozen=True)
class Shape:
    """Sizes of the network. `head` is the width of one attention head, `theta` the base of the rotary angles."""
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head: int
    feed: int
    vocabulary: int
    theta: float

    def as_dict(self):
        return asdict(self)

    @classmethod
    def of(cls, architecture):
        """The sizes among a manifest's `architecture`, which says more."""
        return cls(**{name: value for name, value in architecture.items() if name in cls.__dataclass_fields__})


@dataclass(frozen=True)
class Schedule:
    """How to train. `rate` is the peak learning rate, `tokens` the positions of one batch, `accumulate` batches a step.

    `frozen` layers (from below) and, with any frozen, the embedding stay as they are; the tag rows of the embedding are trained always.
    With `steps`, training ends after so many of them and not by the clock, so that every machine learns the same.
    """
    minutes: float
    rate: float
    tag_rate: float
    tokens: int
    accumulate: int
    warmup: int
    frozen: int
    most: int
    held_out: int
    save_minutes: float
    threads: int
    bfloat16: bool
    seed: int = 29
    steps: int = 0


@dataclass(frozen=True)
class Preference:
    """How to learn from judged rewrites (prefer.py). `beta` scales the preference, `usual` weighs the loss on good rewrites and on rows of the stage pairs,
    `anchor` positions of the latter a step, `pairs` at most a sentence."""
    beta: float
    rate: float
    passes: int
    usual: float
    anchor: int
    pairs: int


@dataclass(frozen=True)
class Cut:
    """How a smaller model is made out of the one that ships (distil.py): the `layers` it keeps, and how it learns from the whole one after the stage train."""
    layers: tuple
    schedule: Schedule


@dataclass(frozen=True)
class Recipe:
    """One model: its shape, how it is trained, and how many rows of each source it learns from; `cut`: out of which part of another one, if it is."""
    name: str
    shape: Shape
    schedule: Schedule
    mix: dict = field(default_factory=dict)
    pretrained: bool = False
    preference: Preference | None = None
    cut: Cut | None = None


BASE = Recipe(
    'base',
    Shape(layers=30, hidden=576, heads=9, kv_heads=3, head=64, feed=1536, vocabulary=24_576, theta=100_000.0),
    Schedule(minutes=75, rate=1e-4, tag_rate=2e-3, tokens=1536, accumulate=1, warmup=15, frozen=10, most=72, held_out=300,
             save_minutes=8, threads=2, bfloat16=True),
    {'written': 20_000, 'clusters': 14_000, 'tatoeba': 8_000, 'wiki': 1_500, 'questions': 800, 'news': 900},
    pretrained=True,
    preference=Preference(beta=0.1, rate=2e-5, passes=1, usual=0.3, anchor=640, pairs=6))

SMALL = Recipe(
    'small',
    replace(BASE.shape, layers=8, vocabulary=16_384),
    replace(BASE.schedule, minutes=45, rate=5e-4, warmup=50, frozen=0),
    {'written': 15_000, 'kinds': 30_000, 'tatoeba': 6_000, 'clusters': 2_000, 'wiki': 500, 'questions': 300, 'news': 300},
    cut=Cut((0, 1, 2, 8, 11, 17, 23, 29), replace(BASE.schedule, minutes=25, rate=2e-4, warmup=50, frozen=0)))

TINY = Recipe(
    'tiny',
    Shape(layers=4, hidden=96, heads=3, kv_heads=1, head=32, feed=256, vocabulary=2_048, theta=10_000.0),
    Schedule(minutes=15, rate=3e-3, tag_rate=3e-3, tokens=4096, accumulate=1, warmup=200, frozen=0, most=40, held_out=200,
             save_minutes=4, threads=1, bfloat16=False),
    {'copies': 60_000, 'short-tatoeba': 40_000})

RECIPES = {'base': BASE, 'small': SMALL, 'tiny': TINY}


def smoke(recipe):
    """The same recipe with sizes that a CPU runs through in seconds: random weights (or two layers of `tiny`), few rows, a fraction of a minute of training."""
    quick = {'minutes': 0.1, 'steps': 60, 'rate': 3e-3, 'tokens': 1024, 'warmup': 5, 'frozen': 0, 'held_out': 16, 'save_minutes': 0.05, 'threads': 2, 'bfloat16': False}
    shape = replace(recipe.shape, layers=2, hidden=64, heads=2, kv_heads=1, head=32, feed=128, vocabulary=512)
    made = replace(recipe, shape=shape, schedule=replace(recipe.schedule, **quick), mix={name: min(120, most) for name, most in recipe.mix.items()}, pretrained=False)
    if recipe.cut is None:
        return made
    cut = Cut((0, TINY.shape.layers - 1), replace(recipe.cut.schedule, **quick))
    return replace(made, shape=replace(TINY.shape, layers=len(cut.layers), vocabulary=1_024), cut=cut)


def for_accelerator(recipe):
    """On CUDA every weight learns, in bfloat16 products, with larger batches."""
    large = {'frozen': 0, 'tokens': 32_768, 'accumulate': 1, 'bfloat16': True}
    cut = recipe.cut and replace(recipe.cut, schedule=replace(recipe.cut.schedule, **large))
    return replace(recipe, schedule=replace(recipe.schedule, **large), cut=cut)
