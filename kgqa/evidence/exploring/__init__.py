"""The surroundings of a thing: its neighbours, their facts, what is around them."""
