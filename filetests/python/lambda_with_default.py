f = lambda x, y=2: x + y
