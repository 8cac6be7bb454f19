"""``python -m optimizer`` is the same as ``overrun``."""

from optimizer.cli import main

main()
