"""Modules: what changes an edition by appending to its hooks and its cards, and the state that this keeps."""
