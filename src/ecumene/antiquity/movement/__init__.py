"""3. Movement: tokens by land and by ship, ships and their keep, what may be entered, what may be taken back.

`state` what is under way · `orders` what a seat may say · `bars` who may enter where · `marches`, `ships` the rules
of each order · `deeds` doing, undoing and taking back · `decision` the offer · `phase` the step itself.
"""
