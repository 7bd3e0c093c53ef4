"""What one player keeps: a key, an account, and a folder for each game.

All of it lies in one folder that only its owner can enter. The key is the only thing that
cannot be had again; the rest comes back from the server's log.
"""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from paperchase.errors import MalformedError, RefusedError
from paperchase_client import files


class Account(msgspec.Struct, frozen=True):
    """Who the player is, and where: `key` is the server's, pinned when it was first met."""

    handle: str
    server: str
    key: str


class Shelf:
    """The folder of one game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.game = folder.name

    def lock(self) -> AbstractContextManager[None]:
        """Hold this while reading what will be written back."""
        files.make_folder(self.folder)
        return files.locked(self.folder / "lock")

    def exists(self) -> bool:
        """Whether the game was fetched: its log has a first line, and a whole one."""
        return files.has_line(self.folder / "log.jsonl")

    def board(self) -> bytes | None:
        """The board file as the server sent it; its digest stands in the first entry."""
        return files.read(self.folder / "board.toml")

    def keep_board(self, data: bytes) -> None:
        """Store the board file."""
        files.write(self.folder / "board.toml", data)

    def lines(self) -> list[str]:
        """The log as far as it was verified."""
        return files.read_lines(self.folder / "log.jsonl")

    def add_lines(self, lines: Sequence[str]) -> None:
        """Append verified log lines."""
        files.append(self.folder / "log.jsonl", "".join(f"{line}\n" for line in lines).encode())

    def snapshot(self) -> dict[str, Any] | None:
        """Where the game stood after the last verified line, with one's own secrets."""
        return self._json("state.json")

    def keep_snapshot(self, data: dict[str, Any]) -> None:
        """Store that."""
        self._keep("state.json", data)

    def length(self) -> int:
        """How many lines are stored."""
        return (files.read(self.folder / "log.jsonl") or b"").count(b"\n")

    def card(self) -> bytes | None:
        """The game at a glance, as the last session left it."""
        return files.read(self.folder / "card.json")

    def keep_card(self, data: bytes) -> None:
        """Store that."""
        files.write(self.folder / "card.json", data)

    def outbox(self) -> list[dict[str, Any]]:
        """What was signed and has no receipt yet, oldest first."""
        return self._json("outbox.json") or []

    def keep_outbox(self, items: Sequence[dict[str, Any]]) -> None:
        """Store that; to be done before anything is sent."""
        self._keep("outbox.json", list(items))

    def kept(self) -> list[dict[str, Any]]:
        """The orders that wait for somebody's answer, in their order."""
        return self._json("kept.json") or []

    def keep_orders(self, orders: Sequence[dict[str, Any]]) -> None:
        """Store those."""
        self._keep("kept.json", list(orders))

    def receipt(self) -> dict[str, Any] | None:
        """The newest receipt that the server ever gave for this game."""
        return self._json("receipt.json")

    def keep_receipt(self, receipt: dict[str, Any]) -> None:
        """Store that. It is never thrown away: it binds the server to its log."""
        self._keep("receipt.json", receipt)

    def keep_evidence(self, name: str, data: dict[str, Any]) -> Path:
        """Store what shows that somebody did wrong; returns where."""
        path = self.folder / f"evidence-{name}.json"
        self._keep(path.name, data)
        return path

    def _json(self, name: str) -> Any:
        data = files.read(self.folder / name)
        if data is None:
            return None
        try:
            return json.loads(data)
        except ValueError:
            raise MalformedError(f"{self.folder / name} is damaged", "vault") from None

    def _keep(self, name: str, data: Any) -> None:
        files.make_folder(self.folder)
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        files.write(self.folder / name, text.encode() + b"\n")


class Vault:
    """A player's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has_master(self) -> bool:
        """Whether there is a key."""
        return (self.folder / "master.key").exists()

    def master(self) -> bytes:
        """The 32 bytes that everything secret is derived from. Raises RefusedError."""
        path = self.folder / "master.key"
        data = files.read(path)
        if data is None:
            raise RefusedError(
                f"there is no key in {self.folder}: make one with `paperchase init`", "no_key"
            )
        if path.stat().st_mode & 0o077:
            raise RefusedError(f"others can read {path}: chmod 600 it first", "open_key")
        try:
            master = bytes.fromhex(data.decode("ascii").strip())
        except ValueError:
            master = b""
        if len(master) != 32:
            raise MalformedError(f"{path} is damaged: `paperchase key restore`", "vault")
        return master

    def keep_master(self, master: bytes) -> None:
        """Store the key. One that lies there and was never used is put aside, and so is a
        damaged one. Raises RefusedError where it is another one that was."""
        path = self.folder / "master.key"
        if self.has_master() and not self._is_damaged():
            if self.master() == master:
                return
            if self.account() is not None or self.games():
                raise RefusedError(
                    f"{self.folder} holds another key: choose another folder with --home",
                    "other_key",
                )
        files.make_folder(self.folder)
        if self.has_master():
            # Perhaps it was registered, and the answer was lost.
            path.replace(self._aside())
        files.write(path, master.hex().encode() + b"\n")

    def _is_damaged(self) -> bool:
        try:
            self.master()
        except MalformedError:
            return True
        return False

    def _aside(self) -> Path:
        """Where an unused key goes: a name that is free."""
        names = (self.folder / f"unused-{number}.key" for number in count(1))
        return next(path for path in names if not path.exists())

    def account(self) -> Account | None:
        """Handle and server, if registered."""
        data = files.read(self.folder / "account.json")
        if data is None:
            return None
        try:
            return Account(**json.loads(data))
        except (ValueError, TypeError):
            where = self.folder / "account.json"
            raise MalformedError(
                f"{where} is damaged: run `paperchase init` again", "vault"
            ) from None

    def keep_account(self, account: Account) -> None:
        """Store that."""
        files.make_folder(self.folder)
        text = json.dumps(msgspec.structs.asdict(account), ensure_ascii=False, indent=1)
        files.write(self.folder / "account.json", text.encode() + b"\n")

    def request(self) -> dict[str, Any] | None:
        """A signed request for a new game that has no answer yet."""
        data = files.read(self.folder / "request.json")
        return json.loads(data) if data else None

    def keep_request(self, request: dict[str, Any] | None) -> None:
        """Store it before it is sent; None once it is answered."""
        if request is None:
            (self.folder / "request.json").unlink(missing_ok=True)
        else:
            files.write(self.folder / "request.json", json.dumps(request).encode() + b"\n")

    def games(self) -> list[Shelf]:
        """The games that were fetched, by id."""
        folder = self.folder / "games"
        found = sorted(folder.iterdir()) if folder.is_dir() else []
        return [shelf for shelf in map(Shelf, found) if shelf.exists()]

    def game(self, game: str) -> Shelf:
        """The folder of one game, by its whole id."""
        return Shelf(self.folder / "games" / game)

    def find(self, prefix: str) -> Shelf | None:
        """The one stored game whose id begins with `prefix`, or None. Raises RefusedError."""
        found = [shelf for shelf in self.games() if shelf.game.startswith(prefix.lower())]
        if len(found) > 1:
            names = ", ".join(shelf.game[:12] for shelf in found)
            raise RefusedError(f"{prefix} could be {names}: give more of it", "ambiguous")
        return found[0] if found else None
