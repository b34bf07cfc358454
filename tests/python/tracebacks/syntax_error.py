print("never printed")
def f():
    x = (1 + 
    return x
