"""Answers biomedical questions from knowledge graphs and shows why each answer should be believed."""

from kgqa import quiet

quiet.silence()
