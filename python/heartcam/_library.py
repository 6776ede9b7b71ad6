"""The functions of libheartcam (heartcam.h), as ctypes sees them."""

from __future__ import annotations

import _thread
import ctypes
import functools
import os
import threading
from collections.abc import Callable, Mapping
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    byref,
    c_char,
    c_char_p,
    c_double,
    c_int32,
    c_size_t,
    c_ssize_t,
    c_void_p,
)
from pathlib import Path
from typing import Any, TypeAlias

from ._arguments import plain, shown
from ._errors import HeartcamError, UsageError, error_of

API_VERSION = 1
READINGS, BEATS, SUMMARY, PULSE = 0, 1, 2, 3
NUMBER, DATE, TEXT = 0, 1, 2

#: The numbers of a color frame, in their order.
COLOR_COLUMNS = (
    "time_s",
    "red",
    "green",
    "blue",
    "spread",
    "clipped_share",
    "black_share",
    "skin_share",
    "key_frame",
    "tilt_x",
    "tilt_y",
    "twist",
    "bow_x",
    "bow_y",
)

Option: TypeAlias = str | int | float | bool | None


class _Error(Structure):
    _fields_ = [("code", c_int32), ("message", c_char * 1020)]


Progress = CFUNCTYPE(c_int32, c_double, c_void_p)

_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "heartcam_api_version": (c_int32, []),
    "heartcam_version": (c_char_p, []),
    "heartcam_algorithm_version": (c_int32, []),
    "heartcam_use_program": (None, [c_char_p]),
    "heartcam_table_rows": (c_size_t, [c_void_p]),
    "heartcam_table_columns": (c_size_t, [c_void_p]),
    "heartcam_table_name": (c_char_p, [c_void_p, c_size_t]),
    "heartcam_table_unit": (c_char_p, [c_void_p, c_size_t]),
    "heartcam_table_kind": (c_int32, [c_void_p, c_size_t]),
    "heartcam_table_numbers": (POINTER(c_double), [c_void_p, c_size_t]),
    "heartcam_table_text": (c_char_p, [c_void_p, c_size_t, c_size_t]),
    "heartcam_table_free": (None, [c_void_p]),
    "heartcam_reader_open": (c_void_p, [c_char_p, POINTER(c_char_p), POINTER(_Error)]),
    "heartcam_reader_next": (c_ssize_t, [c_void_p, c_void_p, c_size_t, POINTER(_Error)]),
    "heartcam_reader_json": (c_char_p, [c_void_p]),
    "heartcam_reader_free": (None, [c_void_p]),
    "heartcam_measure": (
        c_void_p,
        [c_char_p, POINTER(c_char_p), Progress, c_void_p, POINTER(_Error)],
    ),
    "heartcam_recordings": (c_void_p, [POINTER(c_char_p)]),
    "heartcam_result_json": (c_char_p, [c_void_p]),
    "heartcam_result_table": (c_void_p, [c_void_p, c_int32]),
    "heartcam_result_forget_colors": (c_int32, [c_void_p, POINTER(_Error)]),
    "heartcam_result_colors": (c_ssize_t, [c_void_p, c_size_t, c_void_p, c_size_t, POINTER(_Error)]),
    "heartcam_result_with_rates": (
        c_void_p,
        [c_void_p, c_char_p, c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, POINTER(_Error)],
    ),
    "heartcam_result_archive": (c_char_p, [c_void_p, POINTER(_Error)]),
    "heartcam_result_restore": (c_void_p, [c_char_p, POINTER(_Error)]),
    "heartcam_result_svg": (c_char_p, [c_void_p, POINTER(_Error)]),
    "heartcam_result_html": (c_char_p, [c_void_p, POINTER(_Error)]),
    "heartcam_result_free": (None, [c_void_p]),
    "heartcam_monitor_new": (c_void_p, [POINTER(c_char_p), POINTER(_Error)]),
    "heartcam_monitor_append": (c_ssize_t, [c_void_p, c_void_p, c_size_t, POINTER(_Error)]),
    "heartcam_monitor_readings": (c_void_p, [c_void_p, POINTER(_Error)]),
    "heartcam_monitor_finish": (c_void_p, [c_void_p, POINTER(_Error)]),
    "heartcam_monitor_free": (None, [c_void_p]),
    "heartcam_signal_detrend": (c_ssize_t, [c_void_p, c_size_t, c_double, c_void_p, POINTER(_Error)]),
    "heartcam_signal_bandpass": (
        c_ssize_t,
        [c_void_p, c_size_t, c_double, c_double, c_double, c_int32, c_void_p, POINTER(_Error)],
    ),
    "heartcam_signal_resample": (
        c_ssize_t,
        [c_void_p, c_void_p, c_size_t, c_double, c_double, c_void_p, c_size_t, POINTER(_Error)],
    ),
    "heartcam_signal_autocorrelation": (
        c_ssize_t,
        [c_void_p, c_size_t, c_size_t, c_void_p, POINTER(_Error)],
    ),
    "heartcam_signal_periodogram": (
        c_ssize_t,
        [c_void_p, c_void_p, c_size_t, c_double, c_double, c_void_p, c_size_t, POINTER(_Error)],
    ),
    "heartcam_signal_find_peaks": (c_ssize_t, [c_void_p, c_size_t, c_void_p, c_void_p, POINTER(_Error)]),
    "heartcam_signal_template_correlation": (
        c_ssize_t,
        [c_void_p, c_size_t, c_void_p, c_size_t, c_double, c_void_p, POINTER(_Error)],
    ),
    "heartcam_signal_combine": (
        c_ssize_t,
        [c_char_p, c_void_p, c_void_p, c_size_t, c_void_p, POINTER(_Error)],
    ),
    "heartcam_signal_average": (
        c_ssize_t,
        [c_void_p] * 6 + [c_size_t, c_void_p, POINTER(_Error)],
    ),
    "heartcam_store_open": (c_void_p, [c_char_p, c_int32, POINTER(_Error)]),
    "heartcam_store_types": (c_void_p, [c_void_p, POINTER(_Error)]),
    "heartcam_store_samples": (
        c_void_p,
        [c_void_p, c_char_p, c_double, c_double, c_char_p, POINTER(_Error)],
    ),
    "heartcam_store_statistics": (
        c_void_p,
        [c_void_p, c_char_p, c_double, c_double, c_char_p, c_char_p, c_char_p, POINTER(_Error)],
    ),
    "heartcam_store_save": (
        c_int32,
        [c_void_p, c_char_p, c_char_p, c_char_p] + [c_void_p, c_void_p, c_void_p, c_size_t, POINTER(_Error)],
    ),
    "heartcam_store_save_result": (c_ssize_t, [c_void_p, c_void_p, POINTER(_Error)]),
    "heartcam_store_free": (None, [c_void_p]),
}

_NATIVE = Path(__file__).parent / "_native"
_lock = threading.Lock()
_loaded: ctypes.CDLL | None = None


def program() -> str:
    """The path of the program `heartcam`: the wheel's own, or what HEARTCAM_PROGRAM names."""
    named = os.environ.get("HEARTCAM_PROGRAM")
    return named or str(_NATIVE / "bin" / "heartcam")


def library() -> ctypes.CDLL:
    """The library, loaded when it is first used: the wheel's own, or what HEARTCAM_LIBRARY names."""
    global _loaded
    if _loaded is not None:
        return _loaded
    with _lock:
        if _loaded is None:
            path = os.environ.get("HEARTCAM_LIBRARY") or str(_NATIVE / "lib" / "libheartcam.so.0")
            try:
                found = ctypes.CDLL(path)
            except OSError as error:
                raise ImportError(
                    f"heartcam's library cannot be loaded ({error}); install a wheel of this system, "
                    "or name libheartcam.so.0 in HEARTCAM_LIBRARY"
                ) from error
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(found, name)
                function.restype = result
                function.argtypes = arguments
            version = found.heartcam_api_version()
            if version != API_VERSION:
                raise ImportError(
                    f"{path} has version {version} of the interface, this package needs {API_VERSION}"
                )
            if os.environ.get("HEARTCAM_PROGRAM"):
                found.heartcam_use_program(os.fsencode(program()))
            _loaded = found
        return _loaded


def call(name: str, *arguments: Any) -> Any:
    """Calls a function whose last argument is an error, and raises the error if it fills one."""
    error = _Error()
    result = getattr(library(), name)(*arguments, byref(error))
    if error.code != 0:
        raise error_of(error.code, error.message.decode("utf-8", "replace"))
    return result


def encoded(name: str, value: str | bytes | os.PathLike[Any]) -> bytes:
    """A text or a path as C has it: one with a zero byte would end there, so that it is refused."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} must be a text, not {shown(value)}")
    try:
        found = os.fsencode(value)
    except UnicodeEncodeError as error:
        raise UsageError(f"{name} has a character that is none: {value!r}") from error
    if b"\0" in found:
        raise UsageError(f"{name} has a zero byte in it: {value!r}")
    return found


def encoded_or_none(name: str, value: str | None) -> bytes | None:
    """A text as C has it, or none."""
    return None if value is None else encoded(name, value)


def words(options: Mapping[str, Option]) -> Any:
    """Options as the library takes them: pairs of names and values. What is None is left out."""
    texts: list[bytes | None] = []
    for name, given in options.items():
        value = plain(given)
        if value is None:
            continue
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        texts += [name.replace("_", "-").encode(), encoded(name, text)]
    return (c_char_p * (len(texts) + 1))(*texts, None)


def finalizer(method: Callable[[Any], None]) -> Callable[[Any], None]:
    """Lets an interrupt that arrives while a finalizer runs come again: what a finalizer raises is printed and forgotten."""

    @functools.wraps(method)
    def finalize(self: Any) -> None:
        try:
            method(self)
        except KeyboardInterrupt:
            # From another thread, since on this one it would come before the finalizer has ended.
            threading.Timer(0.01, _thread.interrupt_main).start()
            method(self)

    return finalize


class Handle:
    """A pointer of the library, which is freed when nobody has it any more.

    It is lent by `with`. What is closed while another thread has it is freed once that thread gives it back.
    """

    __slots__ = ("__weakref__", "_free", "_is_closed", "_kind", "_lock", "_pointer", "_users")

    def __init__(self, pointer: int, kind: str) -> None:
        self._pointer: int | None = pointer
        self._kind = kind
        self._free = getattr(library(), f"heartcam_{kind}_free")
        # Python may collect garbage, and close what it finds, while this thread has the lock.
        self._lock = threading.RLock()
        self._users = 0
        self._is_closed = False

    def __enter__(self) -> int:
        with self._lock:
            if self._is_closed or self._pointer is None:
                raise HeartcamError(f"the {self._kind} is closed")
            self._users += 1
            return self._pointer

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._users -= 1
            pointer = self._taken()
        self._give_back(pointer)

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._is_closed

    def close(self) -> None:
        """Frees it, now or when the last thread that uses it gives it back."""
        with self._lock:
            self._is_closed = True
            pointer = self._taken()
        self._give_back(pointer)

    def _taken(self) -> int | None:
        """The pointer, if it is to be freed now."""
        if not self._is_closed or self._users:
            return None
        pointer, self._pointer = self._pointer, None
        return pointer

    def _give_back(self, pointer: int | None) -> None:
        if pointer is not None:
            self._free(pointer)

    def __reduce__(self) -> Any:
        raise TypeError(f"a {self._kind} of heartcam belongs to its process and cannot be copied or pickled")

    @finalizer
    def __del__(self) -> None:
        # Nobody else has it, so that no lock is needed: a child of a fork may have a copy of one that is taken.
        pointer = getattr(self, "_pointer", None)
        if pointer is not None:
            self._pointer = None
            self._free(pointer)
