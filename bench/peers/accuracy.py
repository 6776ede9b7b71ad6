"""Errors of the peers on the very windows and references that heartcam-bench accuracy printed."""

import csv
from collections import defaultdict

import numpy as np

from detectors import DETECTORS, detect
from signals import best_window, read_columns, signal_path


def compare(folder, readings):
    """One row of figures for each set, length and system, ours first."""
    with open(readings, newline="") as file:
        rows = list(csv.DictReader(file))
    signals = {}
    errors = defaultdict(lambda: defaultdict(list))
    for row in rows:
        place = (row["dataset"], row["record"])
        if place not in signals:
            signals[place] = read_columns(signal_path(folder, *place))
        values = best_window(signals[place], float(row["start_s"]), float(row["end_s"]))
        reference = float(row["reference_bpm"])
        group = errors[(row["dataset"], float(row["interval_s"]))]
        group["Heartcam"].append(float(row["bpm"]) - reference if row["bpm"] else None)
        for name in DETECTORS:
            rate = detect(name, values)
            group[name].append(None if rate is None else rate - reference)
    return [
        {"dataset": dataset, "interval_s": seconds, "system": system} | _figures(found)
        for (dataset, seconds), group in sorted(errors.items())
        for system, found in group.items()
    ]


def _figures(errors):
    answered = np.array([abs(error) for error in errors if error is not None])
    return {
        "count": len(errors),
        "answered": len(answered) / len(errors),
        "mae_bpm": float(answered.mean()) if len(answered) else None,
        "within_5_bpm": float((answered <= 5).mean()) if len(answered) else None,
    }
