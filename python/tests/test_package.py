"""The package as a whole."""

from __future__ import annotations

import base64
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
import tomllib

import pytest
from conftest import ROOT

import heartcam
from heartcam import _library

MODULES = ["heartcam"] + [f"heartcam.{module.name}" for module in pkgutil.iter_modules(heartcam.__path__)]


@pytest.mark.parametrize("name", [name for name in MODULES if not name.endswith("__main__")])
def test_examples_in_docs_give_what_they_say(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_types_are_strict(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file", str(ROOT / "pyproject.toml"), "-p", "heartcam"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stdout


def test_every_name_is_defined_and_used():
    folders = [str(ROOT / "python" / name) for name in ("heartcam", "tests")]
    done = subprocess.run([sys.executable, "-m", "pyflakes", *folders], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_the_words_are_in_the_help_and_in_the_readme():
    words = ("bpm", "interval", "quality", "reason", "reading", "beat", "channel")
    readme = (ROOT / "python" / "README.md").read_text().split("## Words")[1].split("## ")[0]
    for word in words:
        assert re.search(rf"^{word}$", heartcam.__doc__, re.M), word
        assert re.search(rf"^\| `?{word}`? \|", readme, re.M), word
    reasons = set((ROOT / "docs" / "measure.md").read_text().split("## Reasons instead")[1].split("## ")[0].split("`"))
    named = re.search(r"^reason\n(.*?)\n\S", heartcam.__doc__, re.M | re.S)[1]
    assert set(re.findall(r"[a-z]+_[a-z]+", named)) <= reasons
    for name in heartcam.__all__:
        assert getattr(heartcam, name).__doc__, name


def test_the_package_s_facts_are_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "heart rate" in project["keywords"] and len(set(project["keywords"])) == len(project["keywords"])
    # Only addresses that the project has are named.
    assert "urls" not in project
    trove = pytest.importorskip("trove_classifiers")
    assert set(project["classifiers"]) <= trove.classifiers


def test_the_version_is_the_program_s():
    done = subprocess.run(
        [sys.executable, "-m", "heartcam", "--version"], capture_output=True, text=True
    )
    assert done.stdout.split()[1] == heartcam.__version__
    assert heartcam.algorithm_version() >= 5


def test_it_works_without_pandas():
    script = (
        "import sys; sys.modules['pandas'] = None\n"
        "import heartcam\n"
        "result = heartcam.measure(heartcam.sample())\n"
        "assert isinstance(result.readings, dict) and len(result.readings['bpm']) == 3\n"
        "assert len(heartcam.measure([heartcam.sample()]).readings['input']) == 3\n"
        "assert heartcam.Monitor().append(heartcam.color_signal(heartcam.sample()))[0].bpm > 61\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_library_that_is_missing_says_what_to_do(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", "import heartcam"],
        capture_output=True,
        text=True,
        env={"HEARTCAM_LIBRARY": str(tmp_path / "none.so"), "PYTHONPATH": ":".join(sys.path)},
    )
    assert "install a wheel" in done.stderr


def test_the_notebook_of_the_signal_core_runs(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "samples" / "signal-core.ipynb", as_version=4)
    for cell in notebook.cells:
        assert cell.cell_type != "code" or len([line for line in cell.source.splitlines() if line.strip()]) <= 15
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()


@pytest.mark.parametrize("number", range(3))
def test_the_page_s_examples_run(number, capsys):
    block = list(blocks("docs/python.md"))[number].values[1]
    assert len([line for line in block.splitlines() if line.strip()]) <= 15
    exec(compile(block, "docs/python.md", "exec"), {"__name__": "example"})


def test_the_notebook_runs_and_its_numbers_are_right(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    notebook = nbformat.read(ROOT / "samples" / "first-steps.ipynb", as_version=4)
    lines = [
        line
        for cell in notebook.cells
        if cell.cell_type == "code"
        for line in cell.source.splitlines()
        if line.strip()
    ]
    assert len(lines) <= 15
    # A further cell compares what was measured with what was made.
    check = "assert (difference.abs() < 0.5).all() and table['reason'].isna().all()"
    notebook.cells.append(nbformat.v4.new_code_cell(check))
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    pictures = [
        output.data["image/png"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    assert len(pictures) == 2
    kept = ROOT / ".build" / "notebook"
    kept.mkdir(parents=True, exist_ok=True)
    for number, picture in enumerate(pictures):
        (kept / f"{number}.png").write_bytes(base64.b64decode(picture))


def test_every_function_of_the_header_is_known():
    header = (ROOT / "Sources" / "Library" / "CHeartcam" / "heartcam.h").read_text()
    declared = set(re.findall(r"\b(heartcam_\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S)))
    from heartcam._library import _FUNCTIONS

    assert declared == set(_FUNCTIONS) | {"heartcam_main"}


def test_simulate_s_types_are_the_command_s_options():
    from heartcam._live import SimulateOptions

    told = subprocess.run([_library.program(), "simulate", "--help"], capture_output=True, text=True, check=True).stdout
    options = set(re.findall(r"^ +(?:-\w, )?--([a-z-]+)", told, re.M)) - {"help", "quiet", "verbose"}
    assert {option.replace("-", "_") for option in options} == set(SimulateOptions.__annotations__)


def blocks(*places):
    """The Python in pages."""
    for place in places:
        for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", (ROOT / place).read_text(), re.M | re.S)):
            yield pytest.param(place, block, id=f"{place}-{number}")


PAGES = ("README.md", "python/README.md", "docs/python.md", "docs/batch.md", "docs/measure.md")


def test_what_pages_show_has_types(tmp_path):
    names = []
    for number, block in enumerate(blocks(*PAGES)):
        text = block.values[1]
        # Other packages' code, and what is no statement of its own, stays as the page has it.
        (tmp_path / f"page_{number}.py").write_text(text)
        names.append(f"page_{number}.py")
    for number, row in enumerate(re.findall(r"`(heartcam\.[^`]*\(.*?)`", (ROOT / "python" / "README.md").read_text())):
        if "..." in row or "time, red" in row:
            continue
        text = "".join(f"{part}\n" for part in row.split("`, `")) if not row.startswith("for ") else row
        needs = "result = heartcam.measure('x')\nmade = heartcam.simulate('y')\n"
        try:
            compile(text, "row", "exec")
        except SyntaxError:
            continue
        (tmp_path / f"row_{number}.py").write_text(f"import heartcam\n{needs}{text}\n")
        names.append(f"row_{number}.py")
    assert len(names) > 10
    for name in names:
        compile((tmp_path / name).read_text(), name, "exec")
    command = [sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--scripts-are-modules", *names]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_the_command_starts_without_numpy():
    script = (
        "import os, sys; os.execv = lambda path, words: print(path, words, sorted({'numpy', 'heartcam'} & set(sys.modules)))\n"
        "import heartcam_command; sys.argv[1:] = ['--version']; heartcam_command.main()"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split()[0] == _library.program() and done.stdout.endswith("[]\n")
