"""The functions of libheartcam (heartcam.h), as ctypes sees them."""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Mapping
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

from ._errors import HeartcamError, error_of

API_VERSION = 1
READINGS, BEATS, SUMMARY = 0, 1, 2
NUMBER, DATE, TEXT = 0, 1, 2

#: The numbers of a colour frame, in their order.
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
    "heartcam_result_svg": (c_char_p, [c_void_p, POINTER(_Error)]),
    "heartcam_result_html": (c_char_p, [c_void_p, POINTER(_Error)]),
    "heartcam_result_free": (None, [c_void_p]),
    "heartcam_monitor_new": (c_void_p, [POINTER(c_char_p), POINTER(_Error)]),
    "heartcam_monitor_append": (c_ssize_t, [c_void_p, c_void_p, c_size_t, POINTER(_Error)]),
    "heartcam_monitor_readings": (c_void_p, [c_void_p, POINTER(_Error)]),
    "heartcam_monitor_finish": (c_void_p, [c_void_p, POINTER(_Error)]),
    "heartcam_monitor_free": (None, [c_void_p]),
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
        [c_void_p, c_char_p, c_char_p, c_char_p]
        + [c_void_p, c_void_p, c_void_p, c_size_t, POINTER(_Error)],
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


def words(options: Mapping[str, Option]) -> Any:
    """Options as the library takes them: pairs of names and values. What is None is left out."""
    texts: list[bytes] = []
    for name, value in options.items():
        if value is None:
            continue
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        texts += [name.replace("_", "-").encode(), text.encode()]
    return (c_char_p * (len(texts) + 1))(*texts, None)


class Handle:
    """A pointer of the library, which is freed when nobody has it any more."""

    __slots__ = ("_free", "_pointer", "__weakref__")

    def __init__(self, pointer: int, free: str) -> None:
        self._pointer: int | None = pointer
        self._free = getattr(library(), free)

    @property
    def pointer(self) -> int:
        """The pointer, as long as it is not closed."""
        if self._pointer is None:
            raise HeartcamError("it is closed")
        return self._pointer

    def close(self) -> None:
        """Frees it now."""
        pointer, self._pointer = self._pointer, None
        if pointer is not None:
            self._free(pointer)

    def __del__(self) -> None:
        self.close()
