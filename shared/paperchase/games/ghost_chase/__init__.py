"""Ghost Chase in Canterville Castle: one unseen ghost, one to four chasers, one night."""
