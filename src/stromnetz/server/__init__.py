"""Tables over the network: people and bots at the same table, live or over weeks."""
