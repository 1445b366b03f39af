"""Statements that are planned here, and the answers composed of what they find."""
