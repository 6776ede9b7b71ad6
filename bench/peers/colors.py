#!/usr/bin/env python3
"""Mean colors of all frames of a video: heartcam.color_signal beside loops of PyAV and OpenCV.

    colors.py [--rounds N] [--seconds N] [--size WxH] [--codec h264 ...]

Needs heartcam, av, opencv-python-headless, numpy and the program ffmpeg. Each run is a process of its own, in turns, so that its
most memory is its own. A loop is what their documentation shows: each frame as an RGB picture, and its mean. What is right is
calculated from the picture's own planes in 64 bits.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

SYSTEMS = ("heartcam", "heartcam, sandbox=False", "PyAV", "OpenCV")


def by_heartcam(path: str, sandbox: bool) -> np.ndarray:
    import heartcam

    return heartcam.color_signal(path, sandbox=sandbox).rgb


def by_pyav(path: str) -> np.ndarray:
    import av

    with av.open(path) as container:
        container.streams.video[0].thread_type = "AUTO"
        frames = container.decode(video=0)
        return np.array([frame.to_ndarray(format="rgb24").mean(axis=(0, 1)) for frame in frames])


def by_opencv(path: str) -> np.ndarray:
    import cv2

    video, found = cv2.VideoCapture(path), []
    while True:
        is_read, picture = video.read()
        if not is_read:
            return np.array(found)
        found.append(cv2.mean(picture)[2::-1])


def exactly(path: str) -> np.ndarray:
    """From the means of the planes, by the matrix and the range that the file names."""
    import av

    found = []
    with av.open(path) as container:
        for frame in container.decode(video=0):
            planes = [
                np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width].mean()
                for plane in frame.planes
            ]
            is_full = int(frame.color_range) == 2 or "yuvj" in frame.format.name
            red, blue = (0.2126, 0.0722) if int(frame.colorspace) == 1 else (0.299, 0.114)
            light = planes[0] if is_full else (planes[0] - 16) * 255 / 219
            cb, cr = ((plane - 128) * (1 if is_full else 255 / 224) for plane in planes[1:])
            r, b = light + 2 * (1 - red) * cr, light + 2 * (1 - blue) * cb
            found.append((r, (light - red * r - blue * b) / (1 - red - blue), b))
    return np.array(found)


def once(system: str, path: str, output: str) -> None:
    """One run in this process: what it took, and the means as a file."""
    work = {
        "heartcam": lambda: by_heartcam(path, True),
        "heartcam, sandbox=False": lambda: by_heartcam(path, False),
        "PyAV": lambda: by_pyav(path),
        "OpenCV": lambda: by_opencv(path),
        "exact": lambda: exactly(path),
    }[system]
    # Importing is not what is compared.
    __import__({"h": "heartcam", "P": "av", "O": "cv2", "e": "av"}[system[0]])
    began, used = time.perf_counter(), processor()
    means = work()
    took = {"seconds": time.perf_counter() - began, "processor": processor() - used}
    both = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    took["megabytes"] = sum(resource.getrusage(who).ru_maxrss for who in both) / 1024
    np.save(output, means)
    print(json.dumps(took))


def processor() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def clip(folder: str, codec: str, size: str, seconds: int) -> str:
    encoders = {"h264": "libx264", "hevc": "libx265", "mjpeg": "mjpeg"}
    path = str(Path(folder, f"{codec}.mkv"))
    # A bright, uneven, noisy picture with the colors of a finger, at a telephone's rate of bits. No pixel is outside of what RGB
    # can show: there a mean of RGB pixels is that of clipped ones, and no program's is like another's.
    picture = f"color=c=0xd0705a:s={size}:r=30:d={seconds},vignette=PI/5:eval=init,noise=alls=4:allf=t"
    is_full = codec == "mjpeg"
    # The file says how its numbers are meant: where it does not, programs take different matrices.
    meant = f",scale=out_color_matrix={'bt601' if is_full else 'bt709'}:out_range={'pc' if is_full else 'tv'}"
    command = ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", picture + meant]
    command += [
        "-pix_fmt",
        "yuvj420p" if is_full else "yuv420p",
        "-colorspace",
        "smpte170m" if is_full else "bt709",
    ]
    command += ["-color_range", "pc" if is_full else "tv", "-c:v", encoders[codec]]
    command += ["-q:v", "6"] if is_full else ["-preset", "superfast", "-b:v", "12M"]
    subprocess.run([*command, path], check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--codec", nargs="+", default=["h264", "mjpeg"])
    parser.add_argument("--once", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.once:
        once(*options.once)
        return
    print(
        "| codec | by | frames/s | processor time a frame, ms | most memory, MB | most difference from exact means, levels |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for codec in options.codec:
        with tempfile.TemporaryDirectory() as folder:
            path = clip(folder, codec, options.size, options.seconds)
            compare(codec, path, folder, options.rounds)


def compare(codec: str, path: str, folder: str, rounds: int) -> None:
    output = str(Path(folder, "means.npy"))

    def run(system: str) -> tuple[dict[str, float], np.ndarray]:
        command = [sys.executable, __file__, "--once", system, path, output]
        took = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return took, np.load(output)

    right = run("exact")[1]
    taken: dict[str, list[dict[str, float]]] = {system: [] for system in SYSTEMS}
    apart = {}
    for number in range(rounds):
        # In turns, and each round in another order.
        for system in SYSTEMS[number % len(SYSTEMS) :] + SYSTEMS[: number % len(SYSTEMS)]:
            took, means = run(system)
            taken[system].append(took)
            assert means.shape == right.shape, (system, means.shape, right.shape)
            apart[system] = np.abs(means - right).max()
    for system, runs in taken.items():
        middle = {key: statistics.median(one[key] for one in runs) for key in runs[0]}
        rate, each = len(right) / middle["seconds"], 1000 * middle["processor"] / len(right)
        print(
            f"| {codec} | {system} | {rate:.0f} | {each:.2f} | {middle['megabytes']:.0f} | {apart[system]:.2g} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
