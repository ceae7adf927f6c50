"""The database: its tables, how it is opened, and what is read and written."""
