"""Tables that people exchange, as a source of rows: files, columns, rows, and what is told before they are loaded."""
