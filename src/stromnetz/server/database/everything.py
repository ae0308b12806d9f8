"""All tables of the database, whichever file describes them."""

from __future__ import annotations

from . import accounts_schema, admin_schema, cluster_schema, errands_schema, notices_schema, ratings_schema, schema

DESCRIBED = (schema, accounts_schema, ratings_schema, admin_schema, notices_schema, cluster_schema, errands_schema)
metadata = schema.metadata
