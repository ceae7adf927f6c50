"""Telling people who are not here that they are needed: once, and only then."""
