#!/usr/bin/env python3
"""Runs peers on the signals that heartcam-bench ran on, and prints both: scripts/bench --peers

Needs the packages of requirements.txt. FOLDER holds what heartcam-bench has written: simulated/hour/signal.csv,
speed.json, and readings.csv where there are recordings.
"""

import os

# Before NumPy is loaded: one thread, as ours.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import importlib.metadata
import json
import platform

import accuracy
import detectors
import speed
from signals import read_columns


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--data", help="the folder of recordings that readings.csv is about")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", help="write the figures there too")
    options = parser.parse_args()
    with open(os.path.join(options.folder, "speed.json")) as file:
        ours = {
            (report["benchmark"], row["name"]): row["median"]
            for report in json.load(file)["benchmarks"]
            for row in report["rows"]
        }
    hour = read_columns(os.path.join(options.folder, "simulated", "hour", "signal.csv"))
    times = speed.detectors(hour, options.rounds) + speed.kernels(hour, options.rounds)
    for row in times:
        row["ours"], what = ours[row["ours"]], row["ours"]
        row["ours_name"] = what[1]
        row["ratio"] = row["median"] / row["ours"]
    print_times(times)
    result = {"versions": versions(), "speed": times}
    readings = os.path.join(options.folder, "readings.csv")
    if options.data and os.path.exists(readings):
        result["accuracy"] = accuracy.compare(options.data, readings)
        print_errors(result["accuracy"])
    for name, (count, message) in sorted(detectors.failures.items()):
        print(f"{name} failed {count} times, at last with {message.strip().splitlines()[0]}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(result, file, indent=2)
            file.write("\n")


def versions():
    names = ("heartpy", "neurokit2", "numpy", "scipy")
    return {"python": platform.python_version()} | {
        name: importlib.metadata.version(name) for name in names
    }


def print_times(rows):
    print("Peers on the same hour, one channel, one thread, processor time; ratio: theirs over ours.")
    table = [["peer", "median", "p90", "unit", "ours", "ratio", "our work"]]
    table += [
        [
            row["name"],
            significant(row["median"]),
            significant(row["p90"]),
            row["unit"],
            significant(row["ours"]),
            significant(row["ratio"]),
            row["ours_name"],
        ]
        for row in rows
    ]
    print_table(table, words={0, 3, 6})


def print_errors(rows):
    print("\nErrors on the same windows, in beats per minute; ratio: theirs over ours.")
    ours = {
        (row["dataset"], row["interval_s"]): row["mae_bpm"]
        for row in rows
        if row["system"] == "Heartcam"
    }
    table = [["system", "set", "readings", "n", "answered", "MAE", "<=5", "ratio"]]
    for row in rows:
        own, error = ours[(row["dataset"], row["interval_s"])], row["mae_bpm"]
        table.append(
            [
                row["system"],
                row["dataset"],
                f"{row['interval_s']:g} s",
                str(row["count"]),
                f"{100 * row['answered']:.1f}%",
                "-" if error is None else f"{error:.3f}",
                "-" if error is None else f"{100 * row['within_5_bpm']:.1f}%",
                "-" if not own or error is None else significant(error / own),
            ]
        )
    print_table(table, words={0, 1})


def print_table(table, words):
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    for number, row in enumerate(table):
        cells = [
            cell.ljust(width) if column in words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths))
        ]
        print("  ".join(cells).rstrip())
        if number == 0:
            print("-" * (sum(widths) + 2 * (len(widths) - 1)))


def significant(value):
    return f"{value:#.3g}".rstrip(".") if abs(value) < 1000 else f"{value:.0f}"


if __name__ == "__main__":
    main()
