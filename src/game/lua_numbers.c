/* Lua's arithmetic and texts of numbers, where those of the C library differ between machines: cmake/lua.patch puts these functions
   in their place. Addition, multiplication, division, sqrt, floor, fmod and reading numbers are exact or rounded rightly everywhere. */
#include "base/assert.h"
#include "base/text.h"
#include "game/lua_hooks.h"
#include "game/lua_inside.h"
#include "game/messages.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>

enum { STEP = 4, TEXT = 120 }; /* units: a product of tiny numbers takes 50 ns */

static void numbers_count(uint64_t units)
{
    alea__lua *lua = alea__lua_metered();
    if (lua) lua->pending += units;
}

bool alea__lua_is_whole(double number)
{
    return isfinite(number) && number == floor(number);
}

/* By squaring, from the lowest bit of the exponent; x^-n is 1 / x^n. From 2^63 on all powers are 0, 1 or infinite. */
double alea__lua_power(lua_State *L, double base, double exponent)
{
    if (!alea__lua_is_whole(exponent)) luaL_error(L, GAME_LUA_POWER);
    const double size = fabs(exponent);
    uint64_t left = size < 0x1p63 ? (uint64_t)size : UINT64_C(1) << 63;
    double power = 1;
    for (; left > 0; left >>= 1) {
        numbers_count(STEP);
        if (left & 1) power *= base;
        base *= base;
    }
    return exponent < 0 ? 1 / power : power;
}

/* Without the sign of a NaN, which depends on the processor and the compiler. */
int alea__lua_number2str(char *out, size_t size, double number)
{
    numbers_count(TEXT);
    const int length =
        isnan(number) ? snprintf(out, size, "nan") : snprintf(out, size, LUA_NUMBER_FMT, number);
    ALEA_ASSERT(length > 0 && (size_t)length < size);
    return length;
}

void alea__lua_show_number(lua_State *L, int at, char *out, size_t size)
{
    if (lua_isinteger(L, at))
        snprintf(out, size, "%lld", (long long)lua_tointeger(L, at));
    else
        alea__lua_number2str(out, size, lua_tonumber(L, at));
}

const char *alea__lua_show(lua_State *L, int at, char out[80])
{
    char text[76];
    switch (lua_type(L, at)) {
    case LUA_TNONE:
    case LUA_TNIL: return "nothing";
    case LUA_TBOOLEAN: return lua_toboolean(L, at) ? "true" : "false";
    case LUA_TNUMBER: alea__lua_show_number(L, at, out, 80); return out;
    case LUA_TSTRING:
        alea__printable(text, sizeof text, lua_tostring(L, at), lua_rawlen(L, at));
        snprintf(out, 80, "\"%s\"", text);
        return out;
    default: snprintf(out, 80, "a %s", luaL_typename(L, at)); return out;
    }
}
