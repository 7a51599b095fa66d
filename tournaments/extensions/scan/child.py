"""The child process that reads one picture, or one page of a PDF; it answers in JSON.

A malicious picture may exhaust the memory, so it must not be the web server's. Only Linux limits
the memory (`limit_itself`). Everywhere OpenCV refuses pictures, and `pdf` pages, that are too large
before it makes room for them, and the reader bounds the file and ends this process after a time.
"""

import base64
import os
from dataclasses import astuple
from typing import Any, Final

from scorekeeper.limited_process import answer
from tournaments.extensions.scan.reader import is_pdf

MEMORY: Final = 900_000_000
SECONDS: Final = 12
# OpenCV refuses larger pictures before it makes room for them.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(60_000_000))
# Each thread of the libraries reserves memory for itself.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "OPENCV_FOR_THREADS_NUM"):
    os.environ.setdefault(_name, "1")


def main() -> None:
    """Read from standard input: the number of a page, the first is 0, a line's end, the file."""
    answer(_read, memory=MEMORY, seconds=SECONDS)


def _read(sent: bytes) -> dict[str, Any]:
    number, _line_end, data = sent.partition(b"\n")
    try:
        from tournaments.extensions.scan.pdf import opened, rendered
        from tournaments.extensions.scan.reading import NotReadError, decoded, read, shown
    except ImportError:
        return {"fault": "not_installed"}
    pages = 1
    try:
        if is_pdf(data):
            document = opened(data)
            pages = len(document)
            sheet = read(rendered(document, int(number)))
        else:
            sheet = read(decoded(data))
    except NotReadError as error:
        return {"fault": str(error), "pages": pages}
    return {
        "pages": pages,
        "code": list(astuple(sheet.code)),
        "cells": [
            [round(one.ink, 5), [round(c, 3) for c in one.chances], one.is_clear]
            for one in sheet.cells
        ],
        "picture": base64.b64encode(shown(sheet)).decode(),
    }


if __name__ == "__main__":
    main()
