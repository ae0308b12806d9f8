"""The effects of promo cards, one file each (see ``editions/files/effects.py``)."""
