"""How each world is laid out on its sheet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from nodes import Graph


@dataclass(frozen=True)
class Recipe:
    """One world on its sheet."""

    parallels: tuple[float, float]  # of Lambert's conic projection
    meridian: float
    window: tuple[float, float, float, float]  # degrees west, south, east, north
    width: float  # of the sheet
    power: float  # 0: true areas, 1: every area alike
    margins: tuple[
        float, float, float, float
    ]  # left, top, right, bottom of the outermost points, sheet units
    care: list[
        tuple[float, float, float, float, float]
    ]  # latitude, longitude, radius in km, stiffness, extra scale
    crops: dict[str, dict]  # views; crop in shares of the sheet
    reach: float = 150.0  # how far the world goes beyond its outermost points
    relief_step: float = 2.5  # sheet units to a pixel of the relief

    def views(self, width: float, height: float) -> dict[str, dict]:
        def spot(pair: tuple[float, float]) -> list[float]:
            return [round(pair[0] * width, 1), round(pair[1] * height, 1)]

        return {
            name: {
                "crop": [*spot(row["crop"][:2]), *spot(row["crop"][2:])],
                "cartouche": spot(row["cartouche"]),
                "compass": spot(row["compass"]),
                "scale": row.get("scale", 1),
            }
            for name, row in self.crops.items()
        }


RECIPES = {
    "oecumene": Recipe(
        parallels=(4, 38),
        meridian=33,
        window=(-31, -8, 110, 70),
        width=8200,
        power=0.68,
        margins=(150, 190, 190, 240),
        care=[
            (38.2, 24.6, 460, 2, 2.5),
            (37.5, 22.4, 170, 2, 1.3),
            (41.3, 13.5, 430, 1.6, 1.35),
            (38.6, 29.5, 400, 1.3, 1),
            (54, -3, 400, 1.5, 1),
            (39, 22, 1500, 1, 1.1),
            (28, 72, 1600, 1, 0.78),
            (21, 46, 1000, 1, 0.78),
        ],
        crops={
            "whole": {
                "crop": (0, 0, 1, 1),
                "cartouche": (0.108, 0.915),
                "compass": (0.92, 0.1),
                "scale": 1.7,
            },
            "west": {
                "crop": (0, 0, 0.6, 0.745),
                "cartouche": (0.085, 0.69),
                "compass": (0.045, 0.17),
                "scale": 1.15,
            },
            "east": {
                "crop": (0.335, 0.17, 1, 1),
                "cartouche": (0.9, 0.255),
                "compass": (0.375, 0.93),
                "scale": 1.3,
            },
        },
    ),
    "mediterranean": Recipe(
        parallels=(26, 48),
        meridian=20,
        window=(-24, 12, 66, 64),
        width=6200,
        power=0.7,
        margins=(190, 230, 190, 240),
        care=[(38.3, 24.4, 400, 2, 1.3), (41.5, 13.5, 420, 1.5, 1.05), (54, -3, 400, 1.5, 1)],
        crops={
            "whole": {"crop": (0, 0, 1, 1), "cartouche": (0.11, 0.9), "compass": (0.31, 0.9), "scale": 1.35},
        },
    ),
}
ROOM = {"L": 1.0, "W": 0.55, "S": 1.2}  # how much room a node wants


def room(graph: Graph) -> np.ndarray:
    return np.array([ROOM[str(kind)] for kind in graph.kinds])
