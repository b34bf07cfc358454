"""An error in an imported file."""
def load():
    import _broken


load()
