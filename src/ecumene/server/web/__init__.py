"""HTTP and web sockets: the gate before everything, and thin handlers."""
