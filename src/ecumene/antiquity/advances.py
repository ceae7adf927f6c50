"""The advances of the family by name. The number is the advance's bit in a state and never changes."""

from __future__ import annotations

from enum import IntEnum


class Advance(IntEnum):
    """Every advance that some title of the family has; a title's components say which, at what price."""

    CLOTH_MAKING = 0
    MYSTICISM = 1
    SCULPTURE = 2
    URBANISM = 3
    EMPIRICISM = 4
    MASONRY = 5
    MONARCHY = 6
    MYTHOLOGY = 7
    POTTERY = 8
    WRITTEN_RECORD = 9
    DEISM = 10
    ASTRONAVIGATION = 11
    DRAMA_AND_POETRY = 12
    MUSIC = 13
    THEOCRACY = 14
    COINAGE = 15
    METALWORKING = 16
    LITERACY = 17
    AGRICULTURE = 18
    RHETORIC = 19
    ARCHITECTURE = 20
    MEDICINE = 21
    FUNDAMENTALISM = 22
    LAW = 23
    CARTOGRAPHY = 24
    DIPLOMACY = 25
    ENGINEERING = 26
    ENLIGHTENMENT = 27
    NAVAL_WARFARE = 28
    UNIVERSAL_DOCTRINE = 29
    MILITARY = 30
    CALENDAR = 31
    MONUMENT = 32
    TRADE_ROUTES = 33
    DEMOCRACY = 34
    LIBRARY = 35
    PHILOSOPHY = 36
    ROADBUILDING = 37
    MINING = 38
    POLITICS = 39
    PUBLIC_WORKS = 40
    ADVANCED_MILITARY = 41
    MONOTHEISM = 42
    MATHEMATICS = 43
    THEOLOGY = 44
    PROVINCIAL_EMPIRE = 45
    TRADE_EMPIRE = 46
    ANATOMY = 47
    DIASPORA = 48
    CULTURAL_ASCENDANCY = 49
    WONDER_OF_THE_WORLD = 50

    @property
    def key(self) -> str:
        return self.name.lower()


class Group(IntEnum):
    """The five colours of advances and credits."""

    ARTS = 0
    CIVICS = 1
    CRAFTS = 2
    RELIGION = 3
    SCIENCE = 4
