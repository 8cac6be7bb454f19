"""Why a wish cannot be met: facts that can be switched off, and the fewest that forbid it."""
