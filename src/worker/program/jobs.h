#pragma once
/* The work of a worker: reads its first message, gives up everything it does not need (confine.h), and then answers until
   the library closes the socket. Never returns. */
#include "sandbox/engines.h"

_Noreturn void alea__worker_work(int socket, alea__wasm_sandbox *);
