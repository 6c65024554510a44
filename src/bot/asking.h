#pragma once
/* The edition of asking: how this version runs rule files and programs, as far as answers, failures and fuel depend on it.
   Every key of a stored answer contains it: the identity of a program (find.c) and with it the keys of answers (answers.c),
   of parts of runs and of a tournament's units; the keys of a contest's tables (contest/judge.c); and those of compiled
   code (sandbox/cache.c). So results of another edition are never used. Results computed from tables, such as the pairs of
   a contest, do not depend on it. */

/* Change it with every change of the patched Lua and its costs (game/lua_meter.c); the engine; the definition of fuel
   (sandbox/charge.h, depth.h, wasi.c); the limit on nested calls (sandbox/depth.h); or the order of questions. */
extern const char alea__asking[];
