"""What only several servers on one database need: bus, membership, job leases, processes."""
