-- The bits of what Lua computes, as one number: the `text` of this game ends in it. tests/support/lua_bits.py computes the same number
-- in Python. Operands are edge cases in all pairs, and 500,000 pairs of random numbers.
local FACTOR <const>, ADDEND <const>, MIX <const> = 6364136223846793005, 1442695040888963407, 0x9E3779B97F4A7C15
local TWO52 <const>, TWO53 <const> = 4503599627370496.0, 9007199254740992.0
local floor, ceil, fmod, sqrt, modf, tointeger, abs = math.floor, math.ceil, math.fmod, math.sqrt, math.modf, math.tointeger, math.abs

local hash = 0
local function put(integer) hash = (hash ~ integer) * MIX hash = hash ~ hash >> 29 end

-- Sign, exponent and fraction of a float.
local function put_float(x)
  if x ~= x then return put(1) end
  local sign = (x < 0 or 1 / x < 0) and -1 or 1
  if x == 0 then return put(2 * sign) end
  x = abs(x)
  if x == math.huge then return put(3 * sign) end
  local exponent = 0
  while x >= 0x1p64 do x = x / 0x1p64 exponent = exponent + 64 end
  while x < 0x1p-64 do x = x * 0x1p64 exponent = exponent - 64 end
  while x >= 2 do x = x / 2 exponent = exponent + 1 end
  while x < 1 do x = x * 2 exponent = exponent - 1 end
  put(tointeger(x * TWO52) * sign)
  put(exponent)
end

local function put_text(text) for i = 1, #text do put(text:byte(i)) end end

local function put_value(x)
  if math.type(x) == "float" then put_float(x) elseif math.type(x) then put(x) else put_text(tostring(x)) end
  put_text(tostring(x))
end

local edges = { 0.0, -0.0, 1.0, -1.0, 1.5, -2.5, 3.0, 0.1, -0.3, 1e15, 1e16, 123456789012345.678, 4503599627370497.5, 9007199254740993.0,
  2.2250738585072014e-308, 2.225073858507201e-308, 5e-324, -5e-324, 1.7976931348623157e308, -1.7976931348623157e308, 1e-5, 0.0001,
  1 / 0, -1 / 0, 0 / 0, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 3, -7, 1 << 62, math.maxinteger, math.mininteger, 0, 1, -1 }

local function pair(x, y)
  put_value(x + y) put_value(x - y) put_value(x * y) put_value(x / y)
  if math.type(x) == "float" or math.type(y) == "float" or y ~= 0 then
    put_value(x // y) put_value(x % y) put_value(fmod(x, y))
  end
  put_value(x == y) put_value(x < y) put_value(x <= y) put_value(math.max(x, y)) put_value(math.min(x, y))
end

local function single(x)
  put_value(-x) put_value(abs(x)) put_value(sqrt(x))
  if x == x and abs(x + 0.0) ~= math.huge then put_value(floor(x)) put_value(ceil(x)) end
  local whole, rest = modf(x)
  put_value(whole) put_value(rest) put_value(tointeger(x))
  for n = -3, 3 do put_value(x ^ n) end
  put_value(x ^ 1e18) put_value(x ^ -1023)
  put_value(math.deg(x)) put_value(math.rad(x))
end

for _, x in ipairs(edges) do
  single(x)
  for _, y in ipairs(edges) do pair(x, y) end
end

local texts = { "1e23", "8.5e-310", "2.4703282292062328e-324", "1.7976931348623159e308", "0x.8p-1073", "9007199254740993", "0.1e-6",
  "179769313486231580793728971405301e276", "6.6312368714587e-316", "12345678901234567890", "-0", " 7 ", "0x10", "1e", "nan", "inf" }
for _, text in ipairs(texts) do put_value(tonumber(text)) end

-- Pairs from 1 to 2: what comes of them is a whole number of a small power of two, which `~` takes for an integer.
local seed = 1
for i = 1, 500000 do
  seed = seed * FACTOR + ADDEND
  local x = 1 + (seed >> 12) / TWO52
  seed = seed * FACTOR + ADDEND
  local y = 1 + (seed >> 12) / TWO52
  hash = (hash ~ (x + y) * TWO52 ~ (x - y) * TWO52 << 1) * MIX
  hash = (hash ~ x * y * TWO52 ~ x / y * TWO53 << 2 ~ sqrt(x) * TWO52 << 4) * MIX
  hash = hash ~ hash >> 29
  if i % 4 == 0 then
    hash = (hash ~ x % (y / 16) * TWO53 * 16 ~ fmod(-x, y / 8) * TWO53 * 8 << 1) * MIX
    hash = (hash ~ x ^ 7 * TWO52 ~ y ^ -5 * TWO53 * 32 << 3) * MIX
    hash = (hash ~ x * 1000 // 1 ~ seed // 1000003 ~ seed % -65537 << 5) * MIX
    hash = hash ~ hash >> 29
  end
  if i % 128 == 0 then
    local text = tostring(x * 2.0 ^ (i % 1000 - 500))
    put_text(text)
    put(floor(x * 64) + ceil(-y * 64) * 3)
    local whole, rest = modf(tonumber(text) * 2.0 ^ (510 - i % 1000))
    put(whole | 0)
    put(rest * TWO52 | 0)
  end
end

return { name = "bits", family = "race", title = "Bits", text = "What Lua computes: " .. (hash >> 1),
  params = { { "players", default = 2, min = 2, max = 2, help = "Players." } },
  rules = function(p) return { dice = 1, sides = 6, goal = 20,
    roll = function(a) if a == 1 then return bust() end return add(a) end } end }
