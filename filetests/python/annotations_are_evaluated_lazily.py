def f(a: int, *args: *T, b: 'str' = 1) -> list[int]: pass
x: int
if y:
    z: str = 1
