"""Self-play, training and gating of the nets in `mind/net`: `recif train`."""
