"""What answers a question that is not read word by word, one way a file, each less certain than the one before."""
