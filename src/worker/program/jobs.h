#ifndef ALEA_WORKER_PROGRAM_JOBS_H
#define ALEA_WORKER_PROGRAM_JOBS_H
/* What a worker does: it reads its first message, gives up all that it does not need (confine.h), and then answers until
   the library closes the socket. Never returns. */
#include "sandbox/engines.h"

_Noreturn void alea__worker_work(int socket, alea__wasm_sandbox *);
#endif
