"""The rows of statements that were written: the edges behind them, the things in them, what they say."""
