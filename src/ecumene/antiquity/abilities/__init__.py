"""10. Special abilities, seven of them: one player after the other, each ability once a turn and wholly or not at all.

`creeds` Fundamentalism, Monotheism, Politics: all units of an area · `diaspora` · `doctrine` Universal Doctrine ·
`routes` Trade Routes · `provinces` Provincial Empire · `phase` whose turn it is, and which ability comes next.
"""
