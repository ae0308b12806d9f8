"""Expert play, one subject per file; ``bots.levels`` combines them.

``board`` reads a view, ``city_costs`` and ``fuel`` compute costs, ``prices`` estimates auction prices, ``projection``
and ``final_worth`` project the rest of the game. ``start``, ``auction``, ``supply``, ``construction`` and ``game_end``
decide.
"""
