"""What server and client agree on about the HTTP API: paths, limits, names. No behaviour."""

PREFIX = "/api/v1"
"""Where this version of the API begins; a GET of it tells what the server is."""

HANDLES = f"{PREFIX}/handles"
HANDLE = f"{PREFIX}/handles/{{handle}}"
GAMES = f"{PREFIX}/games"
GAME = f"{PREFIX}/games/{{game}}"
LOG = f"{GAME}/log"
ENTRIES = f"{GAME}/entries"
BOARD = f"{GAME}/board"
BUNDLE = f"{GAME}/bundle"

JSON = "application/json"
LINES = "application/x-ndjson"
PROBLEM = "application/problem+json"
TEXT = "text/plain; charset=utf-8"

LENGTH_HEADER = "Paperchase-Length"
"""In an answer with log lines: how many entries the whole log has."""

MAX_BODY = 512 * 1024
"""Longest body of a request, in bytes."""

MAX_ENTRIES = 64
"""Most entries in one submission."""

MAX_ESCROW = 256
"""Most openings that a submission hands over in advance."""

LOG_PAGE = 500
"""Most log lines in one answer."""

GAMES_PAGE = 50
"""Most summaries in one answer."""

MAX_WAIT = 25
"""Longest time in seconds that a request for the log waits for news."""

MIN_TURN, MAX_TURN = 1, 366 * 24 * 3600
"""Shortest and longest clock of a turn, in seconds."""

MAX_TITLE = 80
"""Longest title of a game, in characters."""
