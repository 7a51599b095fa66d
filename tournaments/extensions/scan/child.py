"""The child process that reads one picture of a sheet: it limits itself and answers in JSON.

A malicious picture may exhaust the memory, so it must not be the web server's.
"""

import base64
import os
from dataclasses import astuple
from typing import Any, Final

from scorekeeper.limited_process import answer

MEMORY: Final = 900_000_000
SECONDS: Final = 12
# OpenCV refuses larger pictures before it makes room for them.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(60_000_000))
# Each thread of the libraries reserves memory for itself.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(_name, "1")


def main() -> None:
    """Read a picture from standard input."""
    answer(_read, memory=MEMORY, seconds=SECONDS)


def _read(data: bytes) -> dict[str, Any]:
    try:
        from tournaments.extensions.scan.reading import NotReadError, decoded, read, shown, strips
    except ImportError:
        return {"fault": "not_installed"}
    try:
        sheet = read(decoded(data))
    except NotReadError as error:
        return {"fault": str(error)}
    return {
        "code": list(astuple(sheet.code)),
        "cells": [[round(one.ink, 5), [round(c, 3) for c in one.chances]] for one in sheet.cells],
        "picture": base64.b64encode(shown(sheet)).decode(),
        "strips": [base64.b64encode(one).decode() for one in strips(sheet)],
    }


if __name__ == "__main__":
    main()
