"""Stage `vocabulary`: tokenizer.json and, when it is cut from another one, kept_ids.json."""
import json
import random

from recipe.common import checkpoint
from recipe.data import synthetic
from recipe.pretrain import vocabulary
from recipe.pretrain.pretrained import gguf_file


def done(job):
    needed = ['tokenizer.json'] + (['kept_ids.json'] if job.recipe.pretrained or job.recipe.cut else [])
    return all((job.folder / name).exists() for name in needed)


def run(job):
    recipe = job.recipe
    if job.smoke and job.data is None:
        texts = synthetic.texts()
    else:
        texts = vocabulary.texts_for(recipe, job.corpus(), random.Random(7))
    if recipe.pretrained or recipe.cut:
        whole = vocabulary.shipped_tokenizer(job.shipped) if recipe.cut else vocabulary.whole_tokenizer(gguf_file())
        spec, kept = vocabulary.cut(whole, texts, recipe.shape.vocabulary)
        checkpoint.write_json(job.folder / 'kept_ids.json', kept)
    else:
        spec = vocabulary.train_own(texts, recipe.shape.vocabulary)
    checkpoint.write(job.folder / 'tokenizer.json', lambda file: file.write_text(json.dumps(spec, ensure_ascii=False), encoding='utf-8'))
    job.log(f'{len(spec["model"]["vocab"])} tokens, {len(spec["model"]["merges"])} merges')
