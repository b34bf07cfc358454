from __future__ import annotations
def f(a: int) -> list[int]: pass
x: int = 1
class C:
    y: str
