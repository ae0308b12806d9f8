"""The app without a server: tables on one device, with the messages of the HTTP API. No dependencies."""
