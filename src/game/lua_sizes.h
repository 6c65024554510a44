#pragma once
/* The sizes of Lua's records on machines with 8-byte pointers. Lua asks for blocks of these sizes on every machine
   (cmake/lua.patch), so that the memory limit, the collector and the costs are the same everywhere. lua_memory.c
   checks all of them except ALEA__SIZE_STATE. */

enum {
    ALEA__SIZE_POINTER = 8,
    ALEA__SIZE_TEXT = 24, /* without its characters */
    ALEA__SIZE_TABLE = 56,
    ALEA__SIZE_CLOSURE = 32, /* without its variables */
    ALEA__SIZE_UPVALUE = 40,
    ALEA__SIZE_PROTOTYPE = 128,
    ALEA__SIZE_CALL = 64,
    ALEA__SIZE_LABEL = 24,
    ALEA__SIZE_CAPTURED = 16, /* records for a captured and for a local variable in a prototype */
    ALEA__SIZE_LOCAL = 16,
    ALEA__SIZE_USERDATA = 32, /* without its values */
    ALEA__SIZE_STATE = 1624
};

struct CallInfo;
struct LG;
struct Labeldesc;
struct LocVar;
struct Proto;
struct TString;
struct Table;
struct UpVal;
struct Upvaldesc;

/* Size of the pointed-to record. */
#define ALEA__SIZE_OF(pointer)                   \
    _Generic((pointer),                          \
        struct CallInfo *: ALEA__SIZE_CALL,      \
        struct LG *: ALEA__SIZE_STATE,           \
        struct Labeldesc *: ALEA__SIZE_LABEL,    \
        struct LocVar *: ALEA__SIZE_LOCAL,       \
        struct Proto *: ALEA__SIZE_PROTOTYPE,    \
        struct Proto * *: ALEA__SIZE_POINTER,    \
        struct TString * *: ALEA__SIZE_POINTER,  \
        struct Table *: ALEA__SIZE_TABLE,        \
        struct UpVal *: ALEA__SIZE_UPVALUE,      \
        struct Upvaldesc *: ALEA__SIZE_CAPTURED, \
        default: sizeof *(pointer))
