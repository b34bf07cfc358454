# Random operations on containers. Says nothing if all is as in CPython.
# Written by crates/lathe-python/tests/generate/containers.py: do not edit.

seen = []

def p(*values):
    seen.append(" ".join(map(repr, values)))

l, t, d, s = [1, 2, 3], (1, 'a'), {1: 2}, {1, 2}

l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(l[0])
except Exception as e: seen.append(f'0 {type(e).__name__} {e}')
try: del l[6]
except Exception as e: seen.append(f'1 {type(e).__name__} {e}')
try: s.add(0.0)
except Exception as e: seen.append(f'2 {type(e).__name__} {e}')
try: l[1<<70:1<<70] = iter(t)
except Exception as e: seen.append(f'3 {type(e).__name__} {e}')
try: l.append(True)
except Exception as e: seen.append(f'4 {type(e).__name__} {e}')
try: p(sorted(range(2), key=lambda x: x % 3))
except Exception as e: seen.append(f'5 {type(e).__name__} {e}')
try: p(l.pop())
except Exception as e: seen.append(f'6 {type(e).__name__} {e}')
try: p(l.pop())
except Exception as e: seen.append(f'7 {type(e).__name__} {e}')
try: d.update(range(-8))
except Exception as e: seen.append(f'8 {type(e).__name__} {e}')
try: s &= {1<<63, -(1<<63), (), 1, 2, 3, 'a'}
except Exception as e: seen.append(f'9 {type(e).__name__} {e}')
try: p(sorted(range(-1), key=lambda x: x % 3))
except Exception as e: seen.append(f'10 {type(e).__name__} {e}')
try: a, *b = 5; p(a, b)
except Exception as e: seen.append(f'11 {type(e).__name__} {e}')
try: p(sorted(d.keys() - s, key=repr))
except Exception as e: seen.append(f'12 {type(e).__name__} {e}')
try: l.insert(-5, 2.0)
except Exception as e: seen.append(f'13 {type(e).__name__} {e}')
try: p(list(zip(l, l)))
except Exception as e: seen.append(f'14 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(d.pop((0.0,)))
except Exception as e: seen.append(f'15 {type(e).__name__} {e}')
try: d[(-(1<<63), ('é',))] = 1<<64
except Exception as e: seen.append(f'16 {type(e).__name__} {e}')
try: p(l.pop(-1))
except Exception as e: seen.append(f'17 {type(e).__name__} {e}')
try: p(dict.fromkeys(zip(t, t)))
except Exception as e: seen.append(f'18 {type(e).__name__} {e}')
try: p(-(1<<63) in l)
except Exception as e: seen.append(f'19 {type(e).__name__} {e}')
try: p(l.copy() is l, t[:] is t)
except Exception as e: seen.append(f'20 {type(e).__name__} {e}')
try: l[8] = 0.5
except Exception as e: seen.append(f'21 {type(e).__name__} {e}')
try: l.remove('a')
except Exception as e: seen.append(f'22 {type(e).__name__} {e}')
try: s.add()
except Exception as e: seen.append(f'23 {type(e).__name__} {e}')
try: s.add('')
except Exception as e: seen.append(f'24 {type(e).__name__} {e}')
try: p(list(zip(t, t)))
except Exception as e: seen.append(f'25 {type(e).__name__} {e}')
try: l.reverse()
except Exception as e: seen.append(f'26 {type(e).__name__} {e}')
try: s.remove(-2)
except Exception as e: seen.append(f'27 {type(e).__name__} {e}')
try: s -= {'é'}
except Exception as e: seen.append(f'28 {type(e).__name__} {e}')
try: s.update(None)
except Exception as e: seen.append(f'29 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(s <= {1<<63, False}, s > {()})
except Exception as e: seen.append(f'30 {type(e).__name__} {e}')
try: p(list(range(4, 8, 0)))
except Exception as e: seen.append(f'31 {type(e).__name__} {e}')
try: p(l[:-(1<<70):])
except Exception as e: seen.append(f'32 {type(e).__name__} {e}')
try: p(d.setdefault((1<<62,), 1<<62))
except Exception as e: seen.append(f'33 {type(e).__name__} {e}')
try: p(d.get())
except Exception as e: seen.append(f'34 {type(e).__name__} {e}')
try: p(d.get(()))
except Exception as e: seen.append(f'35 {type(e).__name__} {e}')
try: s -= {1<<63}
except Exception as e: seen.append(f'36 {type(e).__name__} {e}')
try: p(range(-1, -3, 3)[:-7])
except Exception as e: seen.append(f'37 {type(e).__name__} {e}')
try: a, *b = l; p(a, b)
except Exception as e: seen.append(f'38 {type(e).__name__} {e}')
try: l.insert(-8, [])
except Exception as e: seen.append(f'39 {type(e).__name__} {e}')
try: p(t.index(True))
except Exception as e: seen.append(f'40 {type(e).__name__} {e}')
try: del l[-6:-3:-1]
except Exception as e: seen.append(f'41 {type(e).__name__} {e}')
try: s &= {False, '', 1<<63, 1, 2, 3, 'a'}
except Exception as e: seen.append(f'42 {type(e).__name__} {e}')
try: p(l.copy() is l, t[:] is t)
except Exception as e: seen.append(f'43 {type(e).__name__} {e}')
try: s.discard(0.5)
except Exception as e: seen.append(f'44 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(l.pop())
except Exception as e: seen.append(f'45 {type(e).__name__} {e}')
try: d = d | {1<<62: 1}
except Exception as e: seen.append(f'46 {type(e).__name__} {e}')
try: p(l < [0.5])
except Exception as e: seen.append(f'47 {type(e).__name__} {e}')
try: p(t + iter(t))
except Exception as e: seen.append(f'48 {type(e).__name__} {e}')
try: p(d == dict(d), list(d.values()))
except Exception as e: seen.append(f'49 {type(e).__name__} {e}')
try: l.sort(key=repr, reverse=True)
except Exception as e: seen.append(f'50 {type(e).__name__} {e}')
try: p(dict(l))
except Exception as e: seen.append(f'51 {type(e).__name__} {e}')
try: l.remove((1<<63, ()))
except Exception as e: seen.append(f'52 {type(e).__name__} {e}')
try: p((1<<63,) in d)
except Exception as e: seen.append(f'53 {type(e).__name__} {e}')
try: l.sort(key=repr, reverse=True)
except Exception as e: seen.append(f'54 {type(e).__name__} {e}')
try: p(dict(zip(t, t)))
except Exception as e: seen.append(f'55 {type(e).__name__} {e}')
try: p(list(zip(l, l)))
except Exception as e: seen.append(f'56 {type(e).__name__} {e}')
try: d[0.0] = 1
except Exception as e: seen.append(f'57 {type(e).__name__} {e}')
try: p(l * 1)
except Exception as e: seen.append(f'58 {type(e).__name__} {e}')
try: d[1<<62] = 1<<64
except Exception as e: seen.append(f'59 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(t + l)
except Exception as e: seen.append(f'60 {type(e).__name__} {e}')
try: p(sorted(s.intersection(iter(t)), key=repr))
except Exception as e: seen.append(f'61 {type(e).__name__} {e}')
try: l.sort(key=repr)
except Exception as e: seen.append(f'62 {type(e).__name__} {e}')
try: l.reverse()
except Exception as e: seen.append(f'63 {type(e).__name__} {e}')
try: d.update((0.5,))
except Exception as e: seen.append(f'64 {type(e).__name__} {e}')
try: l.sort()
except Exception as e: seen.append(f'65 {type(e).__name__} {e}')
try: p(len(s), sorted(s, key=repr))
except Exception as e: seen.append(f'66 {type(e).__name__} {e}')
try: s.discard(())
except Exception as e: seen.append(f'67 {type(e).__name__} {e}')
try: d = d | {(-(1<<63),): 1}
except Exception as e: seen.append(f'68 {type(e).__name__} {e}')
try: l.insert(4, False)
except Exception as e: seen.append(f'69 {type(e).__name__} {e}')
try: l.insert(-2, {})
except Exception as e: seen.append(f'70 {type(e).__name__} {e}')
try: p(d[''])
except Exception as e: seen.append(f'71 {type(e).__name__} {e}')
try: p(False in d)
except Exception as e: seen.append(f'72 {type(e).__name__} {e}')
try: a, *b = None; p(a, b)
except Exception as e: seen.append(f'73 {type(e).__name__} {e}')
try: d.update(None)
except Exception as e: seen.append(f'74 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p([*5, *'xy'])
except Exception as e: seen.append(f'75 {type(e).__name__} {e}')
try: t = tuple(reversed(l))
except Exception as e: seen.append(f'76 {type(e).__name__} {e}')
try: p(l.pop(1, 2))
except Exception as e: seen.append(f'77 {type(e).__name__} {e}')
try: p(l[-3])
except Exception as e: seen.append(f'78 {type(e).__name__} {e}')
try: s ^= {False, 'a'}
except Exception as e: seen.append(f'79 {type(e).__name__} {e}')
try: p(range(3, 2, -1)[-1:-(1<<70)])
except Exception as e: seen.append(f'80 {type(e).__name__} {e}')
try: p(l[2])
except Exception as e: seen.append(f'81 {type(e).__name__} {e}')
try: p(l.pop(1, 2))
except Exception as e: seen.append(f'82 {type(e).__name__} {e}')
try: p(l * -4)
except Exception as e: seen.append(f'83 {type(e).__name__} {e}')
try: p(l[1<<70:])
except Exception as e: seen.append(f'84 {type(e).__name__} {e}')
try: p(s <= {(0, 'ab'), ''}, s > {((), 0.5)})
except Exception as e: seen.append(f'85 {type(e).__name__} {e}')
try: p(sorted(d.keys() - s, key=repr))
except Exception as e: seen.append(f'86 {type(e).__name__} {e}')
try: l[::1] = range(-5)
except Exception as e: seen.append(f'87 {type(e).__name__} {e}')
try: p(l.pop(1, 2))
except Exception as e: seen.append(f'88 {type(e).__name__} {e}')
try: t = tuple(t)
except Exception as e: seen.append(f'89 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: del l[-3:]
except Exception as e: seen.append(f'90 {type(e).__name__} {e}')
try: p(d == dict(d), list(d.values()))
except Exception as e: seen.append(f'91 {type(e).__name__} {e}')
try: s -= {()}
except Exception as e: seen.append(f'92 {type(e).__name__} {e}')
try: p(t + (0.5,))
except Exception as e: seen.append(f'93 {type(e).__name__} {e}')
try: l.sort()
except Exception as e: seen.append(f'94 {type(e).__name__} {e}')
try: p(l.pop(1, 2))
except Exception as e: seen.append(f'95 {type(e).__name__} {e}')
try: l.append()
except Exception as e: seen.append(f'96 {type(e).__name__} {e}')
try: p(range(6, 4, -1)[::])
except Exception as e: seen.append(f'97 {type(e).__name__} {e}')
try: del d[0.5]
except Exception as e: seen.append(f'98 {type(e).__name__} {e}')
try: p(t + 5)
except Exception as e: seen.append(f'99 {type(e).__name__} {e}')
try: p(slice(3, 0, 2).indices(-2))
except Exception as e: seen.append(f'100 {type(e).__name__} {e}')
try: d[True] = 'a'
except Exception as e: seen.append(f'101 {type(e).__name__} {e}')
try: l *= 2
except Exception as e: seen.append(f'102 {type(e).__name__} {e}')
try: l[-6] = (1<<64,)
except Exception as e: seen.append(f'103 {type(e).__name__} {e}')
try: p(list(map(repr, d)))
except Exception as e: seen.append(f'104 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: d = d | {2: 1}
except Exception as e: seen.append(f'105 {type(e).__name__} {e}')
try: p(l == 5, l != t)
except Exception as e: seen.append(f'106 {type(e).__name__} {e}')
try: p(s == frozenset(s), hash(frozenset([True])) == hash(frozenset([1])))
except Exception as e: seen.append(f'107 {type(e).__name__} {e}')
try: p(d.pop(()))
except Exception as e: seen.append(f'108 {type(e).__name__} {e}')
try: p(-0.0 in range(-1, -8, 0))
except Exception as e: seen.append(f'109 {type(e).__name__} {e}')
try: p(t[-6:])
except Exception as e: seen.append(f'110 {type(e).__name__} {e}')
try: l.insert(1, [])
except Exception as e: seen.append(f'111 {type(e).__name__} {e}')
try: p(d.get())
except Exception as e: seen.append(f'112 {type(e).__name__} {e}')
try: s.add(0.5)
except Exception as e: seen.append(f'113 {type(e).__name__} {e}')
try: s.remove(8)
except Exception as e: seen.append(f'114 {type(e).__name__} {e}')
try: p(any(t), all(5), sum(range(-4)))
except Exception as e: seen.append(f'115 {type(e).__name__} {e}')
try: x = False; p(x in l and l.index(x))
except Exception as e: seen.append(f'116 {type(e).__name__} {e}')
try: l[-4:] = 5
except Exception as e: seen.append(f'117 {type(e).__name__} {e}')
try: del d[1.0]
except Exception as e: seen.append(f'118 {type(e).__name__} {e}')
try: d[()] = 2.0
except Exception as e: seen.append(f'119 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: l.extend([[]])
except Exception as e: seen.append(f'120 {type(e).__name__} {e}')
try: p(l + 5)
except Exception as e: seen.append(f'121 {type(e).__name__} {e}')
try: p(d == dict(d), list(d.values()))
except Exception as e: seen.append(f'122 {type(e).__name__} {e}')
try: s -= {()}
except Exception as e: seen.append(f'123 {type(e).__name__} {e}')
try: p(sorted(d.keys() - s, key=repr))
except Exception as e: seen.append(f'124 {type(e).__name__} {e}')
try: p(dict(t))
except Exception as e: seen.append(f'125 {type(e).__name__} {e}')
try: p(t * -8)
except Exception as e: seen.append(f'126 {type(e).__name__} {e}')
try: p(list(map(repr, iter(t))))
except Exception as e: seen.append(f'127 {type(e).__name__} {e}')
try: l.insert(3, 1<<64)
except Exception as e: seen.append(f'128 {type(e).__name__} {e}')
try: p(l[-4])
except Exception as e: seen.append(f'129 {type(e).__name__} {e}')
try: p(t * 4)
except Exception as e: seen.append(f'130 {type(e).__name__} {e}')
try: p(s.isdisjoint(t), s.issubset(iter(t)))
except Exception as e: seen.append(f'131 {type(e).__name__} {e}')
try: l[7] = -3
except Exception as e: seen.append(f'132 {type(e).__name__} {e}')
try: s &= {(1<<63,), True, True, 1, 2, 3, 'a'}
except Exception as e: seen.append(f'133 {type(e).__name__} {e}')
try: del d[-(1<<63)]
except Exception as e: seen.append(f'134 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: l.sort(key=repr, reverse=True)
except Exception as e: seen.append(f'135 {type(e).__name__} {e}')
try: p(d.pop(True, -6))
except Exception as e: seen.append(f'136 {type(e).__name__} {e}')
try: s.update(t)
except Exception as e: seen.append(f'137 {type(e).__name__} {e}')
try: s.update([False])
except Exception as e: seen.append(f'138 {type(e).__name__} {e}')
try: p(repr(l), str(d))
except Exception as e: seen.append(f'139 {type(e).__name__} {e}')
try: p(sorted(s.union(t), key=repr))
except Exception as e: seen.append(f'140 {type(e).__name__} {e}')
try: p(l.copy() is l, t[:] is t)
except Exception as e: seen.append(f'141 {type(e).__name__} {e}')
try: p(range(-5, 8, 3)[-4:5:])
except Exception as e: seen.append(f'142 {type(e).__name__} {e}')
try: l.sort(key=repr)
except Exception as e: seen.append(f'143 {type(e).__name__} {e}')
try: s.discard((('a',), 'ab'))
except Exception as e: seen.append(f'144 {type(e).__name__} {e}')
try: s.update('xy')
except Exception as e: seen.append(f'145 {type(e).__name__} {e}')
try: p(l.pop(1, 2))
except Exception as e: seen.append(f'146 {type(e).__name__} {e}')
try: p(t + [[-4]])
except Exception as e: seen.append(f'147 {type(e).__name__} {e}')
try: p('語' in range(-1, 4, 0))
except Exception as e: seen.append(f'148 {type(e).__name__} {e}')
try: p(d == dict(d), list(d.values()))
except Exception as e: seen.append(f'149 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: l.reverse()
except Exception as e: seen.append(f'150 {type(e).__name__} {e}')
try: p(sorted(d.keys() & {-(1<<63), 0.0}, key=repr))
except Exception as e: seen.append(f'151 {type(e).__name__} {e}')
try: del l[5]
except Exception as e: seen.append(f'152 {type(e).__name__} {e}')
try: del l[0]
except Exception as e: seen.append(f'153 {type(e).__name__} {e}')
try: p(t[8:-(1<<70)])
except Exception as e: seen.append(f'154 {type(e).__name__} {e}')
try: p(s == frozenset(s), hash(frozenset([-1])) == hash(frozenset([1])))
except Exception as e: seen.append(f'155 {type(e).__name__} {e}')
try: p(t * -3)
except Exception as e: seen.append(f'156 {type(e).__name__} {e}')
try: p(t.count(-(1<<63)))
except Exception as e: seen.append(f'157 {type(e).__name__} {e}')
try: p(l >= [False, 1<<64])
except Exception as e: seen.append(f'158 {type(e).__name__} {e}')
try: p(t + 5)
except Exception as e: seen.append(f'159 {type(e).__name__} {e}')
try: l.reverse()
except Exception as e: seen.append(f'160 {type(e).__name__} {e}')
try: s.add()
except Exception as e: seen.append(f'161 {type(e).__name__} {e}')
try: del l[4]
except Exception as e: seen.append(f'162 {type(e).__name__} {e}')
try: l.sort()
except Exception as e: seen.append(f'163 {type(e).__name__} {e}')
try: l[:-4] = l
except Exception as e: seen.append(f'164 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: s.remove(('', 1<<62))
except Exception as e: seen.append(f'165 {type(e).__name__} {e}')
try: s.remove(('a',))
except Exception as e: seen.append(f'166 {type(e).__name__} {e}')
try: l.append('語')
except Exception as e: seen.append(f'167 {type(e).__name__} {e}')
try: p(sorted(d.keys() ^ s, key=repr))
except Exception as e: seen.append(f'168 {type(e).__name__} {e}')
try: d['a'] = [[()], 1<<64]
except Exception as e: seen.append(f'169 {type(e).__name__} {e}')
try: s.discard(('ab',))
except Exception as e: seen.append(f'170 {type(e).__name__} {e}')
try: d.update('xy')
except Exception as e: seen.append(f'171 {type(e).__name__} {e}')
try: l.append(((1<<63)-1,))
except Exception as e: seen.append(f'172 {type(e).__name__} {e}')
try: s.update(sorted(s, key=repr))
except Exception as e: seen.append(f'173 {type(e).__name__} {e}')
try: p(range(1, -3, -2)[None:])
except Exception as e: seen.append(f'174 {type(e).__name__} {e}')
try: a, *b = iter(t); p(a, b)
except Exception as e: seen.append(f'175 {type(e).__name__} {e}')
try: p('a' in d)
except Exception as e: seen.append(f'176 {type(e).__name__} {e}')
try: p(slice(None, None, -2).indices(-1))
except Exception as e: seen.append(f'177 {type(e).__name__} {e}')
try: p(list(enumerate(zip(t, t), -8)))
except Exception as e: seen.append(f'178 {type(e).__name__} {e}')
try: p(list(d.items()))
except Exception as e: seen.append(f'179 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(list(enumerate(5, 0)))
except Exception as e: seen.append(f'180 {type(e).__name__} {e}')
try: p({3: True} in l)
except Exception as e: seen.append(f'181 {type(e).__name__} {e}')
try: p(list(None))
except Exception as e: seen.append(f'182 {type(e).__name__} {e}')
try: p([*t, *sorted(s, key=repr)])
except Exception as e: seen.append(f'183 {type(e).__name__} {e}')
try: p(t * -3)
except Exception as e: seen.append(f'184 {type(e).__name__} {e}')
try: p(d.keys() <= s, d.keys() > s, d.keys() == s)
except Exception as e: seen.append(f'185 {type(e).__name__} {e}')
try: p(t < ([1<<64],))
except Exception as e: seen.append(f'186 {type(e).__name__} {e}')
try: p('ab' in d)
except Exception as e: seen.append(f'187 {type(e).__name__} {e}')
try: p(l + l)
except Exception as e: seen.append(f'188 {type(e).__name__} {e}')
try: l.reverse()
except Exception as e: seen.append(f'189 {type(e).__name__} {e}')
try: p(repr(l), str(d))
except Exception as e: seen.append(f'190 {type(e).__name__} {e}')
try: p(dict.fromkeys(iter(t)))
except Exception as e: seen.append(f'191 {type(e).__name__} {e}')
try: d[(0.0,)] = -0.0
except Exception as e: seen.append(f'192 {type(e).__name__} {e}')
try: p(d.pop(-6))
except Exception as e: seen.append(f'193 {type(e).__name__} {e}')
try: p(l.copy() is l, t[:] is t)
except Exception as e: seen.append(f'194 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(d.keys() <= s, d.keys() > s, d.keys() == s)
except Exception as e: seen.append(f'195 {type(e).__name__} {e}')
try: l.reverse()
except Exception as e: seen.append(f'196 {type(e).__name__} {e}')
try: p(list(filter(None, ((1<<63)-1,))))
except Exception as e: seen.append(f'197 {type(e).__name__} {e}')
try: p(sorted(range(4), key=lambda x: x % 3))
except Exception as e: seen.append(f'198 {type(e).__name__} {e}')
try: p([True, {}] in l)
except Exception as e: seen.append(f'199 {type(e).__name__} {e}')
try: p((-0.0, True) in range(-1, -8, 0))
except Exception as e: seen.append(f'200 {type(e).__name__} {e}')
try: p(slice(2, 5, 0).indices(-1))
except Exception as e: seen.append(f'201 {type(e).__name__} {e}')
try: p(t < (-3,))
except Exception as e: seen.append(f'202 {type(e).__name__} {e}')
try: p(s == frozenset(s), hash(frozenset([(2.0, False)])) == hash(frozenset([1])))
except Exception as e: seen.append(f'203 {type(e).__name__} {e}')
try: p(sorted(d.keys() - s, key=repr))
except Exception as e: seen.append(f'204 {type(e).__name__} {e}')
try: p(l[6])
except Exception as e: seen.append(f'205 {type(e).__name__} {e}')
try: p(d.setdefault('é', -0.0))
except Exception as e: seen.append(f'206 {type(e).__name__} {e}')
try: del l[::2]
except Exception as e: seen.append(f'207 {type(e).__name__} {e}')
try: p(dict(sorted(s, key=repr)))
except Exception as e: seen.append(f'208 {type(e).__name__} {e}')
try: l[:] = 5
except Exception as e: seen.append(f'209 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: l.sort(key=repr)
except Exception as e: seen.append(f'210 {type(e).__name__} {e}')
try: s.discard('')
except Exception as e: seen.append(f'211 {type(e).__name__} {e}')
try: p(min(l, default=0), len(iter(t)))
except Exception as e: seen.append(f'212 {type(e).__name__} {e}')
try: p(repr(l), str(d))
except Exception as e: seen.append(f'213 {type(e).__name__} {e}')
try: l[7:-(1<<70):] = range(-3)
except Exception as e: seen.append(f'214 {type(e).__name__} {e}')
try: p(sorted(range(1), key=lambda x: x % 3))
except Exception as e: seen.append(f'215 {type(e).__name__} {e}')
try: p(d.keys() <= s, d.keys() > s, d.keys() == s)
except Exception as e: seen.append(f'216 {type(e).__name__} {e}')
try: l.sort(key=repr)
except Exception as e: seen.append(f'217 {type(e).__name__} {e}')
try: p(t * 7)
except Exception as e: seen.append(f'218 {type(e).__name__} {e}')
try: p(len(s), sorted(s, key=repr))
except Exception as e: seen.append(f'219 {type(e).__name__} {e}')
try: l.sort(key=repr)
except Exception as e: seen.append(f'220 {type(e).__name__} {e}')
try: p(l.pop(1, 2))
except Exception as e: seen.append(f'221 {type(e).__name__} {e}')
try: l.append('')
except Exception as e: seen.append(f'222 {type(e).__name__} {e}')
try: d = d | {0.0: 1}
except Exception as e: seen.append(f'223 {type(e).__name__} {e}')
try: p(dict.fromkeys(None))
except Exception as e: seen.append(f'224 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(list(map(repr, 5)))
except Exception as e: seen.append(f'225 {type(e).__name__} {e}')
try: p(l.pop())
except Exception as e: seen.append(f'226 {type(e).__name__} {e}')
try: d = d | {(): 1}
except Exception as e: seen.append(f'227 {type(e).__name__} {e}')
try: l += [-1.25]
except Exception as e: seen.append(f'228 {type(e).__name__} {e}')
try: l *= 2
except Exception as e: seen.append(f'229 {type(e).__name__} {e}')
try: p(list(filter(None, l)))
except Exception as e: seen.append(f'230 {type(e).__name__} {e}')
try: p(l.pop(8))
except Exception as e: seen.append(f'231 {type(e).__name__} {e}')
try: p(l[:1<<70:1])
except Exception as e: seen.append(f'232 {type(e).__name__} {e}')
try: p(l < [1<<62])
except Exception as e: seen.append(f'233 {type(e).__name__} {e}')
try: p(list(enumerate(reversed(l), 0)))
except Exception as e: seen.append(f'234 {type(e).__name__} {e}')
try: p([*zip(t, t), *sorted(s, key=repr)])
except Exception as e: seen.append(f'235 {type(e).__name__} {e}')
try: d = d | {False: 1}
except Exception as e: seen.append(f'236 {type(e).__name__} {e}')
try: p(t * -1)
except Exception as e: seen.append(f'237 {type(e).__name__} {e}')
try: l += ('é',)
except Exception as e: seen.append(f'238 {type(e).__name__} {e}')
try: p(list(range(3, 5, 3)))
except Exception as e: seen.append(f'239 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(l >= [(), 0])
except Exception as e: seen.append(f'240 {type(e).__name__} {e}')
try: p(True in range(-3, -5, 2))
except Exception as e: seen.append(f'241 {type(e).__name__} {e}')
try: l += None
except Exception as e: seen.append(f'242 {type(e).__name__} {e}')
try: p(-6 in d)
except Exception as e: seen.append(f'243 {type(e).__name__} {e}')
try: s.update('xy')
except Exception as e: seen.append(f'244 {type(e).__name__} {e}')
try: p(d.popitem())
except Exception as e: seen.append(f'245 {type(e).__name__} {e}')
try: del d[2.0]
except Exception as e: seen.append(f'246 {type(e).__name__} {e}')
try: s ^= {1<<63, 2.0}
except Exception as e: seen.append(f'247 {type(e).__name__} {e}')
try: p(dict(l))
except Exception as e: seen.append(f'248 {type(e).__name__} {e}')
try: s &= {0, 'a', 1, 1, 2, 3, 'a'}
except Exception as e: seen.append(f'249 {type(e).__name__} {e}')
try: p(l.pop(-7))
except Exception as e: seen.append(f'250 {type(e).__name__} {e}')
try: p(t * -4)
except Exception as e: seen.append(f'251 {type(e).__name__} {e}')
try: p(t * -5)
except Exception as e: seen.append(f'252 {type(e).__name__} {e}')
try: a, *b = l; p(a, b)
except Exception as e: seen.append(f'253 {type(e).__name__} {e}')
try: p(((),) in d)
except Exception as e: seen.append(f'254 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: l.sort()
except Exception as e: seen.append(f'255 {type(e).__name__} {e}')
try: p(d.pop((-(1<<63), 0.5), -1.25))
except Exception as e: seen.append(f'256 {type(e).__name__} {e}')
try: p(list(filter(None, 'xy')))
except Exception as e: seen.append(f'257 {type(e).__name__} {e}')
try: p(sorted(s.intersection(None), key=repr))
except Exception as e: seen.append(f'258 {type(e).__name__} {e}')
try: p(hash(t) == hash(tuple(list(t))))
except Exception as e: seen.append(f'259 {type(e).__name__} {e}')
try: p(l >= ['ab', 1<<63])
except Exception as e: seen.append(f'260 {type(e).__name__} {e}')
try: p(d['é'])
except Exception as e: seen.append(f'261 {type(e).__name__} {e}')
try: p(d.get((-7, '')))
except Exception as e: seen.append(f'262 {type(e).__name__} {e}')
try: p(list(filter(None, range(1))))
except Exception as e: seen.append(f'263 {type(e).__name__} {e}')
try: del d[False]
except Exception as e: seen.append(f'264 {type(e).__name__} {e}')
try: p(d[1<<63])
except Exception as e: seen.append(f'265 {type(e).__name__} {e}')
try: del l[2]
except Exception as e: seen.append(f'266 {type(e).__name__} {e}')
try: p(d[1<<64])
except Exception as e: seen.append(f'267 {type(e).__name__} {e}')
try: p(l + [1<<62])
except Exception as e: seen.append(f'268 {type(e).__name__} {e}')
try: p(sorted(d.keys() - s, key=repr))
except Exception as e: seen.append(f'269 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: d.update(iter(t))
except Exception as e: seen.append(f'270 {type(e).__name__} {e}')
try: l += l
except Exception as e: seen.append(f'271 {type(e).__name__} {e}')
try: s &= {(False, True), ('a', 'ab'), 'ab', 1, 2, 3, 'a'}
except Exception as e: seen.append(f'272 {type(e).__name__} {e}')
try: p(dict.fromkeys(sorted(s, key=repr)))
except Exception as e: seen.append(f'273 {type(e).__name__} {e}')
try: p(range(8, -3, 1)[-1:-5])
except Exception as e: seen.append(f'274 {type(e).__name__} {e}')
try: p(l == reversed(l), l != t)
except Exception as e: seen.append(f'275 {type(e).__name__} {e}')
try: p(slice(None, None, 0).indices(-5))
except Exception as e: seen.append(f'276 {type(e).__name__} {e}')
try: s -= {0.5}
except Exception as e: seen.append(f'277 {type(e).__name__} {e}')
try: l.sort()
except Exception as e: seen.append(f'278 {type(e).__name__} {e}')
try: p(l + None)
except Exception as e: seen.append(f'279 {type(e).__name__} {e}')
try: p(l * -3)
except Exception as e: seen.append(f'280 {type(e).__name__} {e}')
try: s.update(l)
except Exception as e: seen.append(f'281 {type(e).__name__} {e}')
try: p(len(s), sorted(s, key=repr))
except Exception as e: seen.append(f'282 {type(e).__name__} {e}')
try: s.add()
except Exception as e: seen.append(f'283 {type(e).__name__} {e}')
try: l.sort(key=repr, reverse=True)
except Exception as e: seen.append(f'284 {type(e).__name__} {e}')
l, t = l[:6], t[:6]
if len(repr(l)) > 200: l = [1, 2]
if len(repr(d)) > 200: d = {}
try: p(range(-1, 5, -2)[7::0])
except Exception as e: seen.append(f'285 {type(e).__name__} {e}')
try: p(t + d)
except Exception as e: seen.append(f'286 {type(e).__name__} {e}')
try: l.append()
except Exception as e: seen.append(f'287 {type(e).__name__} {e}')
try: s.update(l)
except Exception as e: seen.append(f'288 {type(e).__name__} {e}')
try: p(dict.fromkeys(l))
except Exception as e: seen.append(f'289 {type(e).__name__} {e}')
try: p(d.get())
except Exception as e: seen.append(f'290 {type(e).__name__} {e}')
try: l.append(False)
except Exception as e: seen.append(f'291 {type(e).__name__} {e}')
try: p(l.copy() is l, t[:] is t)
except Exception as e: seen.append(f'292 {type(e).__name__} {e}')
try: s -= {''}
except Exception as e: seen.append(f'293 {type(e).__name__} {e}')
try: s.update(5)
except Exception as e: seen.append(f'294 {type(e).__name__} {e}')
try: s -= {(1<<62,)}
except Exception as e: seen.append(f'295 {type(e).__name__} {e}')
try: s -= {('', 1<<63)}
except Exception as e: seen.append(f'296 {type(e).__name__} {e}')
try: d[(1<<63,)] = 1<<64
except Exception as e: seen.append(f'297 {type(e).__name__} {e}')
try: p(l[0])
except Exception as e: seen.append(f'298 {type(e).__name__} {e}')
try: p(list(enumerate(range(-7), 3)))
except Exception as e: seen.append(f'299 {type(e).__name__} {e}')

EXPECTED = [
    '1',
    '1 IndexError list assignment index out of range',
    '[0, 1]',
    'True',
    "'a'",
    '[]',
    '11 TypeError cannot unpack non-iterable int object',
    '[]',
    '[(2.0, 2.0), (1, 1), (2, 2), (3, 3), (1, 1)]',
    '15 KeyError (0.0,)',
    '1',
    "{(1, 1): None, ('a', 'a'): None}",
    'False',
    'False True',
    '21 IndexError list assignment index out of range',
    '22 ValueError list.remove(x): x not in list',
    '23 TypeError set.add() takes exactly one argument (0 given)',
    "[(1, 1), ('a', 'a')]",
    '27 KeyError -2',
    "29 TypeError 'NoneType' object is not iterable",
    'False False',
    '31 ValueError range() arg 3 must not be zero',
    '[]',
    '4611686018427387904',
    '34 TypeError get expected at least 1 argument, got 0',
    'None',
    'range(-1, -1, 3)',
    '3 [2, 1, 2.0]',
    '0',
    'False True',
    '2.0',
    "47 TypeError '<' not supported between instances of 'list' and 'float'",
    '48 TypeError can only concatenate tuple (not "tuple_iterator") to tuple',
    'True [2, 18446744073709551616, 4611686018427387904, 1]',
    '51 ValueError dictionary update sequence element #0 has length 0; 2 is required',
    '52 ValueError list.remove(x): x not in list',
    'False',
    "{1: 1, 'a': 'a'}",
    '[([], []), (3, 3), (2, 2), (1, 1)]',
    '[[], 3, 2, 1]',
    '60 TypeError can only concatenate tuple (not "list") to tuple',
    '[1]',
    '64 TypeError cannot convert dictionary update sequence element #0 to a sequence',
    "65 TypeError '<' not supported between instances of 'int' and 'list'",
    "3 ['', 1, 2]",
    "71 KeyError ''",
    'True',
    '73 TypeError cannot unpack non-iterable NoneType object',
    "74 TypeError 'NoneType' object is not iterable",
    '75 TypeError Value after * must be an iterable, not int',
    '77 TypeError pop expected at most 1 argument, got 2',
    '{}',
    'range(3, 3, -1)',
    '2',
    '82 TypeError pop expected at most 1 argument, got 2',
    '[]',
    '[]',
    'False False',
    "[(-9223372036854775808, ('é',)), (-9223372036854775808,), (4611686018427387904,), 4611686018427387904]",
    '88 TypeError pop expected at most 1 argument, got 2',
    'True [2, 18446744073709551616, 4611686018427387904, 18446744073709551616, 1, 1]',
    '(False, 1, {}, 2, 3, [], 0.5)',
    '95 TypeError pop expected at most 1 argument, got 2',
    '96 TypeError list.append() takes exactly one argument (0 given)',
    'range(6, 4, -1)',
    '98 KeyError 0.5',
    '99 TypeError can only concatenate tuple (not "int") to tuple',
    '100 ValueError length should not be negative',
    '103 IndexError list assignment index out of range',
    '[\'1\', "(-9223372036854775808, (\'é\',))", \'(4611686018427387904,)\', \'4611686018427387904\', \'0.0\', \'(-9223372036854775808,)\']',
    'False True',
    'True True',
    '108 KeyError ()',
    '109 ValueError range() arg 3 must not be zero',
    '(False, 1, {}, 2, 3, [])',
    '112 TypeError get expected at least 1 argument, got 0',
    '114 KeyError 8',
    "115 TypeError 'int' object is not iterable",
    'False',
    '117 TypeError can only assign an iterable',
    '121 TypeError can only concatenate list (not "int") to list',
    'True [18446744073709551616, 4611686018427387904, 18446744073709551616, 1, 1, 1, 2.0]',
    "[(), (-9223372036854775808, ('é',)), (-9223372036854775808,), (4611686018427387904,), 4611686018427387904]",
    '125 TypeError cannot convert dictionary update sequence element #0 to a sequence',
    '()',
    "['False', '1', '{}', '2', '3', '[]']",
    '129 IndexError list index out of range',
    '(False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [])',
    "131 TypeError unhashable type: 'dict'",
    '132 IndexError list assignment index out of range',
    '134 KeyError -9223372036854775808',
    '-6',
    "137 TypeError unhashable type: 'dict'",
    '\'[[], [], 18446744073709551616]\' "{(-9223372036854775808, (\'é\',)): 18446744073709551616, (4611686018427387904,): 4611686018427387904, 4611686018427387904: 18446744073709551616, 0.0: 1, (-9223372036854775808,): 1, 2: 1, (): 2.0}"',
    "140 TypeError unhashable type: 'dict'",
    'False True',
    'range(-2, 10, 3)',
    '146 TypeError pop expected at most 1 argument, got 2',
    '147 TypeError can only concatenate tuple (not "list") to tuple',
    '148 ValueError range() arg 3 must not be zero',
    'True [18446744073709551616, 4611686018427387904, 18446744073709551616, 1, 1, 1, 2.0]',
    '[0.0]',
    '152 IndexError list assignment index out of range',
    '()',
    'True False',
    '()',
    '0',
    "158 TypeError '>=' not supported between instances of 'list' and 'bool'",
    '159 TypeError can only concatenate tuple (not "int") to tuple',
    '161 TypeError set.add() takes exactly one argument (0 given)',
    '162 IndexError list assignment index out of range',
    "163 TypeError '<' not supported between instances of 'list' and 'int'",
    "165 KeyError ('', 4611686018427387904)",
    "166 KeyError ('a',)",
    "['a', 'x', 'y', (), (-9223372036854775808, ('é',)), (-9223372036854775808,), (4611686018427387904,), 4611686018427387904, True]",
    '171 ValueError dictionary update sequence element #0 has length 1; 2 is required',
    'range(1, -3, -2)',
    'False [1, {}, 2, 3, []]',
    'True',
    '177 ValueError length should not be negative',
    '[(-8, (False, False)), (-7, (1, 1)), (-6, ({}, {})), (-5, (2, 2)), (-4, (3, 3)), (-3, ([], []))]',
    "[((-9223372036854775808, ('é',)), 18446744073709551616), ((4611686018427387904,), 4611686018427387904), (4611686018427387904, 18446744073709551616), (0.0, 1), ((-9223372036854775808,), 1), (2, 1), ((), 2.0), ('a', [[()], 18446744073709551616])]",
    "180 TypeError 'int' object is not iterable",
    'False',
    "182 TypeError 'NoneType' object is not iterable",
    "[False, 1, {}, 2, 3, [], 'a', 'x', 'y', 2, False, True]",
    '()',
    'True False False',
    "186 TypeError '<' not supported between instances of 'bool' and 'list'",
    'False',
    "[18446744073709551616, [], 18446744073709551616, [], '語', (9223372036854775807,), 18446744073709551616, [], 18446744073709551616, [], '語', (9223372036854775807,)]",
    '"[(9223372036854775807,), \'語\', [], 18446744073709551616, [], 18446744073709551616]" \'{}\'',
    "191 TypeError unhashable type: 'dict'",
    '193 KeyError -6',
    'False True',
    'False False False',
    '[9223372036854775807]',
    '[0, 3, 1, 2]',
    'False',
    '200 ValueError range() arg 3 must not be zero',
    '201 ValueError length should not be negative',
    'False',
    'True False',
    '[(0.0,)]',
    '205 IndexError list index out of range',
    '-0.0',
    '208 ValueError dictionary update sequence element #0 has length 1; 2 is required',
    '209 TypeError can only assign an iterable',
    "212 TypeError '<' not supported between instances of 'list' and 'tuple'",
    '\'[(9223372036854775807,), [], []]\' "{(0.0,): -0.0, \'é\': -0.0}"',
    '[0]',
    'False False False',
    '(False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [], False, 1, {}, 2, 3, [])',
    "6 ['a', 'x', 'y', 2, False, True]",
    '221 TypeError pop expected at most 1 argument, got 2',
    "224 TypeError 'NoneType' object is not iterable",
    "225 TypeError 'int' object is not iterable",
    "''",
    '[(9223372036854775807,), -1.25, (9223372036854775807,), -1.25]',
    '231 IndexError pop index out of range',
    '[(9223372036854775807,), [], [], -1.25, (9223372036854775807,), [], [], -1.25]',
    "233 TypeError '<' not supported between instances of 'tuple' and 'int'",
    '[(0, -1.25), (1, []), (2, []), (3, (9223372036854775807,)), (4, -1.25), (5, []), (6, []), (7, (9223372036854775807,))]',
    "[(False, False), (1, 1), ({}, {}), (2, 2), (3, 3), ([], []), 'a', 'x', 'y', 2, False, True]",
    '()',
    '[3]',
    'True',
    'False',
    "242 TypeError 'NoneType' object is not iterable",
    'False',
    '((), 1)',
    '246 KeyError 2.0',
    '248 ValueError dictionary update sequence element #0 has length 1; 2 is required',
    '250 IndexError pop index out of range',
    '()',
    '()',
    '(9223372036854775807,) [[], [], -1.25, (9223372036854775807,), []]',
    'False',
    "255 TypeError '<' not supported between instances of 'list' and 'tuple'",
    '-1.25',
    "['x', 'y']",
    "258 TypeError 'NoneType' object is not iterable",
    "259 TypeError unhashable type: 'dict'",
    "260 TypeError '>=' not supported between instances of 'tuple' and 'str'",
    '-0.0',
    'None',
    '[]',
    '265 KeyError 9223372036854775808',
    '267 KeyError 18446744073709551616',
    '[(9223372036854775807,), [], -1.25, (9223372036854775807,), [], 4611686018427387904]',
    "['é', (0.0,)]",
    '270 TypeError cannot convert dictionary update sequence element #0 to a sequence',
    "{'a': None, 1: None}",
    'range(8, 8)',
    'False True',
    '276 ValueError length should not be negative',
    "278 TypeError '<' not supported between instances of 'list' and 'tuple'",
    '279 TypeError can only concatenate list (not "NoneType") to list',
    '[]',
    "281 TypeError unhashable type: 'list'",
    "3 ['a', (9223372036854775807,), 1]",
    '283 TypeError set.add() takes exactly one argument (0 given)',
    '285 ValueError slice step cannot be zero',
    '286 TypeError can only concatenate tuple (not "dict") to tuple',
    '287 TypeError list.append() takes exactly one argument (0 given)',
    "288 TypeError unhashable type: 'list'",
    "289 TypeError unhashable type: 'list'",
    '290 TypeError get expected at least 1 argument, got 0',
    'False True',
    "294 TypeError 'int' object is not iterable",
    '[]',
    '[]',
]

for number, (mine, expected) in enumerate(zip(seen, EXPECTED, strict=True)):
    if mine != expected:
        raise AssertionError(number, mine, expected)
