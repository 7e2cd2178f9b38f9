"""Stage `graphs`: the graphs of the folder --shipped as export_graph.py builds them now; weights and tokenizer stay as they are, byte for byte."""
import export_model
import verify
from stage_attach import SOURCES


def run(job):
    export_model.redraw(job.shipped)
    verify.verify(job.shipped, SOURCES, job.log)
