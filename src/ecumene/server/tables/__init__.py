"""Live tables: the game in memory, its viewers, clocks, bots and votes."""
