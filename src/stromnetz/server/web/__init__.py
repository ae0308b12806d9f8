"""The web app's files and the pages that the server renders."""
