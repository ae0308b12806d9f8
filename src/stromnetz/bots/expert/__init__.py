"""What a strong player knows, one subject a file; ``bots.levels`` puts the parts together.

``table`` reads a view, ``reach`` and ``race`` tell what cities cost, ``fuel`` what a run costs, ``future`` what it all
comes to until the likely end. ``start``, ``auction``, ``supply``, ``building``, ``ending`` and ``running`` decide.
"""
