class C:
    x: int
    if a:
        y: str
