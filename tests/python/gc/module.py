# The functions of gc that do not tell how a collector works.
import gc

print(gc.isenabled())
gc.disable()
print(gc.isenabled())
gc.enable()
print(gc.isenabled(), gc.get_debug(), gc.garbage)
print(isinstance(gc.collect(), int), isinstance(gc.collect(0), int), isinstance(gc.collect(generation=1), int))
for bad in (3, -1):
    try:
        gc.collect(bad)
    except ValueError as e:
        print("ValueError", e)
try:
    gc.collect("x")
except TypeError as e:
    print("TypeError", e)
old = gc.get_threshold()
print(len(old))
gc.set_threshold(100, 5, 5)
print(gc.get_threshold())
gc.set_threshold(*old)
print(len(gc.get_count()), len(gc.get_stats()), sorted(gc.get_stats()[0]))
gc.freeze()
gc.unfreeze()
print(gc.get_freeze_count())
print(gc.is_tracked(1), gc.is_tracked("a"), gc.is_tracked([]), gc.is_tracked([1]))
print(sorted(gc.get_referents([1, 2], (3,), {4: 5})))
print(gc.DEBUG_STATS, gc.DEBUG_LEAK, gc.callbacks)
