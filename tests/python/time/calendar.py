# Times as years, months and days.
import os
import time

os.environ["TZ"] = "UTC"
time.tzset()
t = time.gmtime(1000000000.9)
print(t)
print(t.tm_year, t[1], t.tm_zone, t.tm_gmtoff, len(t), tuple(t), t == time.gmtime(1000000000), t.tm_isdst)
print(time.asctime(t), time.ctime(0), time.mktime(time.localtime(1234567890)))
print(time.strftime("%Y-%m-%d %H:%M:%S %j %A %B %a %b %p %y %% %Z %z", t))
print(time.strftime("%d é %m", t), repr(time.strftime("", t)))
print(time.gmtime(0)[:6], time.gmtime(-1)[:6], time.gmtime(2**33)[:6], time.localtime(86400 * 365)[:3])
print(time.strftime("%H", (2001, 2, 3, 4, 5, 6, 0, 34, 0)), time.asctime((2001, 2, 3, 4, 5, 6, 5, 34, 0)))
print(time.mktime((2001, 2, 30, 25, 61, 61, 0, 0, 0)), time.mktime((1970, 1, 1, 0, 0, 0, 0, 0, 0)))
s = time.struct_time((1, 2, 3, 4, 5, 6, 7, 8, 9))
print(s, s.tm_zone, s.tm_gmtoff, time.struct_time(range(11)).tm_gmtoff)
print(time.tzname, time.timezone, time.altzone, time.daylight)
os.environ["TZ"] = "EST5EDT,M3.2.0,M11.1.0"
time.tzset()
print(time.tzname, time.timezone, time.altzone, time.daylight)
print(time.localtime(1000000000)[:6], time.localtime(1000000000).tm_isdst, time.localtime(1000000000).tm_zone, time.localtime(1000000000).tm_gmtoff)
print(time.strftime("%Z %z", time.localtime(1000000000)), time.strftime("%Z %z", time.localtime(1010000000)), time.mktime(time.localtime(1000000000)))
for action in [
    lambda: time.struct_time((1, 2)),
    lambda: time.struct_time(range(12)),
    lambda: time.gmtime("x"),
    lambda: time.gmtime(10**30),
    lambda: time.gmtime(float("nan")),
    lambda: time.strftime("%Y", (2001, 13, 1, 0, 0, 0, 0, 0, 0)),
    lambda: time.strftime("%Y", (2001, 1, 32, 0, 0, 0, 0, 0, 0)),
    lambda: time.strftime("%Y", (2001, 1, 1, 24, 0, 0, 0, 0, 0)),
    lambda: time.strftime("%Y", (2001, 1, 1, 0, 60, 0, 0, 0, 0)),
    lambda: time.strftime("%Y", (2001, 1, 1, 0, 0, 62, 0, 0, 0)),
    lambda: time.strftime("%Y", (2001, 1, 1, 0, 0, 0, 0, 367, 0)),
    lambda: time.strftime("%Y", (2001, 1)),
    lambda: time.strftime("%Y", 5),
    lambda: time.strftime(5),
    lambda: time.mktime("x"),
    lambda: time.asctime((2001, 2, "x", 4, 5, 6, 5, 34, 0)),
    lambda: time.sleep(-1),
    lambda: time.sleep("x"),
    lambda: setattr(s, "tm_year", 5),
]:
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)
