"""The world the games are played on: areas, seas, borders, and the boards made of them.

>>> from ecumene.atlas import board
>>> west = board("oecumene-west-9")
>>> athens = west.find("athens")
>>> [west.key_of(area) for area in west.land[athens]]
['boeotia', 'phocis', 'argos', 'corinth']
"""

from ecumene.atlas.boards import FAR, Board
from ecumene.atlas.layouts import board, board_keys, compose
from ecumene.atlas.load import world, world_keys
from ecumene.atlas.masks import bits, mask_of
from ecumene.atlas.places import Area, BadMap, Place, World

__all__ = [
    "FAR",
    "Area",
    "BadMap",
    "Board",
    "Place",
    "World",
    "bits",
    "board",
    "board_keys",
    "compose",
    "mask_of",
    "world",
    "world_keys",
]
