"""Stage `card`: README.md of the folder that ships, from what the stages measured."""
import json

from recipe.common.failures import need_file

TEXT = '''# {title}

A rewriter of English sentences for the browser: a prefix encoder and decoder of {parameters:.1f} M parameters ({layers} layers, {hidden} wide,
{vocabulary:,} pieces) in {megabytes:.1f} MB of weights. One graph encodes a sentence, decodes rewrites of it and scores pairs.

- Licence: {license}
- Made from: {origin}
- Input and output: English sentences up to 256 pieces. Control tags at the start of a rewrite: distance (5), kind ({kinds}), length (3).
- Not for: other languages, text where a changed detail does harm (contracts, prescriptions) without reading every rewrite.

## Training

{training}

Data, with the licence each source states: {data}
Evaluation data never entered.

## Measured

{quality}

Number format: blocks of 32 weights with one float16 scale, {bits} bits a weight, in a rotated basis. On {rows} held-out rows the loss in float is
{float:.4f} nats a target piece; the blocks (WebGPU) add {blocks:+.4f} to it, int8 rows and activations (WASM) {int8:+.4f}.

Every graph against the PyTorch model with the same rounded weights (limits: 0.002 in float arithmetic, 0.05 mean for int8):

| graph | mean difference of log-probs | loss difference | same greedy outputs |
|---|---|---|---|
{verification}

## Known faults

Read the rewrites. The model still swaps details for related ones (a table becomes a chair), flips a comparison or a role now and then, mangles rare
words, and knows nothing of the sentences around the one it rewrites. The invariants and the estimator of the app catch part of it.
'''
DATA = {
    'base': '''clusters of paraphrases written for this project
with a language model (`models/recipe/data/written-clusters.tsv.xz`, Apache-2.0); clusters of translations of the same sentence (WMT news tests, stated for research use; FLORES,
CC BY-SA 4.0; XCOPA, CC BY 4.0; MLQE-PE, CC0; machine outputs published under MPL-2.0, MIT and Apache-2.0, some of commercial systems, whose services
may have terms of their own); Tatoeba pairs (CC BY 2.0 FR); WikiSplit (CC BY-SA 4.0) and Turk simplifications (Wikipedia text in a GPL-3 repository);
question paraphrases (CC BY 4.0); OneStopEnglish (CC BY-SA 4.0). Left out for their licences: TED talks, mTEDx, IWSLT17 and everything marked
non-commercial.''',
    'tiny': 'Tatoeba sentences and pairs (CC BY 2.0 FR).',
}
DATA['small'] = '''clusters of everyday sentences and of several kinds of rewrites, and rewrites by base that raters
called right (`models/recipe/data`, Apache-2.0; sentences as stated there); ''' + DATA['base']
ORIGIN = {
    'small': "eight of the thirty layers and 16,384 of the pieces of Otherwise base (third version), trained on the same kinds of rows, on what base thinks of them, and on rewrites by base that raters called right",
    'base': 'SmolLM2-135M-Instruct (Apache-2.0), its vocabulary cut to the tokens English text uses, fine-tuned to rewrite',
    'tiny': 'random weights; a toy for tests that copies and varies short sentences',
}


def done(job):
    return (job.out / 'README.md').exists()


def run(job):
    manifest = json.loads(need_file(job.out / 'manifest.json', 'the export').read_text())
    quantisation = json.loads(need_file(job.folder / 'quantisation.json', 'the result of the stage quantise').read_text())
    verification = json.loads(need_file(job.folder / 'verification.json', 'the result of the stage verify').read_text())
    quality = job.folder / 'quality.md'
    shape, training = manifest['architecture'], manifest['training'] or {}
    parameters = sum(t['shape'][0] * t['shape'][1] for t in manifest['weights']['tensors']) / 1e6
    text = TEXT.format(
        data=DATA[job.recipe.name], kinds=len(manifest['pieces']['tags']['kind']),
        title=manifest['title'], license=manifest['license'], origin=ORIGIN[job.recipe.name], parameters=parameters, megabytes=manifest['weights']['bytes'] / 1e6,
        **{name: shape[name] for name in ('layers', 'hidden', 'vocabulary')},
        training='\n'.join(f'- {name.replace("_", " ")}: {value}' for name, value in training.items()),
        quality=quality.read_text().strip() if quality.exists() else 'Not measured beyond the loss.',
        bits='/'.join(map(str, sorted(set(quantisation['bits'].values())))), rows=quantisation['rows'], **{name: quantisation[name] for name in ('float', 'blocks', 'int8')},
        verification='\n'.join(f'| {form} | {r["meanDifference"]:.2g} | {r["lossDifference"]:+.4f} | {r["greedySame"]} of {r["greedyOf"]} |' for form, r in verification.items()))
    (job.out / 'README.md').write_text(text)
    job.log(f'{job.out / "README.md"}')
