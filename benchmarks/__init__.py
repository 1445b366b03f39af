"""What the product is measured with, from a checkout; no part of the package. ``python -m benchmarks`` lists it."""
