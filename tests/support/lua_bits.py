"""Computes tests/game/bits.lua again: Python's floats are those of IEEE 754 and its whole numbers are exact."""

import math

WORD = 1 << 64
MIX = 0x9E3779B97F4A7C15
FACTOR, ADDEND = 6364136223846793005, 1442695040888963407
TWO52, TWO53 = 2.0**52, 2.0**53
NAN, INF = math.nan, math.inf
EDGES = [0.0, -0.0, 1.0, -1.0, 1.5, -2.5, 3.0, 0.1, -0.3, 1e15, 1e16, 123456789012345.678, 4503599627370497.5, 9007199254740993.0,
         2.2250738585072014e-308, 2.225073858507201e-308, 5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 1e-5, 0.0001,
         INF, -INF, NAN, 1 - 2.0**-53, 1 + 2.0**-52, 3, -7, 1 << 62, 2**63 - 1, -(2**63), 0, 1, -1]
# Texts and their numbers.
TEXTS = [("1e23", 1e23), ("8.5e-310", 8.5e-310), ("2.4703282292062328e-324", 5e-324), ("1.7976931348623159e308", INF),
         ("0x.8p-1073", 2.0**-1074), ("9007199254740993", 9007199254740993), ("0.1e-6", 1e-7),
         ("179769313486231580793728971405301e276", 1.7976931348623157e308), ("6.6312368714587e-316", 6.6312368714587e-316),
         ("12345678901234567890", 12345678901234567890.0), ("-0", 0), (" 7 ", 7), ("0x10", 16), ("1e", None), ("nan", None), ("inf", None)]


def signed(number):
    """A whole number as 64 bits have it."""
    number %= WORD
    return number - WORD if number >= WORD // 2 else number


# ---- Lua's operations ----


def negative(x):
    return math.copysign(1, x) < 0


def divide(x, y):
    x, y = float(x), float(y)
    if y != 0:
        return x / y
    if x == 0 or x != x or y != y:
        return NAN
    return -INF if negative(x) != negative(y) else INF


def remainder(x, y):
    """C's fmod."""
    if x != x or y != y or abs(x) == INF or y == 0:
        return NAN
    return math.fmod(x, y)


def both_whole(x, y):
    return isinstance(x, int) and isinstance(y, int)


def arithmetic(x, y):
    if both_whole(x, y):
        return signed(x + y), signed(x - y), signed(x * y)
    return float(x) + float(y), float(x) - float(y), float(x) * float(y)


def floor_of(x):
    return x if x != x or abs(x) == INF or x == 0 else math.copysign(float(math.floor(x)), x)


def divisions(x, y):
    """x // y, x % y and math.fmod(x, y)."""
    if both_whole(x, y):
        rest = abs(x) % abs(y)
        return signed(x // y), x % y, -rest if x < 0 else rest
    x, y = float(x), float(y)
    rest = remainder(x, y)
    modulo = rest + y if rest != 0 and rest == rest and (rest < 0) != (y < 0) else rest
    return floor_of(divide(x, y)), modulo, rest


def power(x, n):
    """Powers by squaring, from the lowest bit on."""
    base, result, left = float(x), 1.0, min(abs(int(n)), 1 << 63)
    while left:
        if left & 1:
            result *= base
        base *= base
        left >>= 1
    return divide(1.0, result) if n < 0 else result


def root(x):
    return NAN if x != x or x < 0 else math.sqrt(x)


def whole_if_it_fits(x):
    return int(x) if -(2.0**63) <= x < 2.0**63 else x


def parts(x):
    if isinstance(x, int):
        return x, 0.0
    whole = x if x != x or abs(x) == INF else math.copysign(float(math.trunc(x)), x)
    return whole_if_it_fits(whole), 0.0 if whole == x else x - whole


def as_integer(x):
    if isinstance(x, int):
        return x
    return int(x) if x == x and abs(x) != INF and x == math.floor(x) and -(2.0**63) <= x < 2.0**63 else None


def text_of(x):
    if x is None or isinstance(x, bool):
        return {None: "nil", True: "true", False: "false"}[x]
    if isinstance(x, int):
        return str(x)
    if x != x:
        return "nan"
    text = "%.14g" % x
    return text + ".0" if text.lstrip("-").isdigit() else text


# ---- the hash ----


class Hash:
    def __init__(self):
        self.value = 0

    def mix(self, number):
        self.value = (self.value ^ int(number)) % WORD * MIX % WORD

    def fold(self):
        self.value ^= self.value >> 29

    def put(self, number):
        self.mix(number)
        self.fold()

    def put_text(self, text):
        for byte in text.encode():
            self.put(byte)

    def put_float(self, x):
        sign = -1 if negative(x) else 1
        if x != x:
            self.put(1)
        elif x == 0 or abs(x) == INF:
            self.put((2 if x == 0 else 3) * sign)
        else:
            fraction, exponent = math.frexp(abs(x))
            self.put(int(fraction * TWO53) * sign)
            self.put(exponent - 1)

    def put_value(self, x):
        if isinstance(x, float):
            self.put_float(x)
        elif isinstance(x, int) and not isinstance(x, bool):
            self.put(x)
        else:
            self.put_text(text_of(x))
        self.put_text(text_of(x))

    def put_all(self, values):
        for x in values:
            self.put_value(x)


def put_pair(hashed, x, y):
    hashed.put_all(arithmetic(x, y))
    hashed.put_value(divide(x, y))
    if not both_whole(x, y) or y != 0:
        hashed.put_all(divisions(x, y))
    hashed.put_all([x == y, x < y, x <= y, y if x < y else x, y if y < x else x])


def put_single(hashed, x):
    hashed.put_all([signed(-x), signed(abs(x))] if isinstance(x, int) else [-x, abs(x)])
    hashed.put_value(root(float(x)))
    if x == x and abs(float(x)) != INF:
        hashed.put_all([x, x] if isinstance(x, int) else [whole_if_it_fits(floor_of(x)), whole_if_it_fits(-floor_of(-x))])
    hashed.put_all(parts(x))
    hashed.put_value(as_integer(x))
    hashed.put_all(power(x, n) for n in [*range(-3, 4), 10**18, -1023])
    hashed.put_all([float(x) * (180.0 / math.pi), float(x) * (math.pi / 180.0)])


def put_random(hashed, pairs):
    seed = 1
    for i in range(1, pairs + 1):
        seed = (seed * FACTOR + ADDEND) % WORD
        x = 1 + (seed >> 12) / TWO52
        seed = (seed * FACTOR + ADDEND) % WORD
        y = 1 + (seed >> 12) / TWO52
        hashed.mix(int((x + y) * TWO52) ^ int((x - y) * TWO52) << 1)
        hashed.mix(int(x * y * TWO52) ^ int(x / y * TWO53) << 2 ^ int(math.sqrt(x) * TWO52) << 4)
        hashed.fold()
        if i % 4 == 0:
            hashed.mix(int(math.fmod(x, y / 16) * TWO53 * 16) ^ int(math.fmod(-x, y / 8) * TWO53 * 8) << 1)
            hashed.mix(int(power(x, 7) * TWO52) ^ int(power(y, -5) * TWO53 * 32) << 3)
            hashed.mix(math.floor(x * 1000) ^ signed(seed) // 1000003 ^ signed(seed) % -65537 << 5)
            hashed.fold()
        if i % 128 == 0:
            text = text_of(x * 2.0 ** (i % 1000 - 500))
            hashed.put_text(text)
            hashed.put(math.floor(x * 64) + math.ceil(-y * 64) * 3)
            whole, rest = parts(float(text) * 2.0 ** (510 - i % 1000))
            hashed.put(whole)
            hashed.put(rest * TWO52)


def expected(pairs=500000):
    """The number at the end of the text."""
    hashed = Hash()
    for x in EDGES:
        put_single(hashed, x)
        for y in EDGES:
            put_pair(hashed, x, y)
    hashed.put_all(number for _, number in TEXTS)
    put_random(hashed, pairs)
    return hashed.value >> 1
