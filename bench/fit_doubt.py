#!/usr/bin/env python3
"""Fits the half-width of PulseEvidence: heartcam-bench evidence DIR > table.csv; fit_doubt.py table.csv

The logarithm of the error is explained by the logarithms of unlikeness, interval spread and duration, with a
level for each set of recordings. Every other person is left out of the fit and reported on. Needs NumPy.
"""
import csv
import sys

import numpy as np

rows = [r for r in csv.DictReader(open(sys.argv[1])) if r["kind"] == "real" and r["error_bpm"] != "nan"]
error = np.abs([float(r["error_bpm"]) for r in rows])
seconds = np.array([float(r["seconds"]) for r in rows])
dataset = np.array([r["recording"].split("/")[0] for r in rows])
person = np.array([r["recording"].split("_left")[0].split("_right")[0] for r in rows])
features = np.log(
    np.column_stack(
        [
            [max(1.02 - float(r["likeness"]), 0.02) for r in rows],
            [max(float(r["spread"]), 0.01) for r in rows],
            seconds,
        ]
    )
)
sets = sorted(set(dataset))
people = sorted(set(person))
levels = np.column_stack([dataset == name for name in sets]).astype(float)
fitted = seconds >= 10
for label, chosen in [("all", people), ("even", people[::2]), ("odd", people[1::2])]:
    use = fitted & np.isin(person, chosen)
    x = np.column_stack([levels, features])[use]
    weight = np.array([use.sum() / (use & (dataset == d)).sum() for d in dataset[use]])
    y = np.log(error[use] + 0.1)
    b = np.linalg.solve((x * weight[:, None]).T @ x + 1e-3 * np.eye(x.shape[1]), x.T @ (weight * y))
    scale = np.exp(features @ b[len(sets) :])
    # The set with the largest errors decides: 91 % of its readings of 10 s shall lie inside.
    constant = max(
        np.quantile((error / scale)[use & (seconds == 10) & (dataset == name)], 0.91) for name in sets
    )
    print(label, "constant", round(constant, 1), "exponents", np.round(b[len(sets) :], 2))
    for name in sets:
        for length in (10, 30):
            line = f"  {name} {length:2} s:"
            for half, who in [("fit", chosen), ("rest", [p for p in people if p not in chosen])]:
                of = (dataset == name) & (seconds == length) & np.isin(person, who)
                if of.any():
                    inside = np.mean(error[of] < constant * scale[of])
                    line += f" {half} {inside:.3f} inside, median half-width {np.median(constant * scale[of]):.2f};"
            print(line)
