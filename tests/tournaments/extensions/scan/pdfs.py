"""PDFs as scanners make them, and hostile ones."""

import zlib

import cv2

from tests.tournaments.extensions.scan.paper import Picture

A4 = b"0 0 595 842"


def pdf(objects: list[bytes], trailer: bytes = b"") -> bytes:
    """Return a PDF of objects numbered from 1, the first its catalog."""
    found, places = b"%PDF-1.7\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(found))
        found += b"%d 0 obj\n%b\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size, start = len(objects) + 1, len(found)
    found += b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, table)
    found += b"trailer\n<</Size %d/Root 1 0 R%b>>\n" % (size, trailer)
    return found + b"startxref\n%d\n%%%%EOF\n" % start


def stream(head: bytes, data: bytes) -> bytes:
    return b"<<%b/Length %d>>stream\n%b\nendstream" % (head, len(data), data)


def image(width: int, height: int, coding: bytes, data: bytes) -> bytes:
    head = b"/Type/XObject/Subtype/Image/ColorSpace/DeviceGray/BitsPerComponent 8"
    return stream(head + b"/Width %d/Height %d/Filter/%b" % (width, height, coding), data)


def scanned(picture: Picture) -> bytes:
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 75])[1].tobytes()
    return image(picture.shape[1], picture.shape[0], b"DCTDecode", jpeg)


def of_pages(*images: bytes, box: bytes = A4, trailer: bytes = b"") -> bytes:
    """Return a PDF with a page for each image, which fills it."""
    kids, objects = [], [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    for one in images:
        at = len(objects) + 1
        objects += [
            b"<</Type/Page/Parent 2 0 R/MediaBox[%b]/Contents %d 0 R"
            b"/Resources<</XObject<</I %d 0 R>>>>>>" % (box, at + 1, at + 2),
            stream(b"", b"q 595 0 0 842 0 0 cm /I Do Q"),
            one,
        ]
        kids.append(b"%d 0 R" % at)
    objects[1] = b"<</Type/Pages/Count %d/Kids[%b]>>" % (len(kids), b" ".join(kids))
    return pdf(objects, trailer)


def drawn(coding: bytes, data: bytes) -> bytes:
    """Return a PDF whose only page is drawn by a packed program."""
    return pdf(
        [
            b"<</Type/Catalog/Pages 2 0 R>>",
            b"<</Type/Pages/Count 1/Kids[3 0 R]>>",
            b"<</Type/Page/Parent 2 0 R/MediaBox[%b]/Contents 4 0 R>>" % A4,
            stream(b"/Filter" + coding, data),
        ]
    )


def packed(part: bytes, times: int) -> bytes:
    packing = zlib.compressobj()
    return b"".join(packing.compress(part) for _time in range(times)) + packing.flush()
