"""The server's master key: 32 bytes in hex, in a file that only its owner can read."""

import os
import stat
from pathlib import Path

from paperchase.errors import MalformedError, RefusedError
from paperchase.keys import Master, read_hex

_OTHERS = stat.S_IRWXO | stat.S_IWGRP


def write(path: Path, master: Master) -> None:
    """Make the key file, 0600. Raises RefusedError where there is something already."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise RefusedError(f"{path} exists already: nothing was changed", "exists") from None
    except OSError as error:
        raise RefusedError(f"cannot make {path}: {error.strerror}", "no-key") from None
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(master.secret.hex() + "\n")
        file.flush()
        os.fsync(file.fileno())


def read(path: Path) -> Master:
    """The key in `path`. Raises RefusedError where others could read it, or there is none."""
    try:
        mode = path.stat().st_mode
        text = path.read_text(encoding="ascii")
    except OSError as error:
        raise RefusedError(
            f"no key file {path} ({error.strerror}): run `paperchase-server init`", "no-key"
        ) from None
    except ValueError:
        raise MalformedError(f"{path} is no key file", "key") from None
    if mode & _OTHERS:
        raise RefusedError(f"others can read {path}: run `chmod 600 {path}`", "key-mode")
    return Master(read_hex(text.strip()))
