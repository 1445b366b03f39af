"""The English of questions and answers: words, endings, and vocabularies as data."""
