"""Lua: bots and rule files that never end, take memory, or make one instruction cost much."""

from case import BOUNDED, FAILS, LIMITS, PLAYS, REFUSED, Case, Trial, bot_case, refused
from measure import Limits, MIB
from program import ALEA, SANITIZED

PATTERN = "local n = 0\nreturn function(view)\n  {attack}\n  n = (n + 1) % 3\n  if view.dice then return 5 end\n  return n > 0\nend\n"


def lua(name, about, attack, expected=(FAILS,), before="", **more):
    """A bot that runs `attack` before each answer."""
    return bot_case(f"lua-{name}", about, before + PATTERN.format(attack=attack), expected, suffix="lua", **more)


def whole(name, about, text, expected):
    return bot_case(f"lua-{name}", about, text, expected, suffix="lua")


def costly(name, about, before, operation):
    """Runs `operation` 14,000 times in each answer: within the fuel of ordinary instructions, so that its real cost
    shows."""
    return lua(name, about, f"local x for i = 1, 14000 do {operation} end", BOUNDED, before + "\n", decision="2e7", games=4)


TWO_TEXTS = 'local a = ("\\0x") for i = 1, 12 do a = a .. a end local b = a .. "y"'
COLLIDING = "local t = {} for i = 1, 8192 do t[8191 * i] = true end"

BOTS = [
    lua("endless", "a loop that never ends", "while true do end"),
    lua("goto", "a jump that never ends", "::again:: goto again"),
    lua("pcall", "catches the end of its fuel", "while true do pcall(function() while true do end end) end"),
    lua("xpcall", "catches the end of its fuel, and a handler that never ends",
        "while true do xpcall(function() error(1) end, function() while true do end end) end"),
    lua("recursion", "a function that calls itself", "local function f() return 1 + f() end f()"),
    lua("doubling", "a text that doubles", 'local s = "x" while true do s = s .. s end'),
    lua("table-growth", "a table that grows", "local t = {} while true do t[#t + 1] = {} end"),
    lua("huge-keys", "keys at the ends of the whole numbers", "local t = {} while true do t[math.mininteger] = 1 "
        "table.move({1, 2, 3}, 1, 3, math.maxinteger - 2, t) end"),
    lua("unpack", "more values than fit", "while true do table.unpack({}, 1, 1e7) end"),
    lua("concat", "joins from one end of the whole numbers to the other", 'table.concat({}, "", math.mininteger, math.maxinteger)'),
    lua("sort-lies", "a comparison that lies and changes the table", "local t = {} for i = 1, 100 do t[i] = i end "
        "while true do pcall(table.sort, t, function(a, b) t[#t + 1] = a return true end) end"),
    lua("integer-ends", "the smallest whole number divided by -1", "local x = math.mininteger // -1, math.mininteger % -1", (PLAYS,)),
    lua("metatable-of-texts", "changes the metatable of texts", 'getmetatable("").__index = function() while true do end end '
        'local x = ("x").y', (FAILS, PLAYS)),
    lua("changes-the-view", "writes into what it is shown", "view.own = 7 setmetatable(view, {})", (FAILS, PLAYS)),
    lua("garbage", "makes garbage without end", "while true do local t = {{}, {}, {}} end"),
    whole("bytecode", "compiled Lua", b"\x1bLua\x54\x00\x19\x93\r\n\x1a\n" + bytes(100), (REFUSED,)),
    whole("nul", "a file of zero bytes", bytes(1000), (REFUSED,)),
    whole("brackets", "100,000 brackets", "return " + "(" * 100000 + "1" + ")" * 100000, (REFUSED,)),
    whole("ifs", "30,000 branches", PATTERN.format(attack="if view.x == 1 then " + "elseif view.x == 2 then " * 30000 + "end"),
          BOUNDED),
    *(whole(f"reading-{name}", about, text, (REFUSED,)) for name, about, text in (
        ("constants", "65,000 constants in the same place of Lua's table of constants",
         f"local t = {{{','.join(str(65535 * i) for i in range(2, 65000))}}} " + PATTERN.format(attack="")),
        ("variables", "60 functions inside each other, each with 190 variables, among which a name is looked for 200,000 times",
         f"local function f() local v{','.join(str(i) for i in range(190)).replace(',', ',v')} " * 60 + "g=g " * 100000
         + " end" * 60 + "\n" + PATTERN.format(attack="")),
        ("branches", "45,000 branches whose ends are one chain", PATTERN.format(
            attack="if n == 1 then " + "elseif n == 2 then " * 45000 + "end")))),
    whole("breaks", "40,000 breaks out of one loop", PATTERN.format(attack="while true do " + "if view.x == 1 then break end " * 34000 + "end"),
          BOUNDED),
    whole("conditions", "100,000 conditions in one", PATTERN.format(attack="local x = view.x" + " and view.x" * 90000), BOUNDED),
    whole("names-in-functions", "names within 100 functions of 100 variables each", "".join(
        f"local function f{i}() local {', '.join(f'a{k}' for k in range(100))} " for i in range(100)) + "b = b " * 60000 + "end " * 100,
          BOUNDED),
    costly("compares-texts", "compares long texts with zero bytes in them", TWO_TEXTS, "x = a < b"),
    costly("equal-texts", "compares long texts that are equal", TWO_TEXTS.replace('"y"', '"x"') + ' local c = a .. "x"', "x = b == c"),
    costly("colliding-keys", "a missing key beside 8,192 that collide", COLLIDING, "x = t[8191 * 9000]"),
    lua("range-along-a-chain", "moves 5 million missing values of a table whose 600 keys collide",
        "table.move(t, 1 << 40, (1 << 40) + 5000000, 1 << 41)",
        before="local t = {" + "x = nil, " * 1024 + "} for i = 1, 600 do t[1023 * i] = true end\n", decision="1e9", games=4),
    costly("long-keys", "long texts as keys", TWO_TEXTS + " local t = {[b] = 1}", "x = t[b]"),
    costly("joins-texts", "joins long texts", TWO_TEXTS, "x = a .. b"),
    lua("plain-loop", "a plain loop that takes the fuel of ten seconds, divided by ten", "for i = 1, 1e9 do end",
        decision="1e8", fuel="1e10", games=4),
]


def rules(name, about, text, limits=LIMITS):
    """A rule file that must be refused, in the commands that open one."""
    commands = ("games", ["games", "attack.lua"]), ("run", ["run", "attack.lua", "hold(10)", "hold(10)", "--games", "10"])
    return Case(f"rules-{name}", about, {"attack.lua": text}, [
        Trial(trial, [ALEA, *words], refused, limits) for trial, words in commands])


LARGE = Limits(seconds=20, memory=800 * MIB).times(4 if SANITIZED else 1)  # a graph may have five million states
RACE = """return {{ name = "attack", family = "race", title = "Attack", text = "Attack.", {params}
  rules = function(p) {body} return {{ dice = 1, sides = 6, goal = 100, players = 2, roll = function(a) {roll} return add(a) end }} end }}
"""


def race(body="", roll="", params=""):
    return RACE.format(body=body, roll=roll, params=params)


def mix(x):
    """What alea hashes states with (base/random.h), without the secret."""
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ x >> 27) * 0x94D049BB133111EB % 2**64
    return x ^ x >> 31


def colliding_pairs(before):
    """Six pairs of numbers that lead a hash from `before` to mix(0), as a list in Lua."""
    pairs, a = [], 0
    while len(pairs) < 6:
        a += 1
        b = mix(before ^ a)
        if b < 2**53:
            pairs.append(f"{{ {a}, {b} }}")
    return f"{{ {', '.join(pairs)} }}"


A_LIST = 2  # a state's form, with which its hash begins

# 46,656 states of six pairs each. The hash of one after another is the same, if that begins with nothing but the form.
COLLIDING_STATES = f"""local first, others = {colliding_pairs(mix(A_LIST))}, {colliding_pairs(mix(0))}
local digit = {{}} for i = 1, 6 do digit[first[i][1]] = i digit[others[i][1]] = i end
local function put(s, place, at) s[2 * place - 1], s[2 * place] = table.unpack((place == 1 and first or others)[at]) end
return {{ name = "attack", family = "graph", title = "A", text = "A.",
  rules = function(p) return {{ players = 1,
    start = function() local s = {{}} for place = 1, 6 do put(s, place, 1) end return s end,
    moves = function(s) return {{ "on" }} end,
    apply = function(s)
      local t = {{ table.unpack(s) }}
      for place = 1, 6 do
        local at = digit[s[2 * place - 1]] % 6 + 1
        put(t, place, at)
        if at > 1 then return t end
      end
    end,
    payoff = function() return {{ win = true }} end }} end }}
"""

RULES = [
    rules("endless", "rules that never end", race("while true do end")),
    rules("endless-roll", "a roll that never ends", race(roll="while true do end")),
    rules("endless-when-read", "a file that never ends", "while true do end"),
    rules("catches", "catches the end of its fuel", race(roll="pcall(function() while true do end end)")),
    rules("memory", "takes memory without end", race("local t = {} while true do t[#t + 1] = {} end")),
    rules("walks", "walks through a table with room for 131,072 keys, and one in it, at each effect",
          race("local t = { " + "x = nil, " * 70000 + "forced = true }", "for i = 1, 100000 do add(1, t) end")),
    rules("recursion", "a function that calls itself", race("local function f() return 1 + f() end f()")),
    rules("reaches-out", "calls a function of the system", race('os.execute("true")')),
    rules("many-dice", "sixteen dice of a hundred sides", race().replace("dice = 1, sides = 6", "dice = 16, sides = 100")),
    rules("endless-graph", "a graph whose states never end", """return { name = "attack", family = "graph", title = "A", text = "A.",
  rules = function(p) return { players = 1, start = function() return 0 end, moves = function(s) return { "on" } end,
    apply = function(s) return s + 1 end, payoff = function() return { win = true } end } end }
""", LARGE),
    rules("colliding-states", "46,656 states that would stand in the same place of a table without a secret", COLLIDING_STATES),
]

# A title, rules in words and a parameter's help that set the colour, clear the screen and turn the direction of writing.
CONTROLS = r"""return { name = "attack", family = "race", title = "A\27[31m", text = "B\27[2J \u{202e}x \u{9b}31m\r",
  params = { { "goal", default = 10, min = 5, max = 20, help = "C\27]0;d\7" } },
  rules = function(p) return { dice = 1, sides = 6, goal = p.goal, players = 2,
    roll = function(a) if a == 1 then return bust() end return add(a) end } end }
"""


def harmless(result):
    """Success, and nothing in the output that would control a terminal."""
    controls = [c for c in "\x1b\x07\r\x9b\u202e" if c in result.out]
    return f"exit status {result.status}, controls {controls}" if result.status != 0 or controls else None


RULES.append(Case("rules-text-controls", "rules in words that control the terminal", {"attack.lua": CONTROLS}, [
    Trial("games", [ALEA, "games", "attack.lua"], harmless),
    Trial("play", ["sh", "-c", '(echo; echo rules) | "$0" play attack.lua "human(A)" "human(B)" --no-record', ALEA], harmless)]))

CASES = BOTS + RULES
