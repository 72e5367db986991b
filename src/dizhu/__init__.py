"""dizhu: a self-hosted 欢乐斗地主 (Happy Dou Dizhu) platform."""

__version__ = "0.1.0"
