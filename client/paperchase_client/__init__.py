"""The player's side: keys, secrets, and the `paperchase` command."""
