"""Files and folders in which this machine keeps something for the browsers of its readers."""
