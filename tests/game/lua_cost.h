#ifndef TESTS_GAME_LUA_COST_H
#define TESTS_GAME_LUA_COST_H
/* Compares the time of a Lua program with its counted work. */
#include "base/error.h"
#include "base/memory.h"
#include "game/lua_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct lua_cost {
    double seconds; /* of the processor */
    uint64_t units;
    alea_status status;
    char message[1000]; /* why it ended */
} lua_cost;

static inline double lua_cost_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Runs the text as the body of a function, as a bot of these limits would. Returns false if it cannot be compiled. */
static inline bool lua_cost_of(const char *text, const alea__lua_limits *limits, lua_cost *out)
{
    const size_t size = strlen(text) + 40;
    char *source = malloc(size);
    if (!source) abort();
    snprintf(source, size, "return function() %s\nend", text);
    alea__lua *lua = NULL;
    alea_error error = {.message = ""};
    const alea__lua_program program = {
        .file = "cost.lua", .text = source, .size = strlen(source), .limits = limits, .failure = ALEA_E_BOT};
    out->status = alea__lua_open(&program, &lua, &error);
    free(source);
    if (out->status == ALEA_OK) {
        const double start = lua_cost_now();
        out->status = alea__lua_call(lua, 0, 0, NULL, &error);
        out->seconds = lua_cost_now() - start;
        out->units = alea__lua_used(lua);
    }
    snprintf(out->message, sizeof out->message, "%s", error.message);
    if (!lua) return false;
    alea__lua_close(lua);
    return true;
}
#endif
