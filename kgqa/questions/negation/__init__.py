"""What a question denies, excepts, or asks of what is not recorded."""
