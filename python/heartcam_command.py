"""The command `heartcam` of a wheel. It is no part of the package, whose import takes longer than most commands."""

import importlib.util
import os
import sys


def main():
    """Becomes the program: the wheel's own, or what HEARTCAM_PROGRAM names."""
    path = os.environ.get("HEARTCAM_PROGRAM")
    if not path:
        # This does not import it.
        (folder,) = importlib.util.find_spec("heartcam").submodule_search_locations
        path = os.path.join(folder, "_native", "bin", "heartcam")
    try:
        os.execv(path, [path, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"heartcam: {path} cannot be started: {error.strerror}")
