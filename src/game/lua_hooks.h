#pragma once
/* Functions that Lua calls instead of its own, where an instruction may take longer than others: cmake/lua.patch names the
   changed files of Lua. Each function counts its work and then does the same as the one without "alea__meter_". lua_meter.c
   and lua_reading.c explain what is counted and why. */
#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

#include <llex.h>
#include <lobject.h>
#include <lparser.h>
#include <ltm.h>

/* Seed of text hashes, instead of the time and addresses. */
unsigned alea__meter_seed(void);

/* An instruction, before it is run: ldebug.h. */
int alea__meter_luaG_traceexec(lua_State *, const Instruction *);

/* Keys of tables: ltable.h. */
const TValue *alea__meter_luaH_get(Table *, const TValue *);
const TValue *alea__meter_luaH_getint(Table *, lua_Integer);
const TValue *alea__meter_luaH_getshortstr(Table *, TString *);
const TValue *alea__meter_luaH_getstr(Table *, TString *);
void alea__meter_luaH_set(lua_State *, Table *, const TValue *, TValue *);
void alea__meter_luaH_setint(lua_State *, Table *, lua_Integer, TValue *);
void alea__meter_luaH_finishset(lua_State *, Table *, const TValue *, const TValue *, TValue *);
void alea__meter_luaH_resizearray(lua_State *, Table *, unsigned);
lua_Unsigned alea__meter_luaH_getn(Table *);
const TValue *alea__meter_luaT_gettmbyobj(lua_State *, const TValue *, TMS);
int alea__meter_lua_geti(lua_State *, int, lua_Integer);
void alea__meter_lua_seti(lua_State *, int, lua_Integer);

/* Texts and numbers: lstring.h, lobject.h, the C library. */
TString *alea__meter_luaS_new(lua_State *, const char *);
TString *alea__meter_luaS_newlstr(lua_State *, const char *, size_t);
unsigned alea__meter_luaS_hashlongstr(TString *);
size_t alea__meter_luaO_str2num(const char *, TValue *);
__attribute__((format(printf, 3, 4))) int alea__meter_snprintf(char *, size_t, const char *, ...);
int alea__meter_strcoll(const char *, const char *);
int alea__meter_memcmp(const void *, const void *, size_t);
double alea__meter_fmod(double, double);

/* Replacements of C library functions that differ between machines: llimits.h, luaconf.h. See lua_numbers.c. */
bool alea__lua_is_whole(double);
double alea__lua_power(lua_State *, double base, double exponent);
int alea__lua_number2str(char *out, size_t size, double number);

/* Reading a program: llex.h, lcode.h. */
void alea__meter_luaX_next(LexState *);
void alea__meter_luaK_concat(FuncState *, int *, int);
