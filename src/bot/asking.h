#ifndef ALEA_BOT_ASKING_H
#define ALEA_BOT_ASKING_H
/* The edition of asking: how this alea runs rule files and programs, as far as an answer, its failure or its fuel depends on it.

   It is part of every key under which something is kept that a program answered: a program's identity (find.c), which the keys of answers
   (answers.c), of parts of runs and of the units of a tournament contain; the keys of a contest's tables (contest/judge.c); and those of
   compiled code (sandbox/cache.c). So nothing is taken over from an alea that asked in another way. What is worked out from tables, as
   the pairs of a contest, does not depend on it. */

/* Change it with every change of: the patched Lua, and what it costs (game/lua_meter.c); the engine; what fuel is (sandbox/charge.h,
   depth.h, wasi.c); how deep calls may nest (sandbox/depth.h); in which order questions are asked. */
extern const char alea__asking[];
#endif
