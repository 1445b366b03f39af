"""Questions for the place of a thing among broader and narrower ones, over any graph that records which is which.

Every word of such a question plays a part (``kgqa.language.hierarchy``); together the parts say in which direction
things are asked for, over how many steps, and whether they are listed, counted or only asked about.
"""
