"""What can go wrong: one exception a kind, each with the library's own sentence."""

from __future__ import annotations


class HeartcamError(Exception):
    """Something that heartcam could not do. Its text says what was tried, on what, and what came back."""


class UnreadableError(HeartcamError, OSError):
    """A recording could not be read."""


class UsageError(HeartcamError, ValueError):
    """An argument is wrong."""


class StoreError(HeartcamError, OSError):
    """A store or a file failed."""


class DecodingThreadsError(HeartcamError):
    """The frames of a damaged video depend on decoding threads: read it with `threads=1`."""


_KINDS: dict[int, type[HeartcamError]] = {
    2: UnreadableError,
    64: UsageError,
    74: StoreError,
    75: DecodingThreadsError,
}


def error_of(code: int, message: str) -> BaseException:
    """The exception of an error's code."""
    if code == 130:
        return KeyboardInterrupt()
    return _KINDS.get(code, HeartcamError)(message)
