"""Of what a text may ask, the likeliest: plain questions weighed by a trained model where nothing reads it surely."""
