def f[T: int, *Ts, **P = [int]](x: T = 1) -> T: pass
class C[T: (int, str)](B): x: T
type A = int
type L[T] = list[T]
