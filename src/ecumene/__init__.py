"""One table for the great civilization board games.

The parts are imported where they are needed (`from ecumene.kernel import Game`): importing the
package itself stays cheap and pulls in nothing.
"""

__all__ = ["__version__"]

__version__ = "0.1.0"
