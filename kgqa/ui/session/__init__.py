"""What one session of the app holds, and the work that is done for it."""
