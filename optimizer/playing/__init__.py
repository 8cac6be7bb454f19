"""Choosing declarations by how the game goes on: several turns are played out by habits."""
