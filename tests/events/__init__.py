"""Events: the log, the forms, what can be verified."""
