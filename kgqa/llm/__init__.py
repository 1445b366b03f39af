"""Language models: one provider a file behind one small interface."""
