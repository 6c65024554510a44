#pragma once
/* SHA-256 from libmd. Blocks use the processor's SHA instructions if it has them, which is six times as fast. */
#include <stddef.h>
#include <sys/types.h>

#include <sha2.h>

/* Like SHA256Update. */
void alea__sha256_update(SHA2_CTX *, const unsigned char *data, size_t size);
