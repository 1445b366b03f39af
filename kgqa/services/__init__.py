"""What other programs are asked for and told: messages of the Translator Reasoner API and who speaks them."""
