"""What the four Tresham-line games share: pieces, conflict, cities, cards, trade, calamities, advances, succession."""
