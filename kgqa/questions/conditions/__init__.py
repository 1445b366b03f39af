"""What a question asks of the properties of things and of their links: values, numbers, evidence."""
