"""The weights of the strength of hands: without wild cards, and with them.

Fitted to thousands of hands that the bot played against itself with a landlord drawn at random.
"""

Weights = dict[str, tuple[float, float]]

FIRST_8: Weights = {
    "one": (-0.529, -0.565),
    "red_joker": (0.863, 0.343),
    "black_joker": (0.486, 0.240),
    "rocket": (-0.366, 0.415),
    "twos": (0.251, 0.135),
    "aces": (0.052, 0.089),
    "kings": (0.109, 0.039),
}
"""The first eight cards of a hand dealt at random."""
TOP_8: Weights = {
    "one": (-1.191, -0.927),
    "red_joker": (0.916, 0.480),
    "black_joker": (0.544, 0.176),
    "rocket": (-0.012, 0.219),
    "twos": (0.310, 0.159),
    "aces": (0.104, 0.097),
    "kings": (0.083, 0.045),
}
"""The eight highest of 17 cards."""
LANDLORD_17: Weights = {
    "one": (-0.048, -0.477),
    "red_joker": (0.899, 0.538),
    "black_joker": (0.625, 0.330),
    "rocket": (-0.737, -0.362),
    "twos": (0.242, 0.155),
    "aces": (0.068, 0.119),
    "kings": (0.060, 0.060),
    "bombs": (0.361, 0.401),
    "cost": (-0.161, 0.070),
    "plays": (0.067, -0.031),
    "risk": (-0.093, -0.137),
    "wilds": (0.000, 0.000),
}
"""The landlord before he takes the bottom."""
LANDLORD_20: Weights = {
    "one": (1.203, -1.708),
    "red_joker": (1.426, 1.062),
    "black_joker": (1.060, 0.482),
    "rocket": (-1.416, -1.122),
    "twos": (0.230, 0.229),
    "aces": (0.106, 0.167),
    "kings": (0.059, 0.122),
    "bombs": (0.501, 0.760),
    "cost": (-0.340, -0.174),
    "plays": (-0.068, -0.067),
    "risk": (-0.083, -0.163),
    "wilds": (0.000, 0.798),
}
"""The landlord with the bottom."""
PEASANT_17: Weights = {
    "one": (0.960, 0.102),
    "red_joker": (0.596, 0.284),
    "black_joker": (0.350, 0.048),
    "rocket": (-0.339, 0.026),
    "twos": (0.162, 0.083),
    "aces": (0.075, 0.075),
    "kings": (0.062, 0.028),
    "bombs": (0.458, 0.288),
    "cost": (-0.081, -0.057),
    "plays": (-0.131, 0.002),
    "risk": (-0.011, -0.087),
    "wilds": (0.000, 0.329),
    "bottom_jokers": (-0.386, -0.142),
    "bottom_twos": (0.042, -0.148),
    "before_landlord": (-0.011, -0.009),
}
"""A peasant who has seen the bottom: that the peasants win."""
