"""A small classifier of handwritten digits: two layers of weights, made by `training`."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

Picture: TypeAlias = Any
"""An array of numbers; the types of OpenCV and NumPy do not fit each other."""

WEIGHTS: Final = Path(__file__).with_name("digits.npz")
SIDE: Final = 20
"""A digit is scaled into a square of so many pixels, its centre of ink in the middle."""
STRANGE: Final = 10
"""The class of what is no digit: crossed out, written over."""
CLASSES: Final = 11


def framed(ink: Picture) -> Picture:
    """Return ink cropped, scaled into the square and centred; zeros if there is none."""
    rows, columns = np.flatnonzero(ink.max(axis=1) > 0.25), np.flatnonzero(ink.max(axis=0) > 0.25)
    square = np.zeros((SIDE, SIDE), np.float32)
    if not len(rows) or not len(columns):
        return square
    found = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = found.shape
    scale = (SIDE - 2) / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(found, size, interpolation=cv2.INTER_AREA)
    small /= max(float(small.max()), 1e-6)
    top, left = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    square[top : top + size[1], left : left + size[0]] = small
    moments = cv2.moments(square)
    moved = np.array(
        [
            [1, 0, (SIDE - 1) / 2 - moments["m10"] / moments["m00"]],
            [0, 1, (SIDE - 1) / 2 - moments["m01"] / moments["m00"]],
        ],
        np.float32,
    )
    return cv2.warpAffine(square, moved, (SIDE, SIDE))


def features(squares: Picture) -> Picture:
    """Return directions of strokes in 4 × 4 fields of each square, and the square itself, small."""
    across = np.zeros_like(squares)
    down = np.zeros_like(squares)
    across[:, :, 1:-1] = squares[:, :, 2:] - squares[:, :, :-2]
    down[:, 1:-1, :] = squares[:, 2:, :] - squares[:, :-2, :]
    size, angle = np.hypot(across, down), np.arctan2(down, across)
    place = (angle + np.pi) / (2 * np.pi) * 8
    lower = np.floor(place).astype(int)
    share = place - lower
    planes = np.stack(
        [
            size * (((lower % 8) == one) * (1 - share) + (((lower + 1) % 8) == one) * share)
            for one in range(8)
        ],
        axis=1,
    )
    count, fields = len(squares), SIDE // 4
    blurred = planes.reshape(count, 8, fields, 4, fields, 4).mean(axis=(3, 5))
    small = squares.reshape(count, SIDE // 2, 2, SIDE // 2, 2).mean(axis=(2, 4))
    return np.hstack([blurred.reshape(count, -1) * 4, small.reshape(count, -1)]).astype(np.float32)


@lru_cache(maxsize=1)
def _weights() -> dict[str, Any]:
    with np.load(WEIGHTS) as kept:
        return {
            "first": kept["first"].astype(np.float32) * kept["first_scale"],
            "first_bias": kept["first_bias"],
            "second": kept["second"].astype(np.float32) * kept["second_scale"],
            "second_bias": kept["second_bias"],
        }


def log_chances(squares: Picture) -> Picture:
    """Return for each square the natural logarithm of the chance of each class."""
    kept = _weights()
    hidden = np.maximum(features(squares) @ kept["first"] + kept["first_bias"], 0)
    scores = hidden @ kept["second"] + kept["second_bias"]
    scores -= scores.max(axis=1, keepdims=True)
    found: Picture = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return found
