"""Whole games against other players: who wins how often, and how long decisions take."""
