#!/usr/bin/env python3
"""Readings of really encoded scenes without a finger, none of which should have a number.

encoded_scenes.py PROGRAM [--seconds 60] [--seeds 3] [--kind NAME]... [--csv FILE] [--keep FOLDER]

Draws 86 scenes of 35 kinds, each with several seeds, which choose rate, phase, noise and depth, encodes each by H.264 and by
another codec at a drawn bitrate and distance of key frames, and measures every video by PROGRAM in readings of 10 s. Most scenes
are periodic at a heart's rates. A table counts readings, numbers, and sure ones (0.95 and more) of each kind; every number is
listed. Needs NumPy, ffmpeg with libx264, libx265 and libvpx, and some half an hour.
"""
import argparse
import csv
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

HEIGHT, WIDTH = 72, 96
ROWS, COLUMNS = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
TURN = 2 * np.pi
# Levels of red, green and blue.
GREY, BROWN, WHITE, RED, DEEP_RED, SKIN, WARM, BLUE, BLACK = (
    np.array(c, np.float32)
    for c in [(132, 128, 120), (128, 88, 58), (215, 214, 208), (184, 52, 38), (120, 10, 8), (196, 148, 124), (205, 150, 84),
              (60, 90, 190), (14, 11, 11)]
)
H264 = "-c:v libx264 -preset veryfast"
OTHERS = [
    "-c:v libx265 -preset ultrafast -x265-params log-level=none", "-c:v libvpx -deadline realtime -cpu-used 8",
    "-c:v libvpx-vp9 -deadline realtime -cpu-used 8", "-c:v mpeg4", "-c:v mjpeg -q:v 5",
]
RATES, DISTANCES = ["40k", "80k", "160k", "400k", "1M", "4M"], [12, 25, 30, 60, 250]


def flat(color):
    return np.broadcast_to(color, (HEIGHT, WIDTH, 3)).astype(np.float32)


def smooth(field, times):
    for _ in range(times):
        field = (field + np.roll(field, 1, 0) + np.roll(field, -1, 0) + np.roll(field, 1, 1) + np.roll(field, -1, 1)) / 5
    return field


def texture(random, times=2):
    """Of mean 0 and a standard deviation of 1."""
    field = smooth(random.standard_normal((HEIGHT, WIDTH)).astype(np.float32), times)
    return (field - field.mean()) / field.std()


def course(form, turns):
    """A periodic course from -1 to 1."""
    at = turns % 1
    if form == "sine":
        return np.sin(TURN * at)
    if form == "triangle":
        return 4 * abs(at - 0.5) - 1
    if form == "sawtooth":
        return 2 * at - 1
    if form == "exponential":
        return 2 * np.exp(-4 * at) - 1
    if form == "breathing":
        return (np.exp(np.sin(TURN * at)) - 1 / np.e) / (np.e - 1 / np.e) * 2 - 1
    if form == "heart":
        return 2 * (np.exp(-((at - 0.2) ** 2) / 0.012) + 0.35 * np.exp(-((at - 0.52) ** 2) / 0.016)) - 1
    return 1.0 if at < 0.5 else -1.0  # blink


class Rhythm:
    """Turns over time, at a drawn rate of 42 to 150 a minute, even or with a drawn unevenness."""

    def __init__(self, random, seconds, low=0.7, high=2.5, uneven=None):
        uneven = random.choice([0.0, 0.0, 0.01, 0.03]) if uneven is None else uneven
        self.rate = random.uniform(low, high)
        lengths = 1 / self.rate * (1 + uneven * random.standard_normal(int(seconds * self.rate * 1.5) + 8))
        self.ends = np.concatenate([[0], np.cumsum(lengths)]) - random.uniform() / self.rate

    def __call__(self, time):
        return float(np.interp(time, self.ends, np.arange(len(self.ends))))


def wander(random, seconds, spread, slowness):
    """A slow random course of this standard deviation."""
    steps = random.standard_normal(int(seconds / slowness) + 4) * spread
    return lambda time: float(np.interp(time / slowness, np.arange(len(steps)), steps))


# Each kind takes a source of random numbers, the length and what tells its scenes apart; it gives the picture at a time.


def still(random, seconds, color):
    return lambda time: flat(color)


def lamp(random, seconds, form, color, ambient=1.0):
    turns, depth = Rhythm(random, seconds), random.uniform(0.01, 0.12)
    return lambda time: flat(color) * (ambient + depth * course(form, turns(time)))


def colored_light(random, seconds, form, light, room):
    turns, depth = Rhythm(random, seconds), random.uniform(0.1, 0.5)
    falloff = np.exp(-((ROWS - 36) ** 2 + (COLUMNS - 48) ** 2) / random.uniform(600, 4000))[..., None]
    return lambda time: flat(room) + falloff * light * 0.6 * (1 + depth * course(form, turns(time)))


def gradients(random, seconds, speed):
    turns = Rhythm(random, seconds)
    return lambda time: 128 + 70 * np.stack(
        [np.sin((ROWS * np.cos(a) + COLUMNS * np.sin(a)) / 30 + TURN * turns(time) * speed) for a in (0.3, 1.2, 2.4)], -1)


def cells(random, seconds, times):
    fields = [texture(random, times) for _ in range(12)]
    return lambda time: flat(GREY) + 18 * fields[int(time * 10) % 12][..., None]


def scrolling(random, seconds, period):
    speed = period * random.uniform(0.7, 2.5)
    bars = np.array([(255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0), (255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)])
    return lambda time: bars[((COLUMNS + speed * time) % period / period * 8).astype(int) % 8].astype(np.float32)


def water(random, seconds, depth):
    turns, slow = Rhythm(random, seconds), Rhythm(random, seconds, 0.2, 0.6)
    color = random.choice([GREY, SKIN, np.array((40, 90, 110), np.float32)])

    def picture(time):
        wave = np.sin(COLUMNS / 23 + TURN * turns(time)) * np.cos(ROWS / 17 - TURN * slow(time))
        return color * (1 + depth * (wave + 0.5 * np.sin(TURN * turns(time) + COLUMNS / 60)))[..., None]

    return picture


def candle(random, seconds, rhythmic):
    turns, breath = Rhythm(random, seconds, uneven=0.04), wander(random, seconds, 0.05, 0.12)
    skin = random.choice([WARM, SKIN, RED])

    def picture(time):
        light = 0.8 + rhythmic * course("sine", turns(time)) + breath(time)
        return flat(skin) * np.array([light, light**1.25, light**1.6], np.float32)

    return picture


def fan(random, seconds, soft, ambient):
    turns, skew = Rhythm(random, seconds, 0.7, 2.5, 0.005), random.uniform(15, 80)
    color = random.choice([WHITE, BROWN, SKIN])

    def picture(time):
        blade = np.clip(np.sin(TURN * turns(time) + COLUMNS / skew) * soft, -1, 1)
        return color * (ambient - (1 - ambient) * blade)[..., None]

    return picture


def focus(random, seconds, color):
    turns, field, fine = Rhythm(random, seconds, 0.7, 2), texture(random, 6), texture(random, 1)
    depth, breath = random.uniform(6, 25), random.uniform(0.002, 0.03)

    def picture(time):
        sharp = 0.5 + 0.5 * course("sine", turns(time))
        return color * (1 + breath * sharp) + (depth * (sharp * fine + (1 - sharp) * field))[..., None]

    return picture


def exposure(random, seconds, form, color):
    turns, depth, field = Rhythm(random, seconds, 0.7, 2), random.uniform(0.01, 0.08), texture(random)
    return lambda time: (color + 12 * field[..., None]) * (1 + depth * course(form, turns(time)))


def white_balance(random, seconds, form, color):
    turns, depth = Rhythm(random, seconds, 0.7, 2), random.uniform(0.01, 0.06)
    way = np.array([1, random.uniform(-0.3, 0.3), -1], np.float32)
    return lambda time: flat(color) * (1 + depth * course(form, turns(time)) * way)


def fade(random, seconds, color):
    turns = Rhythm(random, seconds, 0.7, 1.6, 0.02)
    ends = [random.uniform(60, 220, 3) * 0.25 + color * 0.75 for _ in range(8)]

    def picture(time):
        at = turns(time) + 1
        first, share = int(at) % 8, at % 1
        return flat(ends[first] * (1 - share) + ends[(first + 1) % 8] * share)

    return picture


def cuts(random, seconds, depth):
    turns, ends = Rhythm(random, seconds, 0.7, 2, 0.05), [random.uniform(-1, 1, 3) for _ in range(5)]
    return lambda time: flat(SKIN) * (1 + depth * ends[int(turns(time) + 1) % 5]).astype(np.float32)


def pocket(random, seconds, leak):
    turns, field = Rhythm(random, seconds, 1.3, 2.4, 0.03), smooth(texture(random, 4), 8)

    def picture(time):
        step = course("heart", turns(time))
        return flat(BLACK) + leak * np.clip(1 + step + field + 0.2 * np.sin(TURN * turns(time) / 2), 0, 4)[..., None] * np.array([1, 0.7, 0.5])

    return picture


def mains(random, seconds, color):
    beat, bands = random.uniform(0.7, 2.2), random.uniform(1, 4)
    depth = random.uniform(0.01, 0.15)
    return lambda time: color * (1 + depth * np.sin(TURN * (beat * time + bands * ROWS / HEIGHT)))[..., None]


def shake(random, seconds, rhythmic):
    field = np.concatenate([texture(random, 3)] * 2, 1)
    turns, other = Rhythm(random, seconds, 0.8, 2.4, 0.05), wander(random, seconds, 6, 0.3)
    color = random.choice([BROWN, SKIN, GREY])

    def picture(time):
        at = int(48 + rhythmic * course("sine", turns(time)) + other(time)) % WIDTH
        return color + 25 * field[:, at : at + WIDTH, None]

    return picture


def turntable(random, seconds, color):
    turns, arms = Rhythm(random, seconds, 0.7, 2, 0), int(random.integers(1, 4))
    angle = np.arctan2(ROWS - 36, COLUMNS - 40)
    return lambda time: color + 30 * np.cos(arms * angle - TURN * turns(time))[..., None]


def curtain(random, seconds, color):
    sway, other = wander(random, seconds, 1, 0.4), wander(random, seconds, 0.06, 0.5)
    return lambda time: color * (1 + other(time) + 0.2 * np.sin(COLUMNS / 9 + 2 * sway(time)))[..., None]


def rain(random, seconds, drops):
    places = random.uniform(0, 1, (drops, 3))

    def picture(time):
        image = flat(GREY).copy()
        rows = ((places[:, 0] + time * (0.8 + places[:, 2])) % 1 * HEIGHT).astype(int)
        image[rows, (places[:, 1] * WIDTH).astype(int)] += 70
        return image

    return picture


def screen(random, seconds, size):
    turns, text = Rhythm(random, seconds, 0.9, 2, 0), 60 * (texture(random, 0) > 1)[..., None]
    box = ((abs(ROWS - 40) < size) & (abs(COLUMNS - 60) < size))[..., None]
    return lambda time: np.where(box, 30 + 200 * (course("blink", turns(time)) > 0), flat(WHITE) - text)


def pendulum(random, seconds, width):
    turns, color = Rhythm(random, seconds, 0.4, 1.2, 0), random.choice([RED, BROWN, BLACK])
    return lambda time: np.where((abs(COLUMNS - 48 - 40 * np.sin(TURN * turns(time))) < width)[..., None], color, flat(WHITE))


def headlights(random, seconds, depth):
    turns = Rhythm(random, seconds, 0.7, 1.8, 0.15)
    return lambda time: flat(BLACK) + depth * np.array([1, 0.8, 0.55]) * np.exp(
        -((COLUMNS - 150 * (turns(time) % 1) + 25) ** 2) / 500)[..., None]


def chest(random, seconds, color):
    breath, field = Rhythm(random, seconds, 0.2, 0.9, 0.05), texture(random, 3)
    return lambda time: color * (1 + 0.03 * course("sine", breath(time))) + 10 * np.roll(field, int(3 * course("sine", breath(time))), 0)[..., None]


def cloth(random, seconds, color):
    """Red cloth on the lens with the light behind it, pressed and let go."""
    press, hold = wander(random, seconds, 0.08, 0.5), wander(random, seconds, 0.02, 0.15)
    return lambda time: flat(color) * np.array([1 + press(time) + hold(time), 1 + 1.3 * press(time) + hold(time), 1 + 1.3 * press(time)])


SCENES = (
    [("wall", still, (c,)) for c in (GREY, BROWN, WHITE)]
    + [("red picture", still, (c,)) for c in (RED, DEEP_RED, SKIN)]
    + [("dark room", still, (BLACK * s,)) for s in (1, 0.3)]
    + [("gradients", gradients, (s,)) for s in (0.3, 1)]
    + [("cells", cells, (n,)) for n in (0, 4)]
    + [("scrolling bars", scrolling, (n,)) for n in (24, 96)]
    + [("water", water, (d,)) for d in (0.04, 0.1, 0.25)]
    + [("sine lamp", lamp, ("sine", c)) for c in (WHITE, WARM, RED)]
    + [("triangle lamp", lamp, ("triangle", c)) for c in (GREY, SKIN)]
    + [("sawtooth lamp", lamp, ("sawtooth", c)) for c in (GREY, SKIN)]
    + [("exponential lamp", lamp, ("exponential", c)) for c in (WHITE, WARM, RED)]
    + [("heart-like lamp", lamp, ("heart", c)) for c in (WHITE, WARM, SKIN)]
    + [("breathing lamp", colored_light, ("breathing", l, r)) for l, r in ((RED, BLACK), (RED, GREY * 0.5), (BLUE, GREY * 0.5))]
    + [("LED", colored_light, (f, RED, r)) for f, r in (("sine", BLACK), ("exponential", BLACK), ("heart", GREY * 0.4))]
    + [("candle", candle, (d,)) for d in (0.02, 0.06, 0.15)]
    + [("fan", fan, (s, a)) for s, a in ((8, 0.7), (4, 0.9), (8, 0.95))]
    + [("soft shadow", fan, (1, a)) for a in (0.8, 0.92, 0.97)]
    + [("focus on brown", focus, (c,)) for c in (BROWN, BROWN * 0.6)]
    + [("focus on red", focus, (c,)) for c in (RED, DEEP_RED)]
    + [("exposure in steps", exposure, ("blink", c)) for c in (GREY, SKIN)]
    + [("smooth exposure", exposure, ("sine", c)) for c in (GREY, RED)]
    + [("white balance", white_balance, (f, c)) for f, c in (("sine", SKIN), ("triangle", RED), ("exponential", GREY))]
    + [("fading pictures", fade, (c,)) for c in (SKIN, RED, GREY)]
    + [("cut pictures", cuts, (d,)) for d in (0.05, 0.4)]
    + [("pocket", pocket, (s,)) for s in (4, 15, 40)]
    + [("mains", mains, (c,)) for c in (WHITE, SKIN, RED)]
    + [("shaken camera", shake, (n,)) for n in (0, 4, 12)]
    + [("turntable", turntable, (c,)) for c in (GREY, SKIN)]
    + [("curtain", curtain, (c,)) for c in (WHITE, RED)]
    + [("rain", rain, (n,)) for n in (20, 200)]
    + [("screen", screen, (n,)) for n in (3, 25)]
    + [("pendulum", pendulum, (n,)) for n in (6, 20)]
    + [("headlights", headlights, (d,)) for d in (40, 160)]
    + [("breathing chest", chest, (c,)) for c in (GREY, SKIN)]
    + [("pressed cloth", cloth, (c,)) for c in (RED, DEEP_RED)]
)


def encode(number, seed, seconds, folder):
    """Draws a scene and encodes it twice; gives for each video its file and how it was encoded."""
    kind, scene, arguments = SCENES[number]
    random = np.random.default_rng([seed, number])
    picture, fps = scene(random, seconds, *arguments), int(random.choice([24, 25, 30, 30, 30, 60]))
    noise = random.uniform(0.5, 8)
    # Each frame takes one of these, rolled to a place of its own: pictures of grain that repeat would be a rhythm of their own.
    grain = random.standard_normal((17, HEIGHT, WIDTH, 3)).astype(np.float32) * noise
    command = f"ffmpeg -v error -y -f rawvideo -pix_fmt rgb24 -s {WIDTH}x{HEIGHT} -r {fps} -i -".split()
    videos = []
    for index, codec in enumerate([H264, OTHERS[(number + seed) % len(OTHERS)]]):
        rate, distance = str(random.choice(RATES)), int(random.choice(DISTANCES))
        file = folder / f"{number}-{seed}-{index}.mkv"
        pixels = "yuvj420p" if "mjpeg" in codec else "yuv420p"
        command += f"{codec} -pix_fmt {pixels} -b:v {rate} -g {distance} -threads 1 {file}".split()
        videos.append((file, f"{codec.split()[1]} at {rate}/s, a key frame each {distance}, {fps} frames/s"))
    with subprocess.Popen(command, stdin=subprocess.PIPE) as process:
        for frame in range(seconds * fps):
            which, *roll = random.integers(0, (17, HEIGHT, WIDTH))
            image = picture(frame / fps) + np.roll(grain[which], roll, (0, 1))
            process.stdin.write(np.clip(image + 0.5, 0, 255).astype(np.uint8).tobytes())
        process.stdin.close()
    if process.returncode:
        sys.exit(f"encoded_scenes.py: ffmpeg ended with {process.returncode}")
    return kind, videos


def measure(program, file):
    command = [program, "measure", "--json", "--store", "none", file]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        sys.exit(f"encoded_scenes.py: {run.stderr}")
    return json.loads(run.stdout)["readings"]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("program")
    options.add_argument("--seconds", type=int, default=60)
    options.add_argument("--seeds", type=int, default=3)
    options.add_argument("--kind", action="append", help="only scenes of this kind")
    options.add_argument("--csv", help="every reading, in a file")
    options.add_argument("--keep", type=Path, help="keep the videos that had a number")
    options = options.parse_args()
    chosen = [n for n, (kind, *_) in enumerate(SCENES) if not options.kind or kind in options.kind]
    if not chosen:
        options.error("kinds: " + ", ".join(dict.fromkeys(kind for kind, *_ in SCENES)))
    counts, rows = {}, []
    with tempfile.TemporaryDirectory(prefix="heartcam-scenes.") as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)

        def work(job):
            kind, videos = encode(*job, options.seconds, folder)
            return job, kind, [(file, how, measure(options.program, file)) for file, how in videos]

        with ThreadPoolExecutor(2) as pool:
            for (number, seed), kind, videos in pool.map(work, [(n, s) for n in chosen for s in range(1, options.seeds + 1)]):
                for file, how, readings in videos:
                    count = counts.setdefault(kind, [0, 0, 0])
                    numbers = [r for r in readings if r["bpm"] is not None]
                    for place, more in enumerate([len(readings), len(numbers), sum(r["quality"] >= 0.95 for r in numbers)]):
                        count[place] += more
                    for r in numbers:
                        print(f"{kind} ({file.name}), {how}: {r['bpm']} at {r['start_s']} s, {r['quality']}", flush=True)
                    rows += [[kind, number, seed, how, r["start_s"], r["bpm"], r["quality"], r["reason"], r["refused_bpm"],
                              r["refused_chance"], r["against"]] for r in readings]
                    if not (options.keep and numbers):
                        file.unlink()
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows([["kind", "scene", "seed", "encoded", "start_s", "bpm", "quality", "reason", "refused_bpm",
                                         "refused_chance", "against"], *rows])
    print(f"\n| {len(chosen)} scenes | readings | numbers | sure |\n| --- | ---: | ---: | ---: |")
    for kind, count in counts.items():
        print(f"| {kind} | {' | '.join(map(str, count))} |")
    total = np.sum(list(counts.values()), 0)
    print(f"| all | {' | '.join(map(str, total))} |\n\n{100 * total[1] / total[0]:.2f} % of readings have a number")


if __name__ == "__main__":
    main()
