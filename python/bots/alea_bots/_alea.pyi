from alea._alea import *
