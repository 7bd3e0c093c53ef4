"""What a player keeps."""

from pathlib import Path

import pytest

from paperchase.errors import MalformedError, RefusedError
from paperchase_client.vault import Account, Vault


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "home")


def test_a_key_is_kept_for_its_owner_alone(vault: Vault) -> None:
    vault.keep_master(bytes(range(32)))
    assert vault.master() == bytes(range(32))
    assert vault.folder.stat().st_mode & 0o777 == 0o700
    assert (vault.folder / "master.key").stat().st_mode & 0o777 == 0o600


def test_a_key_that_was_never_used_makes_room_and_is_not_lost(vault: Vault) -> None:
    for first in (bytes(32), b"x" * 32, b"y" * 32):
        vault.keep_master(first)
    assert vault.master() == b"y" * 32
    aside = {path.read_text() for path in vault.folder.glob("unused-*.key")}
    assert aside == {f"{bytes(32).hex()}\n", f"{(b'x' * 32).hex()}\n"}


def test_a_damaged_key_makes_room_for_the_restored_one(vault: Vault) -> None:
    vault.keep_master(bytes(32))
    vault.keep_account(Account("ann", "http://x", "00"))
    (vault.folder / "master.key").write_text("torn")
    vault.keep_master(bytes(32))
    assert vault.master() == bytes(32)


@pytest.mark.parametrize("use", ["account", "game"])
def test_another_key_is_never_written_over_one_in_use(vault: Vault, use: str) -> None:
    vault.keep_master(bytes(32))
    vault.keep_master(bytes(32))
    if use == "account":
        vault.keep_account(Account("ann", "http://x", "00"))
    else:
        shelf = vault.game("ab" * 32)
        with shelf.lock():
            shelf.add_lines(["x"])
    with pytest.raises(RefusedError) as other:
        vault.keep_master(b"x" * 32)
    assert other.value.code == "refused/other_key"
    assert vault.master() == bytes(32)


def test_a_key_that_others_can_read_is_refused(vault: Vault) -> None:
    vault.keep_master(bytes(32))
    (vault.folder / "master.key").chmod(0o644)
    with pytest.raises(RefusedError, match="chmod 600"):
        vault.master()


@pytest.mark.parametrize("text", ["", "zz" * 32, "00" * 31])
def test_a_damaged_key_is_told_in_one_line(vault: Vault, text: str) -> None:
    vault.keep_master(bytes(32))
    (vault.folder / "master.key").write_text(text)
    with pytest.raises(MalformedError, match="damaged"):
        vault.master()


def test_no_key_says_what_to_do(vault: Vault) -> None:
    with pytest.raises(RefusedError, match="paperchase init"):
        vault.master()


def test_an_account_comes_back(vault: Vault) -> None:
    assert vault.account() is None
    vault.keep_account(Account("борис", "http://x", "00"))
    assert vault.account() == Account("борис", "http://x", "00")
    (vault.folder / "account.json").write_text("{}")
    with pytest.raises(MalformedError):
        vault.account()


def test_games_are_found_by_the_beginning_of_their_id(vault: Vault) -> None:
    for game in ("abc1" * 16, "abd2" * 16):
        shelf = vault.game(game)
        with shelf.lock():
            shelf.add_lines(["x"])
    assert len(vault.games()) == 2
    found = vault.find("ABC")
    assert found is not None
    assert found.game == "abc1" * 16
    assert vault.find("ff") is None
    with pytest.raises(RefusedError) as more:
        vault.find("ab")
    assert more.value.code == "refused/ambiguous"


def test_a_damaged_file_of_a_game_is_told_in_one_line(vault: Vault) -> None:
    shelf = vault.game("ab" * 32)
    shelf.keep_outbox([])
    (shelf.folder / "outbox.json").write_text("[")
    with pytest.raises(MalformedError, match="damaged"):
        shelf.outbox()
