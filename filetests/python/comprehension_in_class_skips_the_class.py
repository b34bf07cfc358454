class C:
    a = 1
    b = [a for _ in range(a)]
