import os.path
import os.path as osp, sys as system
from collections import OrderedDict as OD, deque
from math import *
print(os.path is osp, system.__name__, OD([(1, 2)]), deque([1]), floor(2.5))
try:
    from math import nothing
except ImportError: print("ImportError")
def local_import():
    import json as j
    from string import digits
    return j.dumps([1]), digits
print(local_import())
try:
    print(undefined_name)
except NameError as e: print(e)
x = 5
del x
try: x
except NameError as e: print(e)
if __name__ == "__main__": print("main", __debug__)
def annotated(a: "int" = 1, *b: str) -> "undefined_thing":
    local: undefined_too = 3
    return a, local
print(annotated())
def f():
    """  First.

        More.
      Less.
    """
print(repr(f.__doc__) if system.version_info >= (3, 13) else "doc")
import functools
@functools.lru_cache(maxsize=None)
def fibo(n): return n if n < 2 else fibo(n - 1) + fibo(n - 2)
print(fibo(60))
print(*[1, 2], *"ab", sep="-", **{"end": "!\n"})
def kw(**k): return k
try: kw(a=1, **{"a": 2})
except TypeError as e: print("TypeError")
print(kw(**{"a": 1}, b=2, **{"c": 3}))
print((lambda *a: a)(*range(3), *[9]), (lambda *a, k: (a, k))(1, *[2], k=3))
big = [i for i in range(300)]
print(len([0+0*len(big), 1+0*len(big), 2+0*len(big), 3+0*len(big), 4+0*len(big), 5+0*len(big), 6+0*len(big), 7+0*len(big), 8+0*len(big), 9+0*len(big), 10+0*len(big), 11+0*len(big), 12+0*len(big), 13+0*len(big), 14+0*len(big), 15+0*len(big), 16+0*len(big), 17+0*len(big), 18+0*len(big), 19+0*len(big), 20+0*len(big), 21+0*len(big), 22+0*len(big), 23+0*len(big), 24+0*len(big), 25+0*len(big), 26+0*len(big), 27+0*len(big), 28+0*len(big), 29+0*len(big), 30+0*len(big), 31+0*len(big), 32+0*len(big), 33+0*len(big), 34+0*len(big), 35+0*len(big), 36+0*len(big), 37+0*len(big), 38+0*len(big), 39+0*len(big), 40+0*len(big), 41+0*len(big), 42+0*len(big), 43+0*len(big), 44+0*len(big), 45+0*len(big), 46+0*len(big), 47+0*len(big), 48+0*len(big), 49+0*len(big), 50+0*len(big), 51+0*len(big), 52+0*len(big), 53+0*len(big), 54+0*len(big), 55+0*len(big), 56+0*len(big), 57+0*len(big), 58+0*len(big), 59+0*len(big), 60+0*len(big), 61+0*len(big), 62+0*len(big), 63+0*len(big), 64+0*len(big), 65+0*len(big), 66+0*len(big), 67+0*len(big), 68+0*len(big), 69+0*len(big), 70+0*len(big), 71+0*len(big), 72+0*len(big), 73+0*len(big), 74+0*len(big), 75+0*len(big), 76+0*len(big), 77+0*len(big), 78+0*len(big), 79+0*len(big), 80+0*len(big), 81+0*len(big), 82+0*len(big), 83+0*len(big), 84+0*len(big), 85+0*len(big), 86+0*len(big), 87+0*len(big), 88+0*len(big), 89+0*len(big), 90+0*len(big), 91+0*len(big), 92+0*len(big), 93+0*len(big), 94+0*len(big), 95+0*len(big), 96+0*len(big), 97+0*len(big), 98+0*len(big), 99+0*len(big), 100+0*len(big), 101+0*len(big), 102+0*len(big), 103+0*len(big), 104+0*len(big), 105+0*len(big), 106+0*len(big), 107+0*len(big), 108+0*len(big), 109+0*len(big), 110+0*len(big), 111+0*len(big), 112+0*len(big), 113+0*len(big), 114+0*len(big), 115+0*len(big), 116+0*len(big), 117+0*len(big), 118+0*len(big), 119+0*len(big), 120+0*len(big), 121+0*len(big), 122+0*len(big), 123+0*len(big), 124+0*len(big), 125+0*len(big), 126+0*len(big), 127+0*len(big), 128+0*len(big), 129+0*len(big), 130+0*len(big), 131+0*len(big), 132+0*len(big), 133+0*len(big), 134+0*len(big), 135+0*len(big), 136+0*len(big), 137+0*len(big), 138+0*len(big), 139+0*len(big), 140+0*len(big), 141+0*len(big), 142+0*len(big), 143+0*len(big), 144+0*len(big), 145+0*len(big), 146+0*len(big), 147+0*len(big), 148+0*len(big), 149+0*len(big), 150+0*len(big), 151+0*len(big), 152+0*len(big), 153+0*len(big), 154+0*len(big), 155+0*len(big), 156+0*len(big), 157+0*len(big), 158+0*len(big), 159+0*len(big), 160+0*len(big), 161+0*len(big), 162+0*len(big), 163+0*len(big), 164+0*len(big), 165+0*len(big), 166+0*len(big), 167+0*len(big), 168+0*len(big), 169+0*len(big), 170+0*len(big), 171+0*len(big), 172+0*len(big), 173+0*len(big), 174+0*len(big), 175+0*len(big), 176+0*len(big), 177+0*len(big), 178+0*len(big), 179+0*len(big), 180+0*len(big), 181+0*len(big), 182+0*len(big), 183+0*len(big), 184+0*len(big), 185+0*len(big), 186+0*len(big), 187+0*len(big), 188+0*len(big), 189+0*len(big), 190+0*len(big), 191+0*len(big), 192+0*len(big), 193+0*len(big), 194+0*len(big), 195+0*len(big), 196+0*len(big), 197+0*len(big), 198+0*len(big), 199+0*len(big)]), sum((big[0], big[1], big[2], big[3], big[4], big[5], big[6], big[7], big[8], big[9], big[10], big[11], big[12], big[13], big[14], big[15], big[16], big[17], big[18], big[19], big[20], big[21], big[22], big[23], big[24], big[25], big[26], big[27], big[28], big[29], big[30], big[31], big[32], big[33], big[34], big[35], big[36], big[37], big[38], big[39], big[40], big[41], big[42], big[43], big[44], big[45], big[46], big[47], big[48], big[49], big[50], big[51], big[52], big[53], big[54], big[55], big[56], big[57], big[58], big[59], big[60], big[61], big[62], big[63], big[64], big[65], big[66], big[67], big[68], big[69], big[70], big[71], big[72], big[73], big[74], big[75], big[76], big[77], big[78], big[79], big[80], big[81], big[82], big[83], big[84], big[85], big[86], big[87], big[88], big[89], big[90], big[91], big[92], big[93], big[94], big[95], big[96], big[97], big[98], big[99], big[100], big[101], big[102], big[103], big[104], big[105], big[106], big[107], big[108], big[109], big[110], big[111], big[112], big[113], big[114], big[115], big[116], big[117], big[118], big[119], big[120], big[121], big[122], big[123], big[124], big[125], big[126], big[127], big[128], big[129], big[130], big[131], big[132], big[133], big[134], big[135], big[136], big[137], big[138], big[139], big[140], big[141], big[142], big[143], big[144], big[145], big[146], big[147], big[148], big[149])), len(kw(**{str(i): i for i in range(300)})))
print(max(big[0], big[1], big[2], big[3], big[4], big[5], big[6], big[7], big[8], big[9], big[10], big[11], big[12], big[13], big[14], big[15], big[16], big[17], big[18], big[19], big[20], big[21], big[22], big[23], big[24], big[25], big[26], big[27], big[28], big[29], big[30], big[31], big[32], big[33], big[34], big[35], big[36], big[37], big[38], big[39], big[40], big[41], big[42], big[43], big[44], big[45], big[46], big[47], big[48], big[49], big[50], big[51], big[52], big[53], big[54], big[55], big[56], big[57], big[58], big[59], big[60], big[61], big[62], big[63], big[64], big[65], big[66], big[67], big[68], big[69], big[70], big[71], big[72], big[73], big[74], big[75], big[76], big[77], big[78], big[79], big[80], big[81], big[82], big[83], big[84], big[85], big[86], big[87], big[88], big[89], big[90], big[91], big[92], big[93], big[94], big[95], big[96], big[97], big[98], big[99], big[100], big[101], big[102], big[103], big[104], big[105], big[106], big[107], big[108], big[109], big[110], big[111], big[112], big[113], big[114], big[115], big[116], big[117], big[118], big[119], big[120], big[121], big[122], big[123], big[124], big[125], big[126], big[127], big[128], big[129], big[130], big[131], big[132], big[133], big[134], big[135], big[136], big[137], big[138], big[139]))
print(f"{big[0]}{big[1]}{big[2]}{big[3]}{big[4]}{big[5]}{big[6]}{big[7]}{big[8]}{big[9]}{big[10]}{big[11]}{big[12]}{big[13]}{big[14]}{big[15]}{big[16]}{big[17]}{big[18]}{big[19]}{big[20]}{big[21]}{big[22]}{big[23]}{big[24]}{big[25]}{big[26]}{big[27]}{big[28]}{big[29]}{big[30]}{big[31]}{big[32]}{big[33]}{big[34]}{big[35]}{big[36]}{big[37]}{big[38]}{big[39]}{big[40]}{big[41]}{big[42]}{big[43]}{big[44]}{big[45]}{big[46]}{big[47]}{big[48]}{big[49]}{big[50]}{big[51]}{big[52]}{big[53]}{big[54]}{big[55]}{big[56]}{big[57]}{big[58]}{big[59]}{big[60]}{big[61]}{big[62]}{big[63]}{big[64]}{big[65]}{big[66]}{big[67]}{big[68]}{big[69]}{big[70]}{big[71]}{big[72]}{big[73]}{big[74]}{big[75]}{big[76]}{big[77]}{big[78]}{big[79]}{big[80]}{big[81]}{big[82]}{big[83]}{big[84]}{big[85]}{big[86]}{big[87]}{big[88]}{big[89]}{big[90]}{big[91]}{big[92]}{big[93]}{big[94]}{big[95]}{big[96]}{big[97]}{big[98]}{big[99]}{big[100]}{big[101]}{big[102]}{big[103]}{big[104]}{big[105]}{big[106]}{big[107]}{big[108]}{big[109]}{big[110]}{big[111]}{big[112]}{big[113]}{big[114]}{big[115]}{big[116]}{big[117]}{big[118]}{big[119]}{big[120]}{big[121]}{big[122]}{big[123]}{big[124]}{big[125]}{big[126]}{big[127]}{big[128]}{big[129]}{big[130]}{big[131]}{big[132]}{big[133]}{big[134]}{big[135]}{big[136]}{big[137]}{big[138]}{big[139]}")
