"""What may run: one statement that only reads, calls nothing but what is listed, and costs what can be borne."""
