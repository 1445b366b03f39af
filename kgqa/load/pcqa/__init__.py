"""Graphs in the form of PcQA, the pan-cancer graph of the paper on KGT."""
