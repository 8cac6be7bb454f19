"""The questions as tools for language models, over the Model Context Protocol."""
