"""The web app and pages that the server renders."""
