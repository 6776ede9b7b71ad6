"""Arguments as Python's callers give them: numpy's numbers count too, and another kind is refused by name."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from ._errors import UsageError


def shown(value: Any) -> str:
    """A value in a message: a table or an array by its shape, anything else cut where it is long."""
    if hasattr(value, "__array__") and getattr(value, "shape", None):
        return f"{type(value).__name__} of shape {value.shape}"
    return reprlib.repr(value)


def plain(value: Any) -> Any:
    """A number or a truth value of numpy as Python's own; anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def flag(name: str, value: Any) -> bool:
    """True or False.

    >>> flag("fast", np.True_)
    True
    """
    value = plain(value)
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {shown(value)}")
    return value


def number(name: str, value: Any) -> float:
    """A number; whether it is in range is for the library to say."""
    value = plain(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {shown(value)}")
    return value


def number_or_none(name: str, value: Any) -> float | None:
    """A number, or None."""
    return None if value is None else number(name, value)


def whole(name: str, value: Any, least: int | None = None) -> int:
    """A whole number of at least `least`."""
    value = plain(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be a whole number, not {shown(value)}")
    if least is not None and value < least:
        raise UsageError(f"{name} must be {least} or more, not {value}")
    return value


def whole_or_none(name: str, value: Any) -> int | None:
    """A whole number, or None."""
    return None if value is None else whole(name, value)


def text(name: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {shown(value)}")
    return value


def text_or_none(name: str, value: Any) -> str | None:
    """A text, or None."""
    return None if value is None else text(name, value)


def region(roi: Any) -> str | None:
    """The part of a picture, x, y, width and height, as the library reads it."""
    if roi is None or isinstance(roi, str):
        return roi
    if not isinstance(roi, Iterable):
        raise TypeError(f"roi must be x, y, width and height in pixels, not {shown(roi)}")
    sides = [whole("each number of roi", side) for side in roi]
    if len(sides) != 4:
        raise UsageError(f"roi must be x, y, width and height in pixels, not {len(sides)} numbers")
    return ",".join(map(str, sides))


def path_text(name: str, path: Any) -> str:
    """A path as a text."""
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} must be a path, not {shown(path)}")
    return os.fsdecode(path)
