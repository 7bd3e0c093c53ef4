"""The games. A folder here is a game: see README.md."""
