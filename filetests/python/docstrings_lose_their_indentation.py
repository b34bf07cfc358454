def f():
    '''First.

        Indented.
    '''
