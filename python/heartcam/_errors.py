"""What can go wrong: one exception a kind, each with the library's own sentence."""

from __future__ import annotations

import errno


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


class MissingRecordingError(UnreadableError, FileNotFoundError):
    """There is no such recording."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.errno = errno.ENOENT


class MissingStoreError(StoreError, FileNotFoundError):
    """There is no such store."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.errno = errno.ENOENT


_KINDS: dict[int, type[HeartcamError]] = {
    2: UnreadableError,
    64: UsageError,
    73: StoreError,
    74: StoreError,
    75: DecodingThreadsError,
}


def error_of(code: int, message: str) -> BaseException:
    """The exception of an error's code; a missing file's is a `FileNotFoundError` too.

    >>> error_of(2, "cannot open a.mp4: No such file or directory")
    MissingRecordingError('cannot open a.mp4: No such file or directory')
    """
    if code in (130, 143):
        return KeyboardInterrupt()
    # The code does not tell a missing file from another failure, the reason behind the name does.
    reason = message.rpartition(": ")[2]
    if code == 2 and reason == "No such file or directory":
        return MissingRecordingError(message)
    if code == 74 and reason.startswith(("there is no such file", "No such file or directory")):
        return MissingStoreError(message)
    return _KINDS.get(code, HeartcamError)(message)
