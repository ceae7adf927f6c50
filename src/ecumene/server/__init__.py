"""The table in the browser: accounts, tables, clocks, notices, storage, sockets. It knows no title by name."""
