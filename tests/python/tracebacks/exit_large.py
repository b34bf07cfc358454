raise SystemExit(2 ** 70 + 5)
