#!/usr/bin/env python3
"""Fits PulseModel and PulseInterval: heartcam-bench evidence DIR > table.csv; fit_model.py table.csv [--write FILE] [--page FILE]

The chance that a rate lies within 5 beats per minute of the truth is a product: that there is a pulse, fitted to all
readings, and that its beats are found, fitted to windows with a pulse, one model for each way of finding beats: as a rhythm
has them, and where the light shows them. A fourth model chooses between these two, fitted to windows in which one of them is
right. Each is a generalized additive model of straight lines between knots, by penalized likelihood; where more of
a feature can only speak for a pulse, or against it, its curve is bound to do so. The table has the likeliest hypothesis of
each window found in each way, whatever its chance. Every person is left out of a fit in turn, and a fifth of the simulated recordings with
each, and the report is on what was left out.

The half-width of the 95 % interval is the root of the sum of the squares of: placing the beats; uneven intervals, by their
spread and by their change from one to the next, times the rate (these shrink with time to a power); the change since the
reading before; a beat more or less where the pulse is hidden; what may be wrong as a whole, by 1 - chance; and a part that no
time makes smaller. It is a quantile of the error by the pinball loss (Koenker and Bassett 1978), where the truth is exact:
chest straps and simulated pulses. Oximeters are reported on, but not fitted to: they average over seconds of their own.

A table whose hypotheses were chosen by the weights that it gives is best: fit, build and fit again. Needs NumPy and SciPy.
"""
import argparse
import csv
import re

import numpy as np
from scipy.optimize import minimize

UP, DOWN, FREE = 1, -1, 0
# The knots of each curve, and the way it is bound to go.
PULSE = {
    "strength": ([-0.2, 0.2, 0.5, 0.7, 0.85, 0.95], UP),
    "likeness": ([0.3, 0.8, 1.3, 2, 3, 4, 5.5], UP),
    "detrended_likeness": ([0.3, 0.8, 1.3, 2, 3, 4.5], UP),
    "margin": ([-8, -5, -2, 0, 2, 5, 9, 13], UP),
    "interval_change": ([-7, -5.5, -4.5, -3.5, -2.5, -1.5], FREE),
    "interval_spread": ([-6, -5, -4, -3, -2.2, -1.5, -1], FREE),
    "rate_change": ([0, 1, 2, 3, 4], DOWN),
    "first_rate": ([0, 1], FREE),
    "disturbed": ([0, 0.3, 0.7], FREE),
    "lengthening": ([0, 0.5, 1.5], DOWN),
    "slow_excess": ([-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5], DOWN),
    "rival": ([-3, -2, -1, -0.3, 0.4], DOWN),
    "left_out": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "flat": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "contrary": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], FREE),
    "clutter": ([-2.9, -2.3, -1.9, -1.5, -1.1, -0.7, -0.3], DOWN),
    "rate": ([30, 45, 70, 110, 150, 190], FREE),
    "skewness": ([-0.6, -0.2, 0, 0.2, 0.5, 1, 1.6], UP),
    "roundness": ([0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995], FREE),
    "unevenness": ([-2.3, -1, -0.4, 0, 0.4, 0.8, 1.4], DOWN),
    "jump": ([0.2, 0.35, 0.5, 0.7, 0.9], DOWN),
    "comb": ([0, 1.75, 2.2, 3], DOWN),
    "folded_jump": ([0, 0.3, 0.5, 0.7, 0.9], DOWN),
    "key_frames": ([0, 1], DOWN),
    "light_of_three": ([-10, -4, -1, 0, 1, 2, 3, 4, 5], DOWN),
    "light_of_two": ([-10, -4, -1, 0, 1, 1.8, 2.4, 2.8], DOWN),
    "brightness": ([-1, 0, 1, 2, 3, 4, 5], DOWN),
    "green_lead": ([-0.6, -0.2, 0, 0.05, 0.1, 0.2, 0.4, 0.7, 1], FREE),
    "red_blue": ([-0.45, -0.25, -0.1, 0, 0.2], UP),
    "green_blue": ([-0.45, -0.25, -0.1, 0, 0.2], UP),
    "projected": ([0, 1], DOWN),
    "green_rest": ([-1.2, -0.5, 0, 0.4, 0.8, 1.1, 1.25], FREE),
    "removed_light": ([-0.5, 0.5, 1.5, 2.5, 4], FREE),
    "movement": ([-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8], FREE),
    "disagreeing": ([0, 1, 2], DOWN),
}
BEATS = {
    "rate_change": ([0, 1, 2, 3, 4], DOWN),
    "first_rate": ([0, 1], FREE),
    "disturbed": ([0, 0.3, 0.7], DOWN),
    "left_out": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "flat": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "contrary": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "rival": ([-3, -2, -1, -0.3, 0.4], DOWN),
    "early_rise": ([0, 0.1, 0.2, 0.3, 0.5, 0.8], DOWN),
    "late_rise": ([0, 0.05, 0.1, 0.15, 0.25, 0.5], DOWN),
    "added_rise": ([0.05, 0.1, 0.2, 0.4, 0.7, 1], UP),
    "added_delay": ([0.28, 0.34, 0.37, 0.4, 0.5, 0.65], UP),
    "early_share": ([0, 0.1, 0.2, 0.4], FREE),
    "slow_excess": ([-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5], DOWN),
    "doubted_rate": ([30, 45, 70, 110, 150, 190], FREE),
    "doubted_roundness": ([0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995], FREE),
    "disagreeing": ([0, 1, 2], DOWN),
    "clearness": ([0.3, 0.8, 1.3, 2, 3, 4, 5.5], UP),
    "difference": ([-2.3, -0.7, 0.7, 1.4, 2.1, 2.8, 3.5], DOWN),
    "other_doubt": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], UP),
    "movement": ([-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8], FREE),
    "detrended_likeness": ([0.3, 0.8, 1.3, 2, 3, 4.5], UP),
    "lengthening": ([0, 0.5, 1.5], DOWN),
}
FREE_BEATS = {
    "rate_change": ([0, 1, 2, 3, 4], DOWN),
    "first_rate": ([0, 1], FREE),
    "disturbed": ([0, 0.3, 0.7], DOWN),
    "left_out": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "flat": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "contrary": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "clutter": ([-2.9, -2.3, -1.9, -1.5, -1.1, -0.7, -0.3], DOWN),
    "rival": ([-3, -2, -1, -0.3, 0.4], DOWN),
    "early_rise": ([0, 0.1, 0.2, 0.3, 0.5, 0.8], DOWN),
    "late_rise": ([0, 0.05, 0.1, 0.15, 0.25, 0.5], DOWN),
    "early_share": ([0, 0.1, 0.2, 0.4], FREE),
    "slow_excess": ([-0.2, 0, 0.2, 0.4, 0.7, 1, 1.5], DOWN),
    "rate": ([30, 45, 70, 110, 150, 190], FREE),
    "roundness": ([0.2, 0.35, 0.5, 0.65, 0.75, 0.85, 0.92, 0.97, 0.995], FREE),
    "disagreeing": ([0, 1, 2], DOWN),
    "clearness": ([0.3, 0.8, 1.3, 2, 3, 4, 5.5], UP),
    "difference": ([-2.3, -0.7, 0.7, 1.4, 2.1, 2.8, 3.5], DOWN),
    "other_doubt": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], UP),
    "movement": ([-7, -5.5, -4, -3.2, -2.7, -2.3, -1.8], FREE),
    "detrended_likeness": ([0.3, 0.8, 1.3, 2, 3, 4.5], UP),
    "lengthening": ([0, 0.5, 1.5], DOWN),
    "likeness": ([0.3, 0.8, 1.3, 2, 3, 4, 5.5], UP),
    "interval_spread": ([-4, -3, -2.2, -1.5, -1], FREE),
    "interval_change": ([-4.5, -3.5, -2.5, -1.5], FREE),
}
# The beats that the light shows, beside those of the likeliest rhythm.
CHOICE = {
    "advantage": ([-2.5, -1.6, -1, -0.5, 0, 0.5, 1, 1.6, 2.5], UP),
    "rate_ratio": ([-0.7, -0.4, -0.2, -0.08, 0.08, 0.2, 0.4, 0.7], FREE),
    "likeness_gain": ([-3, -1.5, -0.5, 0, 0.5, 1.5, 3], UP),
    "other_late_rise": ([0, 0.05, 0.1, 0.15, 0.25, 0.5], UP),
    "other_spread": ([-6, -5, -4, -3, -2.2, -1.5, -1], FREE),
    "flat": ([-2.3, -1.5, -0.7, 0, 0.7, 1.4, 2.1, 2.8], DOWN),
    "rival": ([-3, -2, -1, -0.3, 0.4], DOWN),
    "rate_change": ([0, 1, 2, 3, 4], DOWN),
    "detrended_likeness": ([0.3, 0.8, 1.3, 2, 3, 4.5], UP),
}
# The light shows other beats than the reference has.
WRONG_REFERENCES = [f"cinc2015/{name}" for name in ("b331l_290", "f260s_030", "f768s_270", "v728s_170")]
# Hearts that are rare: a rate that is wrong because of them counts less.
IRREGULAR = [
    "dropped beats", "Wenckebach", "pauses", "runs of fast beats", "interpolated beats", "onset of tachycardia",
    "bigeminy", "trigeminy and quadrigeminy", "steps that move blood",
]
GREATEST, LEAST = 0.994, 0.5  # PulseEvidence.greatestChance and leastChance
SLOPE, SIZE = 0.3, 0.003  # the penalties on a curve's bends and on its values


def ramps(x, knots):
    known = ~np.isnan(x)
    x = np.where(known, x, knots[0])
    low, high = np.array(knots[:-1]), np.array(knots[1:])
    basis = np.clip((x[:, None] - low) / (high - low), 0, 1)
    return np.column_stack([np.ones(len(x)), basis]) * known[:, None]


class Model:
    def __init__(self, curves):
        self.curves = curves

    def design(self, table):
        return np.column_stack([np.ones(len(table["kind"]))] + [ramps(table[n], k) for n, (k, _) in self.curves.items()])

    def fit(self, x, y, weight):
        bounds, bends, at = [(None, None)], [], 1
        for knots, way in self.curves.values():
            bounds.append((None, None))
            bounds += [{UP: (0, None), DOWN: (None, 0), FREE: (None, None)}[way]] * (len(knots) - 1)
            gaps = np.diff(knots) / (knots[-1] - knots[0]) * (len(knots) - 1)
            for i in range(1, len(knots) - 1):
                row = np.zeros(x.shape[1])
                row[at + i], row[at + i + 1] = -1 / gaps[i - 1], 1 / gaps[i]
                bends.append(row)
            at += len(knots)
        bends = np.array(bends) if bends else np.zeros((0, x.shape[1]))
        total = weight.sum()

        ridge = np.r_[0, np.full(x.shape[1] - 1, 2 * SIZE * total / 1e4)]
        fixed = 2 * SLOPE * bends.T @ bends + np.diag(ridge + 1e-9)
        low = np.array([-np.inf if a is None else a for a, _ in bounds])
        high = np.array([np.inf if b is None else b for _, b in bounds])

        def loss(b):
            z = x @ b
            return (weight * (np.logaddexp(0, z) - y * z)).sum() + b @ fixed @ b / 2

        # Newton's method, with what is at a bound left there (Bertsekas 1982).
        b = np.zeros(x.shape[1])
        value = loss(b)
        for _ in range(60):
            p = self.of(x @ b)
            gradient = x.T @ (weight * (p - y)) + fixed @ b
            free = ~((b <= low) & (gradient > 0) | (b >= high) & (gradient < 0))
            curvature = (x[:, free] * (weight * np.maximum(p * (1 - p), 1e-6))[:, None]).T @ x[:, free]
            step = np.zeros(len(b))
            step[free] = -np.linalg.solve(curvature + fixed[np.ix_(free, free)], gradient[free])
            length, last = 1.0, value
            while length > 1e-4:
                next = np.clip(b + length * step, low, high)
                value = loss(next)
                if value <= last + 1e-4 * gradient @ (next - b):
                    break
                length /= 2
            b = next
            if last - value < 1e-6 * total:
                break
        self.weights = b
        return self

    @staticmethod
    def of(z):
        return 1 / (1 + np.exp(-np.clip(z, -40, 40)))

    def chance(self, x):
        return self.of(x @ self.weights)

    def swift(self, name, comment, table, right):
        lines, at, constant = [], 1, self.weights[0]
        for feature, (knots, _) in self.curves.items():
            values = np.cumsum(self.weights[at : at + len(knots)])
            at += len(knots)
            if not np.isnan(table[feature]).any():
                constant, values = constant + values[0], values - values[0]
                if np.ptp(values) < 5e-4:  # it says nothing
                    continue
            usual = np.nanmedian(np.interp(table[feature][right], knots, values))
            label = re.sub(r"_(\w)", lambda m: m[1].upper(), feature)
            numbers = [", ".join(f"{v:.3f}".rstrip("0").rstrip(".").replace("-0,", "0,") for v in row) for row in (knots, values)]
            lines.append(f"      Curve(\n        feature: .{label}, knots: [{numbers[0]}],\n        values: [{numbers[1]}],\n        usual: {usual:.3f}),")
        body = "\n".join(lines)
        return f"  /// {comment}\n  static let {name} = PulseModel(\n    constant: {constant:.3f},\n    curves: [\n{body}\n    ])\n"


class Interval:
    names = ["placing", "spread", "change", "rateChange", "hidden", "wrong", "constant", "exponent"]
    level = 0.96  # a little above 0.95, since what is not among the recordings is less even

    def __init__(self, t):
        self.seconds, rate = t["seconds"], t["rate"]
        self.change = np.expm1(np.nan_to_num(t["rate_change"], nan=np.log(2.5)))  # PulseEvidence.usualChange
        self.spread = np.exp(t["interval_spread"]) * rate
        self.uneven = np.exp(t["interval_change"]) * rate
        self.hidden = 60 / self.seconds * t["disturbed"]

    def half_width(self, chance):
        a, b, f, k, h, w, c, s = np.exp(self.weights)
        shrink = (10 / self.seconds) ** min(s, 1)  # no error of a count shrinks faster
        squares = shrink**2 * (a**2 + (b * self.spread) ** 2 + (f * self.uneven) ** 2)
        return np.sqrt(squares + (k * self.change) ** 2 + (h * self.hidden) ** 2 + (w * (1 - chance)) ** 2 + c**2)

    def fit(self, error, chance, use, weight):
        def loss(p):
            self.weights = p
            rest = error[use] - self.half_width(chance)[use]
            # The loss of errors that no interval would hold counts no more than that of 5.
            rest = np.minimum(np.maximum(self.level * rest, (self.level - 1) * rest), 5)
            return (weight[use] * rest).sum() / weight[use].sum() + 1e-4 * (p**2).sum()

        options = {"maxiter": 6000, "maxfev": 6000, "adaptive": True}
        starts = ([-0.4, -2.6, -1.7, -1, -0.7, 1.4, -2, -0.4], [-1.5, -2, -2, -2, -1, 1, -1, -0.4])
        best = min((minimize(loss, np.array(x, float), method="Nelder-Mead", options=options) for x in starts), key=lambda r: r.fun)
        self.weights = np.r_[best.x[:-1], min(best.x[-1], 0)]
        return self.half_width(chance)

    def swift(self):
        values = [f"{n}: {v:.3f}" for n, v in zip(self.names, np.exp(self.weights))]
        lines = ",\n    ".join([", ".join(values[:4]), ", ".join(values[4:])])
        return f"extension PulseInterval {{\n  /// The interval that holds 95% of the errors.\n  static let fitted = PulseInterval(\n    {lines})\n}}\n"


def read(path):
    rows = list(csv.DictReader(open(path)))
    table = {}
    for key in rows[0]:
        try:
            table[key] = np.array([float(r[key]) for r in rows])
        except ValueError:
            table[key] = np.array([r[key] for r in rows])
    return table


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table", nargs="?")
    parser.add_argument("--bound", metavar="TABLE", help="compare the bound above noise with a new fit, and do no more")
    parser.add_argument("--write", metavar="FILE", help="the Swift file of the model")
    parser.add_argument("--page", metavar="FILE", help="a page of figures, with pictures in an SVG file beside it")
    parser.add_argument("--quick", action="store_true", help="leave nothing out")
    options = parser.parse_args()
    if options.bound:
        return compare_bound(read(options.bound))
    if not options.table:
        parser.error("a table is needed: heartcam-bench evidence DIR > table.csv")
    t = read(options.table)
    w = windows(t)
    row = {name: np.full(w.max() + 1, -1) for name in ("rhythm", "free")}
    for name in row:
        of = np.where(t["beats"] == name)[0]
        row[name][w[of]] = of
    known_free = t["beats"] == "free"
    other = np.where(known_free, row["rhythm"][w], -1)
    kind, recording = t["kind"], t["recording"]
    error, seconds = np.abs(t["error_bpm"]), t["seconds"]
    real, simulated = kind == "real", kind == "simulated"
    pulseless = error == 1000
    right = error <= 5
    known = ~np.isnan(t["error_bpm"]) & ~np.isin(recording, WRONG_REFERENCES)
    weight = np.ones(len(kind))
    weight[real & np.char.startswith(recording, "cinc")] = 2
    weight[real & np.char.startswith(recording, "welltory")] = 12
    weight[simulated & np.isin(recording, ["bigeminy", "interpolated beats"])] = 2.5
    weight[real & (seconds == 5)] *= 0.5
    scrambled = kind == "scrambled"
    window = windows(t)

    def weights(real_share, pulseless_share, scrambled_share):
        """The weights of all lines, so that each kind has its share of them and each window counts once."""
        result = np.zeros(len(kind))
        shares = (real, real_share), (~real & ~pulseless, 0.45), (pulseless & ~scrambled, pulseless_share), (scrambled, scrambled_share)
        for of, share in shares:
            result[of] = weight[of] * share * len(kind) / weight[of & known].sum()
        return result / np.bincount(window)[window]

    pulse_weight, beats_weight = weights(1, 1.5, 0.25), weights(0.6, 0, 0)
    # The upstrokes in shuffled blocks are those of blood, as irregular as a heart can be.
    pulse_weight[np.char.endswith(recording, "shuffled blocks")] *= 0.25
    near = right | ~pulseless & (error * seconds / 60 < 2.7) & (error < 0.2 * t["bpm"])
    has_pulse = np.bincount(window, near)[window] > 0
    pair = Pairs(t, other)
    chosen = pair.differ & known & ~pulseless & (seconds >= 10) & (right != right[other])
    choice_weight = np.ones(len(kind))
    for name, value in (("welltory", 12), ("uwoxy", 6), ("cinc", 3)):
        choice_weight[real & np.char.startswith(recording, name)] = value
    pulse, beats, free, choice = Model(PULSE), Model(BEATS), Model(FREE_BEATS), Model(CHOICE)
    x = (pulse.design(t), beats.design(t), free.design(t), choice.design(pair.features))

    def fitted(use):
        a, b = known & use, known & use & has_pulse
        pulse.fit(x[0][a], has_pulse[a].astype(float), pulse_weight[a])
        for model, design, of in ((beats, x[1], b & ~known_free), (free, x[2], b & known_free)):
            model.fit(design[of], right[of].astype(float), beats_weight[of])
        of = use & chosen
        choice.fit(x[3][of], right[of].astype(float), choice_weight[of])
        p = pulse.chance(x[0])
        # A pulse is one whichever way its beats are found, and one that no rhythm shows is seldom one.
        p = np.where(known_free & (other >= 0), np.maximum(p[other], (p + p[other]) / 2), p)
        return p, np.where(known_free, free.chance(x[2]), beats.chance(x[1])), choice.chance(x[3])

    person = np.array([re.sub(r"(_left|_right|(?<=l|s)_\d+)?( .*)?$", "", r) for r in recording])
    people = sorted(set(person[real]))
    fold = np.where(simulated, t["seed"] % 5, 0)
    for i, name in enumerate(people):
        fold[person == name] = i % 5
    noise = ~real & ~simulated & (kind != "scrambled")
    fold[noise] = np.arange(noise.sum()) % 5
    straps = real & np.char.startswith(recording, "welltory")
    exact = known & ~pulseless & (straps | simulated) & (seconds >= 10)
    width_weight = np.zeros(len(kind))
    for length in (10, 30):
        for of in (straps, simulated):
            of = of & ~np.isin(recording, IRREGULAR)
            width_weight[of & exact & (seconds == length)] = 1 / (of & exact & (seconds == length)).sum()
    interval = Interval(t)

    def widths(r, c, use):
        p = np.minimum(r * c, GREATEST)
        return interval.fit(error, p, exact & use & (p >= LEAST) & pair.likeliest(p), width_weight)

    if not options.quick:
        r, c, width, q = np.zeros((4, len(kind)))
        for side in range(5):
            left, (r_all, c_all, q_all) = fold == side, fitted(fold != side)
            pair.choice = q_all
            w_all = widths(r_all, c_all, ~left)
            r[left], c[left], width[left], q[left] = r_all[left], c_all[left], w_all[left], q_all[left]
        pair.choice = q
        report("left out", t, r, c, width, right, known, pair)
        held_out, held_out_choice = (r, c, width), q
    r, c, pair.choice = fitted(np.full(len(kind), True))
    width = widths(r, c, np.full(len(kind), True))
    report("all", t, r, c, width, right, known, pair)
    report("as reported", t, np.ones(len(kind)), t["chance"], t["half_width"], right, known, pair)
    if options.page:
        pair.choice = held_out_choice
        page(options.page, t, (pulse, beats, free, choice), *held_out, right, known, pair)
    if options.write:
        with open(options.write, "w") as file:
            file.write("// Written by bench/fit_model.py.\n\nextension PulseModel {\n")
            file.write(pulse.swift("pulse", "The chance that what repeats is a pulse.", t, known & right) + "\n")
            file.write(beats.swift("beats", "The chance that the beats of a pulse are found as a rhythm has them, and nothing else.", t, known & right & ~known_free) + "\n")
            file.write(free.swift("freeBeats", "The chance that they are where the light shows them.", t, known & right & known_free) + "\n")
            comment = "The chance that the beats that the light shows are right, if they or those of a rhythm are."
            file.write(choice.swift("choice", comment, pair.features, chosen & right))
            file.write("}\n\n" + interval.swift())


def compare_bound(t):
    """Prints what is above PulseEvidence's bound, and above one with weights that are fitted here.

    Fitted to one half of the people and of the noise, and counted in the other. Recordings count alike, whatever their length.
    """
    names = ["strength", "template_correlation", "detrended_correlation", "interval_change", "interval_spread"]
    x = np.column_stack([np.ones(len(t["kind"]))] + [t[n] if "interval" not in n else np.log(np.maximum(t[n], 0.01)) for n in names])
    noise, right, ten = t["kind"] != "real", np.abs(t["error_bpm"]) <= 5, t["seconds"] == 10
    person = np.array([r.split("_left")[0].split("_right")[0].split(" ")[0] for r in t["recording"]])
    half = np.isin(person, sorted(set(person))[::2])
    half[noise] = np.arange(noise.sum()) % 2 == 0
    weight = np.where(noise, 1.0, 0.0)
    for name in set(t["recording"][right]):
        of = right & (t["recording"] == name)
        weight[of] = noise[ten].sum() / len(set(t["recording"][right])) / max((of & ten).sum(), 1)
    use = ten & half & (noise | right)

    def loss(b):
        z = x[use] @ b
        gradient = x[use].T @ (weight[use] * (1 / (1 + np.exp(-np.clip(z, -40, 40))) - right[use]))
        return (weight[use] * (np.logaddexp(0, z) - right[use] * z)).sum() + 0.5 * (b[1:] ** 2).sum(), gradient + np.r_[0, b[1:]]

    weights = minimize(loss, np.zeros(x.shape[1]), jac=True, method="L-BFGS-B").x
    print("weights of a new fit:", ", ".join(f"{n} {w:.2f}" for n, w in zip(["constant"] + names, weights)))
    fitted, straps = x @ weights, np.char.startswith(t["recording"], "welltory")
    for length in (5, 10, 30):
        of = (t["seconds"] == length) & ~half
        today = t["logit"] >= t["bound"]
        share = today[of & noise].mean()
        bound = np.quantile(fitted[of & noise], 1 - share) if share else fitted[of & noise].max()
        line = f"{length:2} s: of {(of & noise).sum()} windows of noise {100 * share:.2f} % above the bound"
        for name, group in (("straps", straps), ("oximeters", right & ~straps)):
            group = of & group & right
            line += f"; {name}' right ones {100 * today[group].mean():.1f} %, as many of a new fit {100 * (fitted[group] > bound).mean():.1f} %"
        print(line)


def windows(t):
    """The number of each line's window."""
    names = ["kind", "recording", "seed", "seconds", "start"]
    return np.unique(np.array(["|".join(w) for w in zip(*(t[n].astype(str) for n in names))]), return_inverse=True)[1]


class Pairs:
    """The beats that the light shows beside those of the likeliest rhythm, as PulseHypothesis compares them."""

    choice = None  # the chance of the first, at their lines

    def __init__(self, t, rhythm):
        """rhythm: the line of the rhythm for each line of free beats; -1 elsewhere."""
        self.window, self.rhythm = windows(t), rhythm
        difference = np.abs(t["bpm"] - t["bpm"][rhythm])
        self.differ = (rhythm >= 0) & (difference >= 5)
        self.agree = (rhythm >= 0) & (difference < 5)
        doubt = (np.exp(t["left_out"]) + np.exp(t["flat"]) - 0.2) / t["one_beat_bpm"]
        advantage = doubt[rhythm] - doubt
        features = {
            "advantage": np.sign(advantage) * np.log1p(2 * np.abs(advantage)),
            "rate_ratio": np.log(t["bpm"] / t["bpm"][rhythm]),
            "likeness_gain": t["likeness"] - t["likeness"][rhythm],
            "other_late_rise": t["late_rise"][rhythm],
            "other_spread": t["interval_spread"][rhythm],
        }
        self.features = {"kind": t["kind"]} | {name: features[name] if name in features else t[name] for name in CHOICE}

    def likeliest(self, p):
        """Whether each line is chosen in its window."""
        likelihood, of, both = p.copy(), self.rhythm[self.differ], self.differ
        greater = np.maximum(p[both], p[of])
        likelihood[both], likelihood[of] = self.choice[both] * greater, (1 - self.choice[both]) * greater
        likelihood[self.agree] = np.minimum(0.95 * p[self.agree], 1.0001 * p[self.rhythm[self.agree]])
        order = np.lexsort((-likelihood, self.window))
        first = np.r_[True, np.diff(self.window[order]) > 0]
        best = np.zeros(len(p), bool)
        best[order[first]] = True
        return best


def page(path, t, models, r, c, width, right, known, pair):
    """Writes the page of the features' distributions and of what the held-out chances and intervals were worth."""
    picture = path.removesuffix(".md") + ".svg"
    use = known & (t["seconds"] == 10)
    open(picture, "w").write(feature_picture(t, models, right, use))
    p, error = np.minimum(r * c, GREATEST), np.abs(t["error_bpm"])
    kind, straps = t["kind"], np.char.startswith(t["recording"], "welltory")
    use = use & pair.likeliest(p)
    shown = use & (p >= LEAST)
    lines = [
        "# Evidence: the model of the pulse", "",
        "Written by `bench/fit_model.py --page`. Every figure is of readings of 10 s whose person or simulated recording was",
        "left out of the fit.", "",
        f"![How each feature is distributed]({picture.rsplit('/', 1)[-1]})", "",
        "Each feature of `PulseFeature`, over hypotheses whose rate is right (blue) and over all others (orange), as shares of each. The",
        "line is its curve: its part of the logarithm of the odds, from -4 to 4 over the height. It is from the model of a pulse if the feature",
        "is in it, else from the model of its beats.", "",
        "## Chance and outcome", "", "Readings with a number, in ten groups of equal size by their chance.", "",
        "| readings | " + " | ".join(str(i) for i in range(1, 11)) + " |", "| --- |" + " ---: |" * 10]
    groups = (("recordings", kind == "real"), ("simulated pulses", (kind == "simulated") & (error != 1000)), ("all simulated", kind == "simulated"))
    for name, of in groups:
        bins = np.array_split(np.argsort(p[shown & of]), 10)
        lines.append(f"| {name}, mean chance | " + " | ".join(f"{p[shown & of][b].mean():.3f}" for b in bins) + " |")
        lines.append(f"| {name}, right | " + " | ".join(f"{right[shown & of][b].mean():.3f}" for b in bins) + " |")
    lines += [
        "", "## Kinds of recordings", "",
        "Answers within 5 beats/min are right; without a pulse every answer is wrong. Reliable ones have a chance of 0.95 and more. If noise has as much",
        "evidence, there is no hypothesis.", "",
        "| recordings | hypotheses | answered, % | wrong | reliable | wrong, reliable | inside the interval, % | half of it |", "| --- |" + " ---: |" * 7]
    rows = [("straps", straps), ("oximeters", (kind == "real") & ~straps), ("pulse destroyed", kind == "scrambled"), ("noise", ~np.isin(kind, ["real", "simulated", "scrambled"]))]
    rows += [(name, (kind == "simulated") & (t["recording"] == name)) for name in sorted(set(t["recording"][kind == "simulated"]))]
    for name, of in rows:
        of = of & use
        a, sure = of & shown, of & shown & (p >= 0.95)
        inside = "- | -" if not a.any() or (error[a] == 1000).all() else f"{100 * np.mean(error[a] <= width[a]):.1f} | {width[a].mean():.2f}"
        lines.append(f"| {name} | {of.sum()} | {100 * a.sum() / max(of.sum(), 1):.1f} | {(a & ~right).sum()} | {sure.sum()} | {(sure & ~right).sum()} | {inside} |")
    open(path, "w").write("\n".join(lines) + "\n")


def feature_picture(t, models, right, use):
    columns, w, h = 4, 230, 120
    boxes = []
    curves = []
    for model in models:
        at = 1
        for feature, (knots, _) in model.curves.items():
            if feature not in [c[0] for c in curves]:
                curves.append((feature, knots, np.cumsum(model.weights[at : at + len(knots)])))
            at += len(knots)
    for index, (feature, knots, values) in enumerate(curves):
        x0, y0 = 20 + index % columns * (w + 20), 40 + index // columns * (h + 50)
        edges = np.linspace(knots[0], knots[-1], 31)
        parts = [f'<text x="{x0}" y="{y0 - 8}">{feature.replace("_", " ")}</text><rect x="{x0}" y="{y0}" width="{w}" height="{h}" fill="none" stroke="#999"/>']
        for of, color in ((right, "#1f6fb4"), (~right, "#d9730d")):
            known = t[feature][use & of]
            known = np.clip(known[~np.isnan(known)], knots[0], knots[-1])
            shares = np.histogram(known, edges)[0] / max(len(known), 1)
            points = []
            for i, share in enumerate(np.minimum(np.sqrt(shares), 1)):
                left, right_, top = x0 + w * i / 30, x0 + w * (i + 1) / 30, y0 + h * (1 - share)
                points += [f"{left:.1f},{top:.1f}", f"{right_:.1f},{top:.1f}"]
            parts.append(f'<polyline points="{x0},{y0 + h} {" ".join(points)} {x0 + w},{y0 + h}" fill="{color}" fill-opacity="0.3" stroke="{color}"/>')
        scale = (np.array(knots) - knots[0]) / (knots[-1] - knots[0])
        curve = " ".join(f"{x0 + w * s:.1f},{y0 + h * (0.5 - np.clip(v - values.mean(), -4, 4) / 8):.1f}" for s, v in zip(scale, values))
        parts.append(f'<polyline points="{curve}" fill="none" stroke="#222" stroke-width="1.5"/>')
        parts.append(f'<text x="{x0}" y="{y0 + h + 14}" fill="#555">{knots[0]:g}</text><text x="{x0 + w}" y="{y0 + h + 14}" fill="#555" text-anchor="end">{knots[-1]:g}</text>')
        boxes.append("\n".join(parts))
    height = 40 + (len(boxes) + columns - 1) // columns * (h + 50)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{20 + columns * (w + 20)}" height="{height}" font-family="sans-serif" font-size="12"><title>Distributions of the features of a pulse</title><rect width="100%" height="100%" fill="#fff"/>'
    return head + "\n" + "\n".join(boxes) + "\n</svg>\n"


def report(label, t, r, c, width, right, known, pair):
    p = np.minimum(r * c, GREATEST)
    kind, recording, seconds = t["kind"], t["recording"], t["seconds"]
    real, simulated, pulseless = kind == "real", kind == "simulated", np.abs(t["error_bpm"]) == 1000
    known = known & pair.likeliest(p)
    shown, error = known & (p >= LEAST), np.abs(t["error_bpm"])
    print(f"--- {label}")
    groups = [
        ("straps", real & np.char.startswith(recording, "welltory")),
        ("oximeters", real & np.char.startswith(recording, "uwoxy")),
        ("intensive care", real & np.char.startswith(recording, "cinc")),
        ("simulated with", simulated & ~pulseless),
        ("simulated without", simulated & pulseless),
        ("scrambled", kind == "scrambled"),
        ("noise", ~np.isin(kind, ["real", "simulated", "scrambled"])),
    ]
    groups += [("  " + name, simulated & (recording == name)) for name in sorted(set(recording[simulated]))]
    for name, of in groups:
        all_10 = of & known & (seconds == 10)
        if not all_10.any():
            continue
        a = all_10 & shown
        sure = a & (p >= 0.95)
        line = (
            f"{name:42} {all_10.sum():6} shown {a.sum() / all_10.sum():.3f} wrong {(a & ~right).sum():4} sure {sure.sum():5}"
            f" sure wrong {(sure & ~right).sum():3} brier {np.mean((p[all_10] - right[all_10]) ** 2):.4f}")
        for length in (10, 30):
            here = of & shown & ~pulseless & (seconds == length)
            if here.any():
                line += f"; {length} s {np.mean(error[here] <= width[here]):.3f} inside, {width[here].mean():.2f} wide"
        print(line)
    for name, of in (("real", real & (seconds == 10) & shown), ("simulated with", simulated & ~pulseless & (seconds == 10) & shown)):
        order = np.argsort(p[of])
        bins = np.array_split(order, 10)
        print(name, " ".join(f"{p[of][b].mean():.2f}:{right[of][b].mean():.2f}" for b in bins if len(b)))


if __name__ == "__main__":
    main()
