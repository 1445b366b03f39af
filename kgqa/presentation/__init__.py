"""Rows, drawings and texts of an answer without Streamlit: pages, print and exports draw from them."""
