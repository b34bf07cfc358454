class C:
    def f(self, __x):
        self.__y = __x
        return self.__y + self.__z__
