# abc: abstract methods and classes, registration.
from abc import ABC, ABCMeta, abstractmethod
import abc

def show(what, *args, **kwargs):
    try:
        print(what(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)
class Shape(ABC):
    @abstractmethod
    def area(self):
        return 0
    @property
    @abstractmethod
    def name(self): ...
    @classmethod
    @abstractmethod
    def make(cls): ...
    @staticmethod
    @abstractmethod
    def helper(): ...
    def describe(self):
        return f"{self.name}: {self.area()}"
show(Shape)
print(sorted(Shape.__abstractmethods__), type(Shape), Shape.__mro__[1].__name__)
class Half(Shape):
    def area(self):
        return super().area() + 5
    name = "half"
show(Half)
class Whole(Half):
    @classmethod
    def make(cls):
        return cls()
    @staticmethod
    def helper():
        return "help"
w = Whole.make()
print(w.describe(), w.helper(), Whole.__abstractmethods__, isinstance(w, Shape), issubclass(Whole, Shape))
class One(metaclass=ABCMeta):
    @abstractmethod
    def only(self): ...
show(One)
class Virtual:
    pass
print(isinstance(Virtual(), One), One.register(Virtual) is Virtual, isinstance(Virtual(), One), issubclass(Virtual, One), Virtual.__mro__[1] is object)
class Below(Virtual):
    pass
print(issubclass(Below, One), issubclass(int, One), isinstance(5, One))
@One.register
class Decorated:
    pass
print(isinstance(Decorated(), One))
show(One.register, 5)
class Up(One):
    def only(self): ...
show(Up.register, One)
print(Up.register(Up) is Up)
class Duck(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        if cls is Duck:
            return hasattr(other, "quack") or NotImplemented
        return NotImplemented
class Mallard:
    def quack(self): ...
class Wood:
    pass
class Robot(Duck):
    pass
print(isinstance(Mallard(), Duck), isinstance(Wood(), Duck), isinstance(Robot(), Duck), issubclass(Mallard, Robot))
Duck.register(Wood)
print(isinstance(Wood(), Duck))
before = abc.get_cache_token()
Duck.register(float)
print(abc.get_cache_token() != before, isinstance(1.5, Duck))
show(issubclass, 5, Duck)
show(lambda: isinstance(1, (str, Duck)))
class Meta(ABCMeta):
    def __call__(cls, *args):
        return ("made", super().__call__(*args))
class WithMeta(metaclass=Meta):
    pass
print(WithMeta()[0], isinstance(WithMeta()[1], WithMeta))
class Added(ABC):
    pass
def late(self): ...
late.__isabstractmethod__ = True
Added.late = late
print(Added() is not None)
abc.update_abstractmethods(Added)
show(Added)
count = 0
for i in range(40):
    for value in (w, 1.5, i, "s"):
        count += isinstance(value, Duck) + isinstance(value, Shape)
print(count)
