"""Sizes of the pair, its schedule, and the ids that every Marian vocabulary has: EOS first, the unknown token second, padding last."""
from dataclasses import dataclass, replace

EOS, UNKNOWN = 0, 1
EOS_TOKEN, UNKNOWN_TOKEN, PAD_TOKEN = '</s>', '<unk>', '<pad>'
DIRECTIONS = (('cs', 'en'), ('en', 'cs'))
POSITIONS = 512


@dataclass(frozen=True)
class Shape:
    """Sizes of one model. `vocabulary` counts padding, which is its last id and starts every target."""
    encoder_layers: int
    decoder_layers: int
    hidden: int
    heads: int
    feed: int
    vocabulary: int

    @property
    def pad(self):
        return self.vocabulary - 1

    @property
    def head(self):
        return self.hidden // self.heads


@dataclass(frozen=True)
class Schedule:
    """How to train one direction. `tokens` target positions of a batch, `most` the longest side in tokens, `held_out` rows measured."""
    minutes: float
    rate: float
    tokens: int
    warmup: int
    most: int
    held_out: int
    threads: int = 1
    seed: int = 29


@dataclass(frozen=True)
class Recipe:
    """`golden`: sentences of the reference program in each direction; `beam`: its width; `longest`: most words of such a sentence."""
    shape: Shape
    schedule: Schedule
    golden: int = 200
    beam: int = 5
    longest: int = 12


TINY = Recipe(
    Shape(encoder_layers=3, decoder_layers=2, hidden=96, heads=4, feed=384, vocabulary=8_000),
    Schedule(minutes=12, rate=4e-3, tokens=2_048, warmup=200, most=40, held_out=400))


def smoke(recipe):
    """The same with sizes that a CPU runs through in seconds."""
    return replace(recipe, shape=replace(recipe.shape, encoder_layers=2, decoder_layers=1, hidden=32, heads=2, feed=64, vocabulary=512),
                   schedule=replace(recipe.schedule, minutes=0.05, tokens=512, warmup=5, held_out=16), golden=4)
