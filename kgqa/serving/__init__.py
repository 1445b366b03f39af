"""What other programs may ask of this one: graphs as a TRAPI service, and tools over the Model Context Protocol."""
