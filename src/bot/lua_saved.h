#pragma once
/* Values of Lua as bytes, so that a bot's knowledge outlives its instance: numbers, texts, true, false, nil, and tables of these.
   Equal values have equal bytes, whatever the order in which a table was filled. Both functions run inside alea__lua_call. */
#include "base/text.h"

#include <lua.h>

/* Appends the value at the stack index; raises an error that names what cannot be saved. */
void alea__lua_write_value(lua_State *, int at, alea__text *out);
/* Pushes the value; raises an error if the bytes are not those of one. */
void alea__lua_read_value(lua_State *, const unsigned char *data, size_t size);
