"""Pages of a PDF, as scanners make them, as pictures; only the child process opens one.

Needs pypdfium2: `pip install "belote[scan]"`.
"""

from typing import Final

import numpy as np
import pypdfium2
import pypdfium2.raw

from tournaments.extensions.scan.digits import Picture
from tournaments.extensions.scan.reading import NotReadError

MOST_PAGES: Final = 120
"""Of one file: both sides of sixty sheets."""
LONGEST: Final = 2400
"""Pixels of the longer side of a rendered page, whatever its size in the PDF: 200 to the inch."""
LARGEST_PAGE: Final = 5000
"""Points of the longer side; A4 has 842."""
MOST_PIXELS: Final = 60_000_000
"""Of all pictures on a page: A4 at 600 to the inch has 35 million."""
_LOCKED: Final = (pypdfium2.raw.FPDF_ERR_PASSWORD, pypdfium2.raw.FPDF_ERR_SECURITY)


def opened(data: bytes) -> pypdfium2.PdfDocument:
    """Return a PDF of at least one page and at most `MOST_PAGES`. Raises NotReadError."""
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        fault = "locked_pdf" if error.err_code in _LOCKED else "damaged_pdf"
        raise NotReadError(fault) from None
    if not len(document):
        raise NotReadError("damaged_pdf")
    if len(document) > MOST_PAGES:
        raise NotReadError("too_many_pages")
    return document


def rendered(document: pypdfium2.PdfDocument, number: int) -> Picture:
    """Return a page, the first is 0, in shades of gray. Raises NotReadError."""
    try:
        page = document[number]
        longest = max(page.get_size())
        images = page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])
        pixels = sum(np.prod(image.get_px_size(), dtype=float) for image in images)
        if longest > LARGEST_PAGE or pixels > MOST_PIXELS:
            raise NotReadError("too_large_page")
        picture = page.render(scale=LONGEST / max(longest, 1), grayscale=True).to_numpy().copy()
    except (pypdfium2.PdfiumError, IndexError):
        raise NotReadError("damaged_pdf") from None
    if _is_empty(picture):
        raise NotReadError("empty_page")
    return picture


def _is_empty(picture: Picture) -> bool:
    """Return whether a page has nothing on it, as the back of a sheet; its edges may be dark."""
    high, wide = (one // 20 for one in picture.shape)
    inside = picture[high : 19 * high, wide : 19 * wide]
    return bool((inside < np.median(inside) - 40).mean() < 0.0005) if inside.size else True
