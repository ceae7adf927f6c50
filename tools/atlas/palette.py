"""Colours of the regions, chosen so that neighbours stay apart for every kind of colour vision.

Each region keeps about the hue that a painter would give it; lightness, strength and a little of the hue are moved,
step by step, until the closest pair of neighbours is as far apart as it gets: as seen by the usual eye and by
eyes without one of the three kinds of cone. Writes the regions of style.json, and map.css.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

HUES = {  # degrees, CIE Lab
    "iberia": 72, "celt": 120, "rome": 32, "carthage": 345, "egypt": 88, "assyria": 300, "hatti": 55, "minoa": 180,
    "hellas": 270, "saba": 65, "babylon": 92, "persia": 10, "nubia": 60, "parthia": 112, "kushan": 245, "indus": 170,
    "maurya": 135, "dravidia": 42,
}  # fmt: skip
LIGHTNESS = {
    "egypt": 75, "babylon": 71, "saba": 66, "iberia": 67, "rome": 52, "persia": 50, "carthage": 58, "hellas": 58,
    "kushan": 60, "minoa": 62, "indus": 60, "assyria": 56, "hatti": 62, "nubia": 54, "parthia": 68, "celt": 62,
    "maurya": 56, "dravidia": 50,
}  # fmt: skip
# Machado, Oliveira, Fernandes 2009, severity 1, linear light
BLIND = {
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
EYES = [np.eye(3), *(np.array(m) for m in BLIND.values())]
ENOUGH = 10.0  # distance (CIE 1976) at which neighbours are told apart at a glance
WHITE = np.array([0.95047, 1.0, 1.08883])
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(rgb: np.ndarray) -> np.ndarray:
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    t = light @ TO_XYZ.T / WHITE
    f = np.where(t > 0.008856, np.cbrt(np.maximum(t, 1e-9)), 7.787 * t + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


def rgb_of(colours: np.ndarray) -> np.ndarray:
    """Lightness, strength, hue to sRGB; what lies outside is clipped."""
    lightness, strength, hue = colours.T
    a, b = strength * np.cos(np.radians(hue)), strength * np.sin(np.radians(hue))
    fy = (lightness + 16) / 116
    f = np.stack([fy + a / 500, fy, fy - b / 200], -1)
    xyz = np.where(f**3 > 0.008856, f**3, (f - 16 / 116) / 7.787) * WHITE
    light = np.clip(xyz @ np.linalg.inv(TO_XYZ).T, 0, 1)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)


def distances(rgb: np.ndarray, ground: np.ndarray, share: float, pairs: np.ndarray) -> np.ndarray:
    """How far apart neighbours are upon the sheet, for the eye that tells them worst."""
    seen = linear(ground + (rgb - ground) * share)
    apart = []
    for eye in EYES:
        points = lab(np.clip(seen @ eye.T, 0, 1))
        apart.append(np.linalg.norm(points[pairs[:, 0]] - points[pairs[:, 1]], axis=1))
    return np.min(apart, axis=0)


def choose(
    ground: str, share: float, lightness: tuple[float, float], pairs: np.ndarray, seed: int
) -> np.ndarray:
    rng = np.random.default_rng(seed)
    base = np.array([int(ground[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    hues = np.array(list(HUES.values()), float)
    now = np.stack([np.array([LIGHTNESS[key] for key in HUES], float), np.full(len(hues), 40.0), hues], -1)

    def worth(colours: np.ndarray) -> float:
        apart = np.sort(distances(rgb_of(colours), base, share, pairs))
        off = np.abs((colours[:, 2] - hues + 180) % 360 - 180)
        plain = 0.02 * ((colours[:, 1] - 42) ** 2).mean() + 0.05 * off.mean()
        plain += 0.03 * ((colours[:, 0] - [LIGHTNESS[key] for key in HUES]) ** 2).mean()
        return float(3 * min(apart[0], ENOUGH) + np.minimum(apart, 1.3 * ENOUGH).mean() - plain)

    best = worth(now)
    for step in range(9000):
        trial = now.copy()
        n = rng.integers(len(hues))
        trial[n] += rng.normal(0, [5, 6, 8]) * (1 if step % 3 else 2.5)
        trial[n, 0] = np.clip(trial[n, 0], *lightness)
        trial[n, 1] = np.clip(trial[n, 1], 26, 54)
        trial[n, 2] = hues[n] + np.clip((trial[n, 2] - hues[n] + 180) % 360 - 180, -24, 24)
        value = worth(trial)
        if value >= best:
            now, best = trial, value
    rgb = rgb_of(now)
    print(
        "  palette on",
        ground,
        "closest neighbours",
        np.round(np.sort(distances(rgb, base, share, pairs))[:4], 1),
    )
    return rgb


def neighbours(drawn: Path) -> np.ndarray:
    """Pairs of regions that meet by land, or whose waters meet, on any sheet."""
    names, pairs = list(HUES), set()
    for path in sorted(drawn.glob("*.json")):
        sheet = json.loads(path.read_text("utf-8"))
        if "arcs" not in sheet:
            continue
        region = {key: row["region"] for key, row in sheet["areas"].items()}
        for _, left, right, _ in sheet["arcs"]:
            if right >= 0:
                a, b = (region.get(sheet["faces"][side][0], "") for side in (left, right))
                if a and b and a != b:
                    pairs.add((min(names.index(a), names.index(b)), max(names.index(a), names.index(b))))
    return np.array(sorted(pairs))


def write(drawn: Path) -> None:
    """The regions of both themes in style.json, and the custom properties in map.css."""
    path = drawn / "style.json"
    style, pairs = json.loads(path.read_text("utf-8")), neighbours(drawn)
    for number, (name, lightness) in enumerate((("light", (44, 78)), ("night", (42, 78)))):
        row = style[name]
        rgb = choose(row["colours"]["parchment"], 0.6, lightness, pairs, number)
        row["regions"] = {
            key: "#" + "".join(f"{round(255 * v):02x}" for v in colour)
            for key, colour in zip(HUES, rgb, strict=True)
        }
    path.write_text(json.dumps(style, indent=2) + "\n", encoding="utf-8")
    sys.path.insert(0, str(drawn.resolve().parents[2]))
    from ecumene.atlas.drawn import css  # noqa: PLC0415

    (drawn / "map.css").write_text(css(), encoding="utf-8")
