"""Small games solved to the end, beyond doubt: what the mind is measured against. `python -m recif.lab.exact`."""
