"""7. Trade: the floor, on which everybody deals with everybody at once.

`acts` what a seat may say, and what a client needs to know · `floor` the open offers, as data and as a viewer may see
them · `terms` what is a proper offer, a proper acceptance · `dealing` offers made, withdrawn, settled · `samples`
lively dealing at random · `phase` the decision and the step itself.
"""
