-- Programs that try to make Lua work more than is counted. tests/game/test_lua_costs.c runs each until its budget is used up or it
-- fails, and compares the processor time with that of a plain loop that counts as much. Each program begins with a line
-- `--- NAME`; the first is the plain loop. `<<200|a@,>>` stands for a1,a2,… up to a200,

--- plain loop
local x = 0 for i = 1, 1e15 do x = x + i end
--- empty loop
while true do end
--- goto
::again:: goto again
--- float arithmetic
local x, y = 1.5, 2.5 while true do x = x * y - y x = x / y + 1 end
--- integer division
local x, y, z = math.mininteger, 3 while true do z = x // y z = x // y z = x // y z = x // y z = x // -1 end
--- integer remainder
local x, y, z = math.mininteger, 3 while true do z = x % y z = x % y z = x % y z = x % y z = x % -1 end
--- remainder of floats
local x, y, z = 1.7e308, 5e-324 while true do z = x % y z = x % y z = x % y z = x % y z = x % y end
--- remainder by a constant
local x, z = 1.7e308 while true do z = x % 3e-308 z = x % 3e-308 z = x % 3e-308 z = x % 3e-308 end
--- remainder of a counter by a tiny number
local n, x, y, z = 0, 3e-310 while true do n = n + 1 z = n % x n = n + 1 z = n % x n = n + 1 z = n % x end
--- remainder by math.fmod
local f, x, y = math.fmod, 1.7e308, 5e-324 while true do f(x, y) f(x, y) f(x, y) f(x, y) end
--- powers
local x, y, z = 1.0000001, 1e9 + 7 while true do z = x ^ y z = x ^ y z = x ^ y z = x ^ y z = x ^ y end
--- products of tiny numbers
local x, y, z = 5e-324 * 1e9, .7 while true do z = x * y z = x * y z = x * y z = x * y z = x * y z = x * y end
--- sums of tiny numbers
local x, y, z = 5e-324 * 1e9, 5e-324 * 1e8 while true do z = x + y z = x - y z = x + y z = x - y z = x + y end
--- quotients of tiny numbers
local x, y, z = 5e-324 * 1e9, 3.1 while true do z = x / y z = x / y z = x / y z = y / x z = x // y end
--- tiny products
local x, y, z = 3.3e-160, 2.2e-155 while true do z = x * y z = x * y z = x * y z = x * y z = x * y z = x * y end
--- powers that overflow slowly
local x, y, z = 0.9999999999, -7.0956e12 while true do z = x ^ y z = x ^ y z = x ^ y z = x ^ y z = x ^ y end
--- powers of tiny numbers
local x, y, z = 5e-324, 3 while true do z = x ^ y z = x ^ y z = x ^ y z = x ^ y z = x ^ y end
--- powers that stay tiny
local x, y, z = 1 - 2.0 ^ -53, 6.6e18 while true do z = x ^ y z = x ^ y z = x ^ y z = x ^ y z = x ^ y end
--- large powers of a constant exponent
local x, z = 1.5 while true do z = x ^ 1e300 z = x ^ -1e300 z = x ^ 1e300 z = x ^ -1e300 z = x ^ 1e300 end
--- squares
local x, z = 1.5 while true do z = x ^ 2 z = x ^ 2 z = x ^ 2 z = x ^ 2 z = x ^ 2 z = x ^ 2 end
--- square roots
local r, x = math.sqrt, 5e-324 while true do r(x) r(x) r(x) r(x) r(x) r(x) end
--- a refused function
local p, e = pcall, math.exp while true do p(e, 1) p(e, 1) p(e, 1) p(e, 1) end
--- refused powers
local function f(x, y) return x ^ y end while true do pcall(f, 2, .5) pcall(f, 2, 1 / 0) end
--- floats and whole numbers compared
local x, y, z = 2 ^ 53, math.maxinteger while true do z = x < y z = y < x z = x == y z = y <= x end
--- a large float as a text
local x, z = 1.7976931348623157e308 while true do z = x .. "" z = x .. "" z = x .. "" z = x .. "" end
--- large floats as one text, compared
local a, r, z = 1.7e308, '' while true do z = a .. a .. a z = r == z z = a .. a .. a z = r == z end
--- a tiny float as a text
local x, z = 5e-324 while true do z = x .. x z = x .. x z = x .. x z = x .. x end
--- many floats as one text
local x, z = 4.4501477170144023e-308 while true do z = x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x .. x end
--- whole numbers as texts
local x, z = math.mininteger while true do z = x .. "" z = x .. "" z = x .. "" z = x .. "" end
--- tostring
local f, x = tostring, 1.7976931348623157e308 while true do f(x) f(x) f(x) f(x) end
--- tonumber
local f, s = tonumber, ("1"):byte() and "1234567890.123456789012345678901234567890e-300" while true do f(s) f(s) f(s) end
--- hexadecimal tonumber
local f, s = tonumber, "0x1.23456789abcdef0123456789abcdef0123456789abcdefp-1070" while true do f(s) f(s) f(s) end
--- numerals of spaces
local s = " " for i = 1, 13 do s = s .. s end s = s .. "1" local f = math.floor while true do f(s) f(s) f(s) end
--- long numerals
local s = "7" for i = 1, 13 do s = s .. s end local f = math.sqrt while true do f(s) f(s) f(s) end
--- long decimal fractions
local s = "7" for i = 1, 13 do s = s .. s end s = "." .. s local f = math.sqrt while true do f(s) f(s) f(s) end
--- loops to a long numeral
local s = "7" for i = 1, 13 do s = s .. s end while true do for i = 1, s do break end for i = 1, s do break end end
--- texts with zero bytes compared
local a = "\0x" for i = 1, 12 do a = a .. a end local b, x = a .. "y" while true do x = a < b x = a < b x = a < b end
--- texts of zero bytes compared
local a = "\0" for i = 1, 13 do a = a .. a end local b, x = a .. "y" while true do x = a <= b x = b <= a x = a < b end
--- short texts of zero bytes compared
local a = ("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0")
local b, x = a .. "y" while true do x = a < b x = a < b x = a < b x = a < b x = a < b end
--- long texts compared
local a = "x" for i = 1, 13 do a = a .. a end local b, x = a .. "y" while true do x = a < b x = a < b x = a < b end
--- long equal texts
local a = "x" for i = 1, 13 do a = a .. a end local b, c, x = a .. "y", a .. "y"
while true do x = b == c x = b == c x = b == c x = b == c x = b == c end
--- long texts as keys
local a, t = "x", {} for i = 1, 13 do a = a .. a end local b, c = a .. "y", a .. "y" t[b] = 1
local x while true do x = t[c] x = t[c] x = t[c] x = t[c] end
--- new long texts as keys
local a, t, i = "x", {}, 0 for k = 1, 13 do a = a .. a end while true do i = i + 1 t[a .. i] = nil end
--- long texts joined
local a, x = "x" for i = 1, 13 do a = a .. a end while true do x = a .. "y" x = a .. "z" x = a .. "w" end
--- long texts joined from many
local a, x = "x" for i = 1, 9 do a = a .. a end
while true do x = a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a .. a end
--- short texts joined
local a, b, x = "abcdefghijklmnopqrst", "ABCDEFGHIJKLMNOPQRS" while true do x = a .. b x = b .. a x = a .. b end
--- always new short texts
local i, x = 0 while true do i = i + 1 x = "some text " .. i end
--- texts in capitals
local s = "x" for i = 1, 13 do s = s .. s end while true do s:upper() s:lower() s:reverse() end
--- parts of texts
local s, i = "x", 0 for k = 1, 13 do s = s .. s end while true do i = i % 100 + 1 s:sub(i) s:sub(1, -i) end
--- bytes of texts
local s = "x" for k = 1, 11 do s = s .. s end while true do local a = s:byte(1, 2000) end
--- texts of bytes
local t = {} for i = 1, 4000 do t[i] = 65 end while true do string.char(table.unpack(t)) end
--- methods of texts
local s, x = "abc" while true do x = s.len x = s.len x = s.len x = s.len x = s.nothing x = s.len end
--- keys that collide, and one that is missing
local t, x = {} for i = 1, 1000 do t[1023 * i] = i end while true do x = t[-1023] x = t[-1023] x = t[-1023] end
--- false among keys that collide
local t, x = {} for i = 1, 1000 do t[1023 * i] = i end while true do x = t[false] x = t[false] x = t[false] end
--- many keys that collide
local t, x = {} for i = 1, 8000 do t[8191 * i] = i end while true do x = t[-8191] x = t[-8191] x = t[-8191] end
--- few keys that collide
local t, x = {} for i = 1, 15 do t[15 * i] = i end while true do x = t[-15] x = t[-15] x = t[-15] x = t[-15] end
--- floats that collide
local t, x = {} for i = 1, 1000 do t[1.5 * 2 ^ (i % 2 * 31) + i * 1023 / 4294967296] = i end
while true do x = t[-1.25] x = t[2.25] x = t[.1] x = t[-.1] end
--- colliding keys written
local t, i = {}, 0 while true do i = i + 1 t[65535 * i] = i end
--- colliding keys written and removed
local t, i = {}, 0 for k = 1, 500 do t[511 * k] = k end
while true do i = i + 1 t[511 * (i + 500)] = i t[511 * i] = nil end
--- keys written and removed
local t, i = {}, 0 for k = 1, 4095 do t["k" .. k] = k end
while true do i = i + 1 t[i + .5] = 1 t[i + .5] = nil end
--- the length of a table of powers of two
local t, x = { 1, 1, [5] = 1 } for i = 0, 62 do t[1 << i] = i end
while true do x = #t x = #t x = #t x = #t x = #t x = #t end
--- the length beyond a small array
local t, x = { 1, 2, 3 } t[4] = 4 for i = 2, 62 do t[3 << i - 1] = 1 t[1 << i] = 1 end t[6] = 1
while true do x = #t x = #t x = #t x = #t x = #t x = #t end
--- the length of a large array that ends early
local t, x = {} for i = 1, 1 << 16 do t[i] = i end for i = 1 << 16, 100, -1 do t[i] = nil end
while true do x = #t x = #t x = #t x = #t x = #t x = #t end
--- the length and colliding keys
local t, x = { 1 } for i = 0, 62 do t[1 << i] = i end for i = 1, 60 do t[127 * i] = i t[127 * i + 1] = 1 end
while true do x = #t x = #t x = #t x = #t x = #t x = #t end
--- table.insert at the end
local t, f = { 1, 2, 3 }, table.insert for i = 0, 62 do t[1 << i] = i end while true do f(t, 1) t[#t] = nil end
--- table.insert at the front
local t = {} for i = 1, 1e9 do table.insert(t, 1, i) end
--- table.remove at the front
local t = {} while true do for i = 1, 5000 do t[i] = i end for i = 1, 5000 do table.remove(t, 1) end end
--- table.move
local t = {} for i = 1, 5000 do t[i] = i end while true do table.move(t, 1, 5000, 2) end
--- table.move to keys with a hash
local t = {} for i = 1, 100 do t[i] = i end while true do table.move(t, 1, 100, 1e9 | 0, {}) end
--- table.concat
local t = {} for i = 1, 700 do t[i] = 1.7976931348623157e308 end while true do table.concat(t) end
--- table.concat with a long separator
local t, s = {}, "x" for i = 1, 9 do s = s .. s end for i = 1, 30 do t[i] = "" end while true do table.concat(t, s) end
--- table.unpack
local t = {} for i = 1, 3800 do t[i] = i end local f = table.unpack while true do f(t) f(t) end
--- table.pack
local t = {} for i = 1, 3800 do t[i] = i end while true do table.pack(table.unpack(t)) end
--- many results passed on
local t = {} for i = 1, 3800 do t[i] = i end local u = table.unpack
local function a() return 1, u(t) end local function b() return 1, a() end local function c() return 1, b() end
local function d() return 1, c() end while true do d() end
--- many arguments
local t = {} for i = 1, 3800 do t[i] = i end local u, m = table.unpack, math.max while true do m(u(t)) end
--- many arguments of select
local t = {} for i = 1, 3800 do t[i] = i end local u, m = table.unpack, select while true do m(-1, u(t)) end
--- table.sort
local t = {} while true do for i = 1, 1000 do t[i] = i * 7919 % 1009 end table.sort(t) end
--- table.sort of texts
local t, s = {}, "x" for i = 1, 12 do s = s .. s end
while true do for i = 1, 100 do t[i] = s .. i * 7919 % 101 end table.sort(t) end
--- table.sort of texts of zero bytes
local t, s = {}, "\0" for i = 1, 12 do s = s .. s end
while true do for i = 1, 100 do t[i] = s .. i * 7919 % 101 end table.sort(t) end
--- table.sort with a function
local t = {} while true do for i = 1, 1000 do t[i] = i * 7919 % 1009 end table.sort(t, function(a, b) return a > b end) end
--- pairs
local t = {} for i = 1, 1000 do t["k" .. i] = i end while true do for k, v in pairs(t) do end end
--- pairs of long keys
local t, s = {}, "x" for i = 1, 12 do s = s .. s end for i = 1, 200 do t[s .. i] = i end
while true do for k, v in pairs(t) do end end
--- pairs of an emptied table
local t = {} for i = 1, 20000 do t[i] = i end for i = 1, 20000 do t[i] = nil end while true do pairs(t) end
--- pairs of colliding keys
local t = {} for i = 1, 1000 do t[1023 * i] = i end while true do for k in pairs(t) do end end
--- next
local t, k = {} for i = 1, 200 do t[i * 7] = i end while true do k = next(t, k) end
--- next among colliding keys
local t = {} for i = 1, 1000 do t[1023 * i] = i end while true do next(t) end
--- next where the keys collide since the table grew
local t = {} for i = 1, 1024 do t[2047 * i] = 1 end t[-1000000000] = 1 while true do next(t) end
--- ipairs
local t = {} for i = 1, 1000 do t[i] = i end while true do for i, v in ipairs(t) do end end
--- new tables
while true do local t = {} local u = {} local v = {} end
--- new tables with fields
while true do local t = { a = 1, b = 2, c = 3, d = 4, e = 5 } end
--- new tables with entries
while true do local t = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 } end
--- tables that grow
while true do local t = {} for i = 1, 100 do t[i] = i end end
--- tables with texts that grow
while true do local t = {} for i = 1, 40 do t["k" .. i] = i end end
--- a list of tables
local t while true do t = { t } end
--- many live tables and garbage
local t = {} for i = 1, 20000 do t[i] = { i } end while true do local u = {} end
--- new functions
local a, f while true do f = function() return a end f = function() return f end end
--- functions that capture many variables
local a0<<190|,a@>> local f while true do f = function() return a0<<190|,a@>> end end
--- functions that capture one of many variables
local a0<<190|,a@>> local f = function() return a0<<190|,a@>> end while true do f = function() return a0 end end
--- many variables without a value
while true do local a0<<190|,a@>> end
--- many parameters
local function f(a0<<190|,a@>>, ...) end while true do f() f() f() f() end
--- calls
local function f() end while true do f() f() f() f() end
--- calls of C functions
local f = rawequal while true do f(1, 1) f(1, 1) f(1, 1) f(1, 1) end
--- tail calls
local function f() return f() end f()
--- recursion
local function f(n) if n > 0 then f(n - 1) f(n - 1) end end while true do f(10) end
--- recursion caught
local function f() return 1 + f() end while true do pcall(f) end
--- varargs
local function f(...) return ... end
while true do f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30) end
--- varargs read often
local function f(...) local a, b, c while true do a, b, c = ... a, b, c = ... local t = select("#", ...) end end
f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30)
--- errors caught
while true do pcall(error) pcall(error, "x") pcall(error, {}) end
--- errors with a place caught
local function f() error("some message") end while true do pcall(f) end
--- faults caught
local x local function f() return x.y.z end while true do pcall(f) end
--- faults at the end of a long function
local x, c local function f() if c then <<20000|x = 1 >> end return x.y.z end while true do pcall(f) end
--- errors caught deep inside
local function f(n) if n > 0 then return 1 + f(n - 1) end while true do pcall(error, "x") end end f(2000)
--- errors of a far level caught deep inside
local function f(n) if n > 0 then return 1 + f(n - 1) end while true do pcall(error, "x", 5000) end end f(2000)
--- many results through many pcalls
local p, u, t = pcall, table.unpack, {} for i = 1, 3800 do t[i] = i end while true do p(<<180|p, >>u, t) end
--- many arguments through many xpcalls
local x, u, t = xpcall, table.unpack, {} for i = 1, 3800 do t[i] = i end
local function h(e) return e end while true do x(<<60|x, h, >>select, h, '#', u(t)) end
--- xpcall
while true do xpcall(error, function(e) return e end, "x") end
--- a pcall that catches the end
while true do pcall(function() while true do end end) end
--- nothing under a table as key
local V, T = {}, {} while true do V[T] = nil V[T] = nil V[T] = nil V[T] = nil V[T] = nil V[T] = nil end
--- nothing under a long text as key
local s, V = ".", {} for i = 1, 13 do s = s .. s end
while true do V[s] = nil V[s] = nil V[s] = nil V[s] = nil V[s] = nil V[s] = nil V[s] = nil V[s] = nil end
--- a range of keys that are missing, moved along a chain
local t = {<<1024|x = nil, >>} for i = 1, 500 do t[1023 * i] = 1 end
table.move(t, 1 << 40, (1 << 40) + 150000, 1 << 41)
--- a range of keys that are missing, unpacked along a chain
local t, f = {<<1024|x = nil, >>}, 1 << 40 for i = 1, 500 do t[1023 * i] = 1 end
while true do table.unpack(t, f, f + 8000) end
--- keys in the places of a chain
local t, far = {<<16384|x = nil, >>}, 16383 * 100000 for i = 1, 400 do t[16383 * i] = 1 end
t[far + 16382] = 1 for i = 400, 16383 do t[far + 16384 - i] = 1 end
--- memory from afar
local t, n = {}, 1 << 19 for i = 1, n do t[i] = (i * 7919 + 12345) % n + 1 end
local i = 1 while true do i = t[i] i = t[i] i = t[i] i = t[i] i = t[i] i = t[i] i = t[i] i = t[i] end
--- objects from afar
local t, n = {}, 1 << 16 for i = 1, n do t[i] = { at = i } end for i = 1, n do t[i].to = t[(i * 7919 + 12345) % n + 1] end
local p = t[1] while true do p = p.to p = p.to p = p.to p = p.to p = p.to p = p.to p = p.to p = p.to end
--- the memory is filled
local t = {} while true do t = { t, {} } end
--- the memory is filled again and again
while true do pcall(function() local t = {} for i = 1, 1e9 do t[i] = { i } end end) end
--- texts fill the memory
local t, s, i = {}, "x", 0 for k = 1, 12 do s = s .. s end while true do i = i + 1 t[i] = s .. i end
