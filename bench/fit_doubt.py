#!/usr/bin/env python3
"""Fits the half-width of PulseEvidence: heartcam-bench evidence DIR > table.csv; fit_doubt.py table.csv

The half-width is the root of the sum of the squares of: placing the beats, (a^2 + b^2 (1.02 - template correlation)) shrunk
by time; uneven intervals, c * spread * rate, shrunk by time; k * change since the reading before; a beat more or less where
the pulse is hidden; and t * (1 - chance) for what may be wrong as a whole. A random search finds the narrowest intervals
that hold 93.5 % of the 10 s readings of each set. Every other person is left out of two of the fits and reported on. Needs NumPy.
"""
import csv
import sys

import numpy as np

rows = [
    r for r in csv.DictReader(open(sys.argv[1]))
    if r["kind"] == "real" and r["error_bpm"] != "nan" and r["reason"] == ""
]


def column(name):
    return np.array([float(r[name]) for r in rows])


error, seconds = np.abs(column("error_bpm")), column("seconds")
recording = np.array([r["recording"] for r in rows])
dataset = np.array([name.split("/")[0] for name in recording])
person = np.array([name.split("_left")[0].split("_right")[0] for name in recording])
change = column("rate_change")
change[np.isnan(change)] = 1.5  # beats a minute, where no reading is before: PulseEvidence.usualChange
hidden = 60 / seconds * np.sqrt(column("disturbed"))
uneven = np.maximum(column("spread"), 0.01) * column("bpm")
unlike = np.sqrt(np.maximum(1.02 - column("template_correlation"), 0.02))
wrong = 6 * (1 - column("chance"))  # PulseEvidence.tail
used = np.array([0.93, 0.36, 0.18, 0.35, 0.7])  # a, b, c, k and the exponent of time, as PulseEvidence has them
sets = sorted(set(dataset))
people = sorted(set(person))
generator = np.random.default_rng(1)


def half_width(p):
    shrink = (10 / seconds) ** p[4]
    squares = (p[0] * shrink) ** 2 + (p[1] * unlike * shrink) ** 2 + (p[2] * uneven * shrink) ** 2
    return np.sqrt(squares + (p[3] * change) ** 2 + hidden**2 + wrong**2)


def report(label, width, chosen):
    for name in sets:
        for length in (10, 30):
            line = f"  {label} {name} {length:2} s:"
            for half, who in [("fit", chosen), ("rest", [p for p in people if p not in chosen])]:
                of = (dataset == name) & (seconds == length) & np.isin(person, who)
                if of.any():
                    line += f" {half} {np.mean(error[of] <= width[of]):.3f} inside, mean {width[of].mean():.2f};"
            print(line)


print("as used", used)
report("used", half_width(used), people)
for label, chosen in [("all", people), ("even", people[::2]), ("odd", people[1::2])]:
    groups = [
        (dataset == name) & (seconds == length) & np.isin(person, chosen)
        for name in sets for length in (10, 30)
    ]
    best = None
    for _ in range(20_000):
        if best is None or generator.random() < 0.3:
            p = generator.uniform([0.1, 0.1, 0.02, 0.1, 0.3], [1.5, 4, 0.3, 1, 0.7])
        else:
            p = np.minimum(best[1] * np.exp(generator.normal(0, 0.12, 5)), [9, 9, 9, 9, 0.7])
        width = half_width(p)
        size = sum(
            width[of].mean() + 60 * max(0, 0.935 - np.mean(error[of] <= width[of]))
            for of in groups if of.any()
        )
        if best is None or size < best[0]:
            best = (size, p)
    print(label, np.round(best[1], 2))
    report(label, half_width(best[1]), chosen)
