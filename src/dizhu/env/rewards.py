"""Rewards of a hand that is over, by seat."""

from typing import Any

import numpy as np

from dizhu.env.setting import POINTS, Setting


def rewards(setting: Setting, points: Any) -> Any:
    """From points, (n, 3) or (3,): themselves, or what every win is worth with `reward="win"`: two
    for the landlord and one for each peasant. A forced score, which has no winner, is then nothing.
    """
    if setting.reward == POINTS:
        return points.astype(np.float64)
    alike = points == points[..., :1]
    landlord = np.abs(points) == np.abs(points).max(axis=-1, keepdims=True)
    worth = np.sign(points) * np.where(landlord, 2.0, 1.0)
    return np.where(alike.all(axis=-1, keepdims=True), 0.0, worth)
