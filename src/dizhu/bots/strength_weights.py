"""The weights of the strength of hands: without wild cards, and with them.

Fitted to thousands of hands that the bot played against itself with a landlord drawn at random.
"""

Weights = dict[str, tuple[float, float]]

FIRST_8: Weights = {
    "one": (-0.529, -0.529),
    "red_joker": (0.863, 0.863),
    "black_joker": (0.486, 0.486),
    "rocket": (-0.366, -0.366),
    "twos": (0.251, 0.251),
    "aces": (0.052, 0.052),
    "kings": (0.109, 0.109),
}
"""The first eight cards of a hand dealt at random."""
TOP_8: Weights = {
    "one": (-1.191, -1.191),
    "red_joker": (0.916, 0.916),
    "black_joker": (0.544, 0.544),
    "rocket": (-0.012, -0.012),
    "twos": (0.310, 0.310),
    "aces": (0.104, 0.104),
    "kings": (0.083, 0.083),
}
"""The eight highest of 17 cards."""
LANDLORD_17: Weights = {
    "one": (-0.048, -0.048),
    "red_joker": (0.899, 0.899),
    "black_joker": (0.625, 0.625),
    "rocket": (-0.737, -0.737),
    "twos": (0.242, 0.242),
    "aces": (0.068, 0.068),
    "kings": (0.060, 0.060),
    "bombs": (0.361, 0.361),
    "cost": (-0.161, -0.161),
    "plays": (0.067, 0.067),
    "risk": (-0.093, -0.093),
    "wilds": (0.000, 0.000),
}
"""The landlord before he takes the bottom."""
LANDLORD_20: Weights = {
    "one": (1.203, 1.203),
    "red_joker": (1.426, 1.426),
    "black_joker": (1.060, 1.060),
    "rocket": (-1.416, -1.416),
    "twos": (0.230, 0.230),
    "aces": (0.106, 0.106),
    "kings": (0.059, 0.059),
    "bombs": (0.501, 0.501),
    "cost": (-0.340, -0.340),
    "plays": (-0.068, -0.068),
    "risk": (-0.083, -0.083),
    "wilds": (0.000, 0.000),
}
"""The landlord with the bottom."""
PEASANT_17: Weights = {
    "one": (0.960, 0.960),
    "red_joker": (0.596, 0.596),
    "black_joker": (0.350, 0.350),
    "rocket": (-0.339, -0.339),
    "twos": (0.162, 0.162),
    "aces": (0.075, 0.075),
    "kings": (0.062, 0.062),
    "bombs": (0.458, 0.458),
    "cost": (-0.081, -0.081),
    "plays": (-0.131, -0.131),
    "risk": (-0.011, -0.011),
    "wilds": (0.000, 0.000),
    "bottom_jokers": (-0.386, -0.386),
    "bottom_twos": (0.042, 0.042),
    "before_landlord": (-0.011, -0.011),
}
"""A peasant who has seen the bottom: that the peasants win."""
