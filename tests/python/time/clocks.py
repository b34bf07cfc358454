# Clocks go forward.
import time

for name in ["time", "monotonic", "perf_counter", "process_time", "thread_time"]:
    a, b = getattr(time, name)(), getattr(time, name)()
    x, y = getattr(time, name + "_ns")(), getattr(time, name + "_ns")()
    print(name, type(a), a <= b, type(x), x <= y, abs(x - a * 1e9) < 1e9)
    info = time.get_clock_info(name)
    print(info.implementation, info.monotonic, info.adjustable, info.resolution < 0.1)
print(time.time() > 1.6e9, time.sleep(0), time.sleep(0.001), time.clock_gettime(time.CLOCK_MONOTONIC) > 0)
before = time.monotonic()
time.sleep(0.02)
print(0.01 < time.monotonic() - before < 5)
try:
    time.get_clock_info("nothing")
except ValueError as error:
    print(error)
print(sum(1 for _ in range(200) if time.perf_counter() > 0))
