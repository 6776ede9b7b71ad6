"""Recordings and windows, prepared for all peers alike."""

import csv
import json
import os

import numpy as np
import scipy.linalg
from scipy.signal import butter, sosfiltfilt

# A whole number, which NeuroKit2 counts samples with.
RATE = 30
CHANNELS = ("red", "green", "blue")

# Wide enough for every rate from 30 to 220 and the shape of a pulse.
_REGULARITY_BAND = butter(2, [0.5, 8], "bandpass", fs=RATE, output="sos")


def read_columns(path):
    """The columns of a CSV file of numbers by name; what is no number is NaN."""
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        values = [[_number(field) for field in row] for row in rows if len(row) == len(names)]
    return dict(zip(names, np.array(values, dtype=float).T))


def _number(field):
    try:
        return float(field)
    except ValueError:
        return float("nan")


def signal_path(folder, dataset, record):
    """Where a recording's signal is: by the folders' names, or by what index.json calls it."""
    path = os.path.join(folder, dataset, record, "signal.csv")
    if os.path.exists(path):
        return path
    index = os.path.join(folder, "index.json")
    if os.path.exists(index):
        with open(index) as file:
            for entry in json.load(file):
                if (entry.get("dataset"), entry.get("record")) == (dataset, record):
                    return os.path.join(folder, entry["signal"])
    return os.path.join(folder, record, "signal.csv")


def window(signal, channel, start, end):
    """A part of a channel by its time stamps on a grid of 30 Hz, with more blood upwards."""
    grid = start + np.arange(int(round((end - start) * RATE))) / RATE
    finite = np.isfinite(signal[channel]) & np.isfinite(signal["time_s"])
    return -np.interp(grid, signal["time_s"][finite], signal[channel][finite])


def regularity(values):
    """The highest peak of the autocorrelation at periods of 30 to 220 beats per minute."""
    if not np.ptp(values) > 0:
        return 0.0
    trend = scipy.linalg.solveh_banded(smoothness_priors(len(values), 30), values, lower=True)
    x = sosfiltfilt(_REGULARITY_BAND, values - trend)
    lags = np.arange(int(RATE * 60 / 220), int(RATE * 2) + 1)
    # Each lag by the energy of what overlaps, as short and long windows then compare.
    heights = np.array(
        [x[:-k] @ x[k:] / np.sqrt((x[:-k] @ x[:-k]) * (x[k:] @ x[k:])) for k in lags]
    )
    peaks = np.flatnonzero((heights[1:-1] > heights[:-2]) & (heights[1:-1] >= heights[2:])) + 1
    return float(heights[peaks].max()) if len(peaks) else 0.0


def smoothness_priors(count, weight):
    """The matrix I + weight² D'D of the second difference D, by its lower bands: what a trend solves."""
    bands = np.zeros((3, count))
    bands[0] = 6
    bands[0, [0, -1]] = 1
    bands[0, [1, -2]] = 5
    bands[1, :-1] = -4
    bands[1, [0, -2]] = -2
    bands[2, :-2] = 1
    bands *= weight**2
    bands[0] += 1
    return bands


def best_window(signal, start, end):
    """The window of the channel with the most regular autocorrelation."""
    windows = [window(signal, channel, start, end) for channel in CHANNELS]
    return max(windows, key=regularity)
