"""What each person sees, and telling them."""
