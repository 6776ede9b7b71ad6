"""Tables of the library as pandas or numpy has them."""

from __future__ import annotations

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
    with _library.Handle(pointer, "table") as table:
        return _columns(_library.library(), table)


def table_from(pointer: int) -> Table:
    """A table of the library, which is freed, as `table_of` has it; `attrs["units"]` of a DataFrame has the units of its columns."""
    with _library.Handle(pointer, "table") as table:
        library = _library.library()
        columns = _columns(library, table)
        units = [library.heartcam_table_unit(table, index) for index in range(len(columns))]
    found = table_of(columns)
    if pd is not None:
        found.attrs["units"] = {
            name: unit.decode() for name, unit in zip(columns, units, strict=True) if unit is not None
        }
    return found


def _columns(library: Any, pointer: int) -> dict[str, Any]:
    rows = library.heartcam_table_rows(pointer)
    columns: dict[str, Any] = {}
    for index in range(library.heartcam_table_columns(pointer)):
        name = library.heartcam_table_name(pointer, index).decode()
        kind = library.heartcam_table_kind(pointer, index)
        if kind == _library.TEXT:
            cells = [library.heartcam_table_text(pointer, index, row) for row in range(rows)]
            texts = [None if cell is None else cell.decode("utf-8", "surrogateescape") for cell in cells]
            columns[name] = np.array(texts, dtype=object)
            continue
        if rows == 0:
            numbers = np.empty(0)
        else:
            place = library.heartcam_table_numbers(pointer, index)
            numbers = np.ctypeslib.as_array(place, shape=(rows,)).copy()
        if kind == _library.DATE:
            numbers = _dates(numbers)
        columns[name] = numbers
    return columns


def _dates(seconds: Any) -> Any:
    """Dates of milliseconds, as every form of a result has them; nanoseconds, as pandas likes them, if they can hold them."""
    milliseconds = np.round(seconds * 1e3)
    # Beyond the year 9999 there is no date.
    known = np.abs(milliseconds) < 253402300800e3
    dates = np.where(known, milliseconds, 0).astype("int64").astype("datetime64[ms]")
    dates[~known] = np.datetime64("NaT", "ms")
    fits = np.all(np.abs(milliseconds[known]) < 2**63 / 1e6)
    return dates.astype("datetime64[ns]") if fits else dates


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
