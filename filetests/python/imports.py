import a, b.c, d.e.f as g
from . import h
from ..i.j import k as l, m
from n import *
