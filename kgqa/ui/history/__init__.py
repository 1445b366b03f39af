"""History: the questions of this browser, saved answers, and notes."""
