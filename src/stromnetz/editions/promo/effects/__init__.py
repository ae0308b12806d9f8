"""The effects of promo cards, one file each (see ``editions/files/extension_points.py``)."""
