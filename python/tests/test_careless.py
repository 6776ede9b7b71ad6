"""What a careless or hostile caller does: each ends with a sentence, or as it should, never in a crash."""

from __future__ import annotations

import asyncio
import copy
import ctypes
import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import heartcam
from heartcam import _library

SAMPLE = heartcam.sample()


@pytest.mark.parametrize("shape", [(900,), (3, 4), (0,), (2, 14, 14)])
def test_an_array_of_another_shape_is_not_read_beyond_its_end(shape):
    with pytest.raises(heartcam.UsageError, match="14 columns"):
        heartcam.Monitor().append(heartcam.ColorSignal(np.zeros(shape), {}))


def test_arrays_of_other_kinds_give_the_same_readings():
    signal_ = heartcam.color_signal(SAMPLE)
    expected = heartcam.Monitor().append(signal_)
    spread_out = np.zeros((900, 28))
    spread_out[:, ::2] = signal_.array
    for array in (np.asfortranarray(signal_.array), spread_out[:, ::2], signal_.array[::-1][::-1]):
        assert heartcam.Monitor().append(heartcam.ColorSignal(array, {})) == expected
    rows = pd.Series(signal_.time), *(pd.Series(signal_.rgb[:, index]) for index in range(3))
    by_numbers = [reading.bpm for reading in heartcam.Monitor().append(*rows)]
    dates = pd.Timestamp("2026-01-31") + pd.to_timedelta(signal_.time, unit="s")
    for times in (dates, dates.tz_localize("UTC"), dates - dates[0], list(dates.to_pydatetime())):
        by_dates = [reading.bpm for reading in heartcam.Monitor().append(times, *rows[1:])]
        assert by_dates == pytest.approx(by_numbers, abs=0.2)
    integers = np.round(signal_.rgb).astype(np.uint8)
    heartcam.Monitor().append(signal_.time, *integers.T)
    hidden = np.ma.masked_array(signal_.rgb[:, 0], mask=True)
    monitor = heartcam.Monitor()
    monitor.append(signal_.time, hidden)
    assert monitor.finish().bpm is None


@pytest.mark.parametrize(
    "arguments",
    [
        (None, 1),
        ("abc", 1),
        ([1j], 1),
        ([object()], 1),
        ([[0]], 1),
        ([0, 1],),
        ([0, 1], [[1], [1]]),
        ({"time_s": 1}, 1),
    ],
)
def test_what_are_no_frames_is_refused(arguments):
    with pytest.raises((TypeError, ValueError)):
        heartcam.Monitor().append(*arguments)


@pytest.mark.parametrize("path", ["a\0b.mp4", ["a\0b.mp4"], b"a\0b"])
def test_a_path_does_not_end_at_a_zero_byte(path):
    with pytest.raises(heartcam.UsageError, match="zero byte"):
        heartcam.measure(path)


@pytest.mark.parametrize("path", [None, 3, [None], [3]])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(TypeError, match="path"):
        heartcam.measure(path)


def test_names_of_all_kinds_can_be_measured(tmp_path):
    content = Path(SAMPLE).read_bytes()
    names = [b"a\nb.mp4", b"\x1b[31m.mp4", b"-x.mp4", b"\xff\xfe.mp4", "é, 'x'.mp4".encode()]
    for name in names:
        (tmp_path / os.fsdecode(name)).write_bytes(content)
        assert heartcam.measure(os.path.join(os.fsencode(tmp_path), name)).bpm == 62.08
    results = heartcam.measure([tmp_path])
    assert len(results) == len(names) and not results.errors
    assert set(results.summary["input"]) == set(results.readings["input"])
    assert not any("\x1b" in repr(result) or "\n" in repr(result) for result in results)


@pytest.mark.parametrize(
    "start", ["tomorrow", pd.NaT, np.datetime64("NaT"), float("nan"), float("inf"), 1e300, -1e18]
)
def test_what_is_no_moment_is_refused(start, tmp_path):
    with pytest.raises(heartcam.UsageError, match="no moment"):
        heartcam.measure(SAMPLE, start=start)
    with heartcam.Store(tmp_path / "health.db", writable=True) as store:
        with pytest.raises(heartcam.UsageError, match="no moment"):
            store.save("HeartRate", 60, start)
        with pytest.raises(heartcam.UsageError, match="no moment"):
            store.samples("HeartRate", start)


@pytest.mark.parametrize(
    "work",
    [
        lambda: heartcam.measure([SAMPLE], jobs=0),
        lambda: heartcam.color_signal(SAMPLE).resampled(0),
        lambda: heartcam.color_signal(SAMPLE).resampled(float("nan")),
        lambda: next(heartcam.color_signal_pieces(SAMPLE, 0)),
        lambda: heartcam.measure(SAMPLE, channel="gr\0een"),
        lambda: heartcam.measure(SAMPLE, every=float("nan")),
        lambda: heartcam.Store("", writable=True),
        lambda: heartcam.Store(b"\xff.db", writable=True),
        lambda: heartcam.Store("a\0b", writable=True),
    ],
)
def test_a_wrong_argument_is_a_usage_error(work, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(heartcam.UsageError):
        work()
    assert list(tmp_path.iterdir()) == []


def test_dates_that_pandas_cannot_hold_in_nanoseconds_are_told_apart(tmp_path):
    with heartcam.Store(tmp_path / "health.db", writable=True) as store:
        store.save("HeartRate", [60, 61], ["0002-01-01T00:00:00+00:00", "9999-12-31T00:00:00+00:00"])
        table = store.samples("HeartRate")
        assert sorted(table["start"].dt.year) == [2, 9999]
        assert len(store.statistics("HeartRate", by="year", timezone="UTC")) == 2


def _measured(path):
    return heartcam.measure(path)


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_results_come_from_other_processes(method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        results = pool.map(_measured, [SAMPLE] * 3)
    own = heartcam.measure(SAMPLE)
    for result in results:
        assert result.data == own.data and result.readings.equals(own.readings)
        assert result.report() == own.report()


def test_copies_show_everything_and_handles_are_not_copied(tmp_path):
    result = heartcam.measure(SAMPLE)
    again = pickle.loads(pickle.dumps(result))
    assert again.bpm == result.bpm and copy.deepcopy(result).beats.equals(result.beats)
    with heartcam.Store(tmp_path / "health.db", writable=True) as store:
        assert store.save(again) == 3 and store.save(result) == 0
        with pytest.raises(TypeError, match="belongs to its process"):
            pickle.dumps(store)
    with pytest.raises(TypeError, match="belongs to its process"):
        copy.copy(heartcam.Monitor()._handle)


def test_what_another_thread_closes_is_freed_after_use():
    frames = heartcam.color_signal(SAMPLE).array[:60]
    signal_ = heartcam.ColorSignal(frames, {})
    for _ in range(50):
        monitor = heartcam.Monitor()
        complaints = []

        def use(monitor=monitor, complaints=complaints):
            try:
                for _ in range(200):
                    monitor.append(signal_)
            except heartcam.HeartcamError as error:
                complaints.append(str(error))

        threads = [threading.Thread(target=use) for _ in range(3)]
        for thread in threads:
            thread.start()
        monitor._handle.close()
        for thread in threads:
            thread.join()
        assert set(complaints) <= {"the monitor is closed"}
        assert monitor._handle._pointer is None


def test_a_generator_may_be_left_in_any_thread():
    pieces = heartcam.color_signal_pieces(SAMPLE, 10)
    next(pieces)
    thread = threading.Thread(target=pieces.close)
    thread.start()
    thread.join()
    assert list(pieces) == []
    pieces = heartcam.color_signal_pieces(SAMPLE, 10)
    next(pieces)
    del pieces
    gc.collect()


def test_children_of_a_fork_measure_while_their_parent_does():
    signal_ = heartcam.color_signal(SAMPLE)
    stop = threading.Event()

    def work():
        while not stop.is_set():
            heartcam.Monitor().append(signal_)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            child = os.fork()
            if child == 0:
                signal.alarm(60)
                monitor = heartcam.Monitor()
                monitor.append(signal_)
                os._exit(0 if monitor.finish().bpm == heartcam.measure(SAMPLE).bpm else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_a_child_of_a_fork_leaves_its_parent_s_things_alone(tmp_path):
    result = heartcam.measure(SAMPLE)
    events = heartcam.live(replay=SAMPLE, speed=1)
    next(events)
    store = heartcam.Store(tmp_path / "health.db", writable=True)
    store.save(result)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        refused = 0
        for work in (
            lambda: result.data,
            lambda: result.readings,
            lambda: next(events),
            lambda: store.samples(),
        ):
            try:
                work()
            except heartcam.HeartcamError as error:
                refused += "fork" in str(error)
        events.close()
        store.close()
        os._exit(refused)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    assert next(events)["type"] and len(store.samples()) == 3 and result.bpm == 62.08
    events.close()


def test_a_cancelled_wait_loses_no_event():
    async def all_of_them():
        found = []
        async with heartcam.live(replay=SAMPLE, speed=30) as events:
            while True:
                try:
                    found.append(await asyncio.wait_for(anext(events), 0.01))
                except TimeoutError:
                    continue
                except StopAsyncIteration:
                    return found

    found = asyncio.run(all_of_them())
    assert len(found) == len(list(heartcam.live(replay=SAMPLE, speed=30)))


def test_a_cancelled_task_ends_the_measurement():
    async def cancelled():
        events = heartcam.live(replay=SAMPLE, speed=0.1)

        async def show():
            async with events:
                async for _ in events:
                    pass

        task = asyncio.create_task(show())
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return events._process.returncode

    began = time.monotonic()
    assert asyncio.run(cancelled()) is not None
    assert time.monotonic() - began < 10


def test_a_live_measurement_is_closed_while_another_thread_waits():
    events = heartcam.live(replay=SAMPLE, speed=0.01)
    next(events)
    found = []
    thread = threading.Thread(target=lambda: found.append(list(events)))
    thread.start()
    time.sleep(0.2)
    events.close()
    thread.join(20)
    assert found and not thread.is_alive()


INTERRUPTED = {
    "measure": "heartcam.measure([heartcam.sample()] * 10000)",
    "measure jobs": "heartcam.measure([heartcam.sample()] * 10000, jobs=3)",
    "color signal": "while True: heartcam.color_signal(heartcam.sample())",
    "monitor": "s = heartcam.color_signal(heartcam.sample())\nwhile True: heartcam.Monitor().append(s)",
    "live": "list(heartcam.live(replay=heartcam.sample(), speed=0.1))",
    "async live": "import asyncio\nasync def f():\n  async for e in heartcam.live(replay=heartcam.sample(), speed=0.1): pass\n"
    "asyncio.run(f())",
    "simulate": "heartcam.simulate('long.mp4', duration=3000)",
}


@pytest.mark.parametrize("group", [False, True], ids=["kill", "terminal"])
@pytest.mark.parametrize("name", INTERRUPTED)
def test_an_interrupt_ends_everything_at_once(name, group, tmp_path):
    """A terminal sends the signal to the locked processes too."""
    script = f"import heartcam; print('ready', flush=True)\n{INTERRUPTED[name]}"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    )
    process.stdout.readline()
    time.sleep(0.7)
    began = time.monotonic()
    (os.killpg if group else os.kill)(process.pid, signal.SIGINT)
    try:
        complaint = process.communicate(timeout=30)[1]
    except subprocess.TimeoutExpired:
        # It would keep the machine busy for all that follow.
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert complaint.strip().endswith("KeyboardInterrupt"), complaint
    assert time.monotonic() - began < 10
    assert list(tmp_path.iterdir()) == [], "nothing half made is left"


def test_an_interrupt_while_something_is_freed_is_not_lost():
    freed = []

    def free(pointer):
        freed.append(pointer)
        raise KeyboardInterrupt

    handle = _library.Handle(1, "monitor")
    handle._free = free
    with pytest.raises(KeyboardInterrupt):
        del handle
        for _ in range(500):
            time.sleep(0.01)
    assert freed == [1]


@pytest.mark.parametrize("work", ["measure", "color_signal"])
def test_an_interrupt_while_a_recording_is_opened_is_an_interrupt(work, tmp_path):
    pipe = tmp_path / "pipe.mp4"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDWR)
    script = f"import heartcam; print('ready', flush=True); heartcam.{work}({str(pipe)!r})"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    process.stdout.readline()
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)
    complaint = process.communicate(timeout=30)[1]
    os.close(descriptor)
    assert complaint.strip().endswith("KeyboardInterrupt"), complaint


def test_what_is_left_open_does_not_keep_python_from_ending(tmp_path):
    script = (
        "import heartcam\n"
        "events = heartcam.live(replay=heartcam.sample(), speed=0.1); next(events)\n"
        "pieces = heartcam.color_signal_pieces(heartcam.sample(), 10); next(pieces)\n"
        "store = heartcam.Store('health.db', writable=True); monitor = heartcam.Monitor()\n"
        "result = heartcam.measure(heartcam.sample()); round = [events, pieces]; round.append(round)\n"
        "print(events._process.pid)\n"
    )
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0 and "Exception ignored" not in done.stderr, done.stderr
    for _ in range(100):
        if not os.path.exists(f"/proc/{int(done.stdout)}"):
            return
        time.sleep(0.05)
    pytest.fail("the live measurement outlives its program")


def test_a_long_complaint_does_not_stop_a_live_measurement(tmp_path, monkeypatch):
    program = tmp_path / "heartcam"
    program.write_text(
        '#!/bin/sh\nyes heartcam: many words | head -n 50000 >&2\necho \'{"type": "session"}\'\nexit 74\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("HEARTCAM_PROGRAM", str(program))
    events = heartcam.live()
    assert next(events) == {"type": "session"}
    with pytest.raises(heartcam.StoreError, match="many words"):
        next(events)


def test_options_in_complaints_are_arguments(tmp_path):
    made = heartcam.simulate(tmp_path / "made.csv", duration=5)
    with pytest.raises(heartcam.StoreError, match="exists; force replaces it"):
        heartcam.simulate(made.path)
    assert heartcam.simulate(made.path, duration=5, force=True).path == made.path


def test_a_full_disk_leaves_no_half_a_file(tmp_path):
    signal_ = heartcam.color_signal(SAMPLE)
    code = (
        "import resource, signal, heartcam\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "found = heartcam.color_signal(heartcam.sample()); result = heartcam.measure(heartcam.sample())\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "for work in (lambda: found.to_bids('sub-1'), lambda: result.report('page.html')):\n"
        "    try: work()\n"
        "    except OSError: print('refused')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout.split() == ["refused"] * 2, done.stderr
    assert list(tmp_path.iterdir()) == []
    assert len(signal_.to_bids(tmp_path / "sub-1")) == 2


def test_processes_share_a_store(tmp_path):
    path = tmp_path / "health.db"
    code = (
        "import heartcam, sys\n"
        f"with heartcam.Store({str(path)!r}, writable=True) as store:\n"
        "    for number in range(50): store.save('HeartRate', 60, float(sys.argv[1]) + number)\n"
    )
    processes = [subprocess.Popen([sys.executable, "-c", code, str(number * 1e8)]) for number in range(1, 4)]
    assert [process.wait() for process in processes] == [0, 0, 0]
    with heartcam.Store(path) as store:
        assert len(store.samples()) == 150


# What follows calls the library as a program in C does.


def test_a_count_of_minus_one_is_refused():
    library = _library.library()
    error = _library._Error()
    nothing = ctypes.create_string_buffer(72)
    minus_one = ctypes.c_size_t(-1)
    with heartcam.Monitor()._handle as monitor:
        assert library.heartcam_monitor_append(monitor, nothing, minus_one, ctypes.byref(error)) == -1
    assert error.code == 64 and b"count" in error.message
    reader = library.heartcam_reader_open(os.fsencode(SAMPLE), None, None)
    assert library.heartcam_reader_next(reader, nothing, minus_one, ctypes.byref(error)) == -1
    library.heartcam_reader_free(reader)


def test_a_sample_of_no_year_is_refused(tmp_path):
    library = _library.library()
    error = _library._Error()
    one = ctypes.c_double(60)
    date = ctypes.c_double(1e300)
    with heartcam.Store(tmp_path / "health.db", writable=True) as store, store._handle as pointer:
        arguments = [ctypes.byref(date), ctypes.byref(date), ctypes.byref(one)]
        for count in (1, ctypes.c_size_t(-1)):
            code = library.heartcam_store_save(
                pointer, b"HeartRate", None, b"c", *arguments, count, ctypes.byref(error)
            )
            assert code == 64, error.message


def test_a_text_is_kept_once():
    result = heartcam.measure(SAMPLE)
    with result._handle as pointer:
        function = _library.library().heartcam_result_html
        function.restype = ctypes.c_void_p
        try:
            assert function(pointer, None) == function(pointer, None)
        finally:
            function.restype = ctypes.c_char_p


def test_a_measurement_that_is_stopped_while_it_opens_says_so(tmp_path):
    pipe = tmp_path / "pipe.mp4"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDWR)
    stop = _library.Progress(lambda share, context: 1)
    error = _library._Error()
    assert not _library.library().heartcam_measure(os.fsencode(pipe), None, stop, None, ctypes.byref(error))
    os.close(descriptor)
    assert error.code == 130
