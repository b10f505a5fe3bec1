"""The compiled core: what runs, and knows no syntax."""
