"""Tables of the library as pandas or numpy has them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from . import _library

pd: Any
try:
    import pandas as pd  # type: ignore[no-redef]
except ImportError:  # numpy alone
    pd = None

if TYPE_CHECKING:
    #: A pandas DataFrame; without pandas, a dictionary of numpy arrays by the columns' names.
    Table: TypeAlias = Any
else:
    Table = dict if pd is None else pd.DataFrame


def columns_of(pointer: int) -> dict[str, Any]:
    """The columns of a table, which is freed. Dates are numpy's, in universal time."""
    library = _library.library()
    handle = _library.Handle(pointer, "heartcam_table_free")
    rows = library.heartcam_table_rows(pointer)
    columns: dict[str, Any] = {}
    for index in range(library.heartcam_table_columns(pointer)):
        name = library.heartcam_table_name(pointer, index).decode()
        kind = library.heartcam_table_kind(pointer, index)
        if kind == _library.TEXT:
            cells = [library.heartcam_table_text(pointer, index, row) for row in range(rows)]
            texts = [None if cell is None else os.fsdecode(cell) for cell in cells]
            columns[name] = np.array(texts, dtype=object)
            continue
        if rows == 0:
            numbers = np.empty(0)
        else:
            place = library.heartcam_table_numbers(pointer, index)
            numbers = np.ctypeslib.as_array(place, shape=(rows,)).copy()
        if kind == _library.DATE:
            # Seconds to milliseconds, as every form of a result has them.
            missing = np.isnan(numbers)
            dates = np.where(missing, 0, np.round(numbers * 1e3)).astype("int64")
            numbers = dates.astype("datetime64[ms]").astype("datetime64[ns]")
            numbers[missing] = np.datetime64("NaT")
        columns[name] = numbers
    handle.close()
    return columns


def table_of(columns: dict[str, Any]) -> Table:
    """Columns as a DataFrame, with dates in universal time; without pandas, as they are."""
    if pd is None:
        return columns
    frame = pd.DataFrame(columns)
    for name in frame.columns:
        if frame[name].dtype.kind == "M":
            frame[name] = frame[name].dt.tz_localize("UTC")
    return frame


def joined(tables: list[Table]) -> Table:
    """Tables of the same columns below each other."""
    if pd is None:
        names = tables[0] if tables else []
        return {name: np.concatenate([table[name] for table in tables]) for name in names}
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()
