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
    """A table of the library, which is freed, as `table_of` has it."""
    with _library.Handle(pointer, "table") as table:
        library = _library.library()
        columns = _columns(library, table)
        units = [library.heartcam_table_unit(table, index) for index in range(len(columns))]
    return table_of(
        columns,
        {name: unit.decode() for name, unit in zip(columns, units, strict=True) if unit is not None},
    )


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


def table_of(columns: dict[str, Any], units: dict[str, str] | None = None) -> Table:
    """Columns as a DataFrame, with dates in universal time and their units in `attrs["units"]`; without pandas, as they are."""
    if pd is None:
        return columns
    frame = pd.DataFrame({name: _series(cells) for name, cells in columns.items()})
    frame.attrs["units"] = units or {}
    return frame


def _series(cells: Any) -> Any:
    if cells.dtype.kind == "M":
        return pd.Series(cells).dt.tz_localize("UTC")
    if cells.dtype.kind != "O":
        return pd.Series(cells)
    try:
        # The kind of texts that this pandas has, also where none is known.
        return pd.Series(cells, dtype=pd.Series(["text"]).dtype)
    except UnicodeEncodeError:  # a file's name that is not UTF-8
        return pd.Series(cells, dtype=object)


def texts(cells: list[str | None]) -> Any:
    """A column of texts."""
    found = np.array(cells, dtype=object)
    return found if pd is None else _series(found)


def blank(table: Table, rows: int) -> Table:
    """A table with the columns of another one, in which nothing is known."""
    if pd is not None:
        return table.iloc[:0].reindex(range(rows))
    nothing = {"M": np.datetime64("NaT"), "f": np.nan}
    return {
        name: np.full(rows, nothing.get(cells.dtype.kind), dtype=cells.dtype) for name, cells in table.items()
    }


def extended(table: Table, place: int, name: str, cells: list[str | None]) -> Table:
    """A table with a column of texts more, or in place of the one of its name."""
    column = texts(cells)
    if pd is None:
        names = [other for other in table if other != name]
        names.insert(place if place >= 0 else len(names), name)
        return {other: column if other == name else table[other] for other in names}
    table = table.drop(columns=name, errors="ignore")
    table.insert(place if place >= 0 else len(table.columns), name, column)
    return table


def row_count(table: Table) -> int:
    """The number of rows."""
    return len(table) if pd is not None else len(next(iter(table.values()), []))


def joined(tables: list[Table], empty: Table) -> Table:
    """Tables of the same columns below each other; without any, an empty one."""
    parts = [table for table in tables if row_count(table)] or [empty]
    if pd is None:
        return {name: np.concatenate([table[name] for table in parts]) for name in empty}
    table = pd.concat(parts, ignore_index=True)
    table.attrs.update(empty.attrs)
    return table


def ordered(table: Table, rows: list[int]) -> Table:
    """The rows of a table in another order."""
    if pd is None:
        return {name: cells[rows] for name, cells in table.items()}
    return table.iloc[rows].reset_index(drop=True)
