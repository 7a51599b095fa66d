"""What is sent of styles and scripts: under hashed names alone, and what phones wait for smaller.

Browsers take nothing but gzip over a plain address, so a hall's phones have no better packing.
"""

import gzip
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage
from zopfli.gzip import compress

from scorekeeper.startup.joined_files import SCRIPTS

JOINED: Final = {Path(name).stem for name in (*SCRIPTS, *settings.JOINED_STYLES)}


class SmallestGzip(Compressor):  # type: ignore[misc]  # it has no types
    """Packs what pages are made of by zopfli: a twenty-fifth smaller for a tenth of a second."""

    def write_data(self, path: str, data: bytes, suffix: str, stat_result: Any) -> str:
        if Path(path).name.split(".")[0] in JOINED:
            # Two tries find all but two bytes in a thousand of what fifteen do.
            data = compress(gzip.decompress(data), numiterations=2)
        return str(super().write_data(path, data, suffix, stat_result))


class PackedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Keeps no second copy of each file under its plain name: no page asks for one."""

    keep_only_hashed_files = True

    def create_compressor(self, **options: Any) -> Compressor:
        # Brotli is for encrypted addresses, where lines are better than in a hall.
        return SmallestGzip(use_brotli=False, **options)
