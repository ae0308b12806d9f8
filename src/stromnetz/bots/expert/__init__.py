"""What a strong player knows, one subject a file; ``bots.levels`` puts the parts together.

``board`` reads a view, ``city_costs`` says what cities cost, ``fuel`` what a run costs, ``prices`` what plants are
worth, ``projection`` and ``final_worth`` what it all comes to until the likely end. ``start``, ``auction``, ``supply``,
``building`` and ``ending`` decide.
"""
