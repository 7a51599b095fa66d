"""What is sent of styles and scripts: under hashed names alone, packed by gzip.

Browsers take nothing but gzip over a plain address, as a hall's is.
"""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class PackedFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Keeps no second copy of each file under its plain name: no page asks for one."""

    keep_only_hashed_files = True

    def create_compressor(self, **options: Any) -> Compressor:
        # Brotli is for encrypted addresses, where lines are better than in a hall.
        return Compressor(use_brotli=False, **options)
