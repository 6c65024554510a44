-- A program that uses up its memory, a little on each line: the line on which it ends shows how memory is counted. Every kind of value
-- that Lua makes takes part, and garbage in between, so that it also depends on when the collector works.
local kept, n, filler, f = nil, 0, "0123456789abcdef"
for i = 1, 9 do filler = filler .. filler end
local function keep(value) n = n + 1 kept = { kept, value } end
while true do
  for i = 1, 20 do keep { i, { x = i, y = 0 } } end
  for i = 1, 10 do local a, b = i, 1 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "2 " .. n .. i) end
  for i = 1, 10 do keep("3." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "4", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 5 } } end
  for i = 1, 10 do local a, b = i, 6 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "7 " .. n .. i) end
  for i = 1, 10 do keep("8." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "9", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 10 } } end
  for i = 1, 10 do local a, b = i, 11 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "12 " .. n .. i) end
  for i = 1, 10 do keep("13." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "14", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 15 } } end
  for i = 1, 10 do local a, b = i, 16 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "17 " .. n .. i) end
  for i = 1, 10 do keep("18." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "19", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 20 } } end
  for i = 1, 10 do local a, b = i, 21 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "22 " .. n .. i) end
  for i = 1, 10 do keep("23." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "24", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 25 } } end
  for i = 1, 10 do local a, b = i, 26 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "27 " .. n .. i) end
  for i = 1, 10 do keep("28." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "29", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 30 } } end
  for i = 1, 10 do local a, b = i, 31 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "32 " .. n .. i) end
  for i = 1, 10 do keep("33." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "34", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 35 } } end
  for i = 1, 10 do local a, b = i, 36 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "37 " .. n .. i) end
  for i = 1, 10 do keep("38." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "39", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 40 } } end
  for i = 1, 10 do local a, b = i, 41 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "42 " .. n .. i) end
  for i = 1, 10 do keep("43." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "44", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 45 } } end
  for i = 1, 10 do local a, b = i, 46 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "47 " .. n .. i) end
  for i = 1, 10 do keep("48." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "49", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 50 } } end
  for i = 1, 10 do local a, b = i, 51 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "52 " .. n .. i) end
  for i = 1, 10 do keep("53." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "54", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 55 } } end
  for i = 1, 10 do local a, b = i, 56 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "57 " .. n .. i) end
  for i = 1, 10 do keep("58." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "59", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 60 } } end
  for i = 1, 10 do local a, b = i, 61 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "62 " .. n .. i) end
  for i = 1, 10 do keep("63." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "64", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 65 } } end
  for i = 1, 10 do local a, b = i, 66 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "67 " .. n .. i) end
  for i = 1, 10 do keep("68." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "69", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 70 } } end
  for i = 1, 10 do local a, b = i, 71 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "72 " .. n .. i) end
  for i = 1, 10 do keep("73." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "74", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 75 } } end
  for i = 1, 10 do local a, b = i, 76 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "77 " .. n .. i) end
  for i = 1, 10 do keep("78." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "79", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 80 } } end
  for i = 1, 10 do local a, b = i, 81 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "82 " .. n .. i) end
  for i = 1, 10 do keep("83." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "84", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 85 } } end
  for i = 1, 10 do local a, b = i, 86 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "87 " .. n .. i) end
  for i = 1, 10 do keep("88." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "89", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 90 } } end
  for i = 1, 10 do local a, b = i, 91 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "92 " .. n .. i) end
  for i = 1, 10 do keep("93." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "94", n, i }, ",")) end
  for i = 1, 20 do keep { i, { x = i, y = 95 } } end
  for i = 1, 10 do local a, b = i, 96 keep(function() a = a + b return function() return a end end) end
  for i = 1, 9 do keep(filler .. "97 " .. n .. i) end
  for i = 1, 10 do keep("98." .. n .. i) end
  for i = 1, 9 do f = {} for j = 1, 9 do f[j] = { j } end keep(table.concat({ filler, "99", n, i }, ",")) end
end
