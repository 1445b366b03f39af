"""Forms of sentences that the strict reader knows, one kind of question a file."""
