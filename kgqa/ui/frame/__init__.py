"""What every page stands in: its frame, its guard, its assets."""
