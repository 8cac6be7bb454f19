"""A conversation over standard input and output: JSON lines, with the solver kept loaded."""
