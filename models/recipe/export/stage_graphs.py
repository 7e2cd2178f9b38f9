"""Stage `graphs`: the graphs of the folder --shipped as export_graph.py builds them now; weights and tokenizer stay as they are, byte for byte."""
from recipe.export import export_model
from recipe.verify import verify
from recipe.judge.stage_attach import SOURCES


def run(job):
    export_model.redraw(job.shipped)
    verify.verify(job.shipped, SOURCES, job.log)
