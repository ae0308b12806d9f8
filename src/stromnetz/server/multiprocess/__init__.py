"""Several servers on one database: bus, membership, job leases, processes."""
