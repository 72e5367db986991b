"""The operator's side of the house: what he may do, and that all of it is written down."""
