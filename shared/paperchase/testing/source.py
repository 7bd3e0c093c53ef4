"""Repeatable randomness for tests: everything follows from a seed."""

from hashlib import sha256


class Source:
    """A stream of bytes and of uniform numbers that only depends on `seed`."""

    def __init__(self, seed: str | int) -> None:
        self._key = str(seed).encode()
        self._count = 0

    def bytes(self, size: int = 32) -> bytes:
        """The next `size` bytes."""
        found = b""
        while len(found) < size:
            self._count += 1
            found += sha256(self._key + b"/%d" % self._count).digest()
        return found[:size]

    def below(self, n: int) -> int:
        """The next number in 0..n-1; biased by less than one in 2^190, which is for tests."""
        return int.from_bytes(self.bytes()) % n

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.below(100) < percent
