"""What the search teaches: hints, nudges, reasons, threats, reviews."""
