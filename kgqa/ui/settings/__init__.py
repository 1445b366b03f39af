"""The settings in the page: language models, limits, prompts."""
