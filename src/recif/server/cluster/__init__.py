"""Several servers on one machine, with a PostgreSQL of their own: to try, and to test."""
