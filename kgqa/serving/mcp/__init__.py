"""Tools for language models of other programs (Model Context Protocol): ``tools`` does them, ``server`` offers them."""
