#include "bot/asking.h"

const char alea__asking[] = "asking 2: Lua 5.4.4, wasmtime 50.0.1, fuel 4, depth 1";
