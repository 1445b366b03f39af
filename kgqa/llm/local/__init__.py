"""The local model: a small language model that needs no hub, no key and no server of its own to be set up."""
