#pragma once
/* Messages over a socket: a kind, a length and bytes. The library and the worker program both use these functions. Nothing
   that arrives is trusted: lengths are compared with a limit before memory is allocated, and reading past the end of a
   message sets `bad`, so that callers check once. */
#include "base/text.h"

#include <stdint.h>

typedef struct alea__channel {
    int fd;
    /* Called while a function waits: when the socket's timeout passes, and as often while bytes trickle in or out. Returns
       false to give up. NULL: waits on. */
    bool (*tick)(void *user);
    void *user;
    uint64_t ticked;   /* milliseconds of the clock at the last call */
    size_t begin, end; /* of what arrived and was not taken yet */
    unsigned char buffer[1 << 16];
} alea__channel;

enum { ALEA__TICK = 50 }; /* milliseconds between two ticks; the timeout of sockets that have any */

/* Both return false if the other side is gone, `tick` gave up or there is no memory. Receiving also fails if the
   message is longer than `most`. `out` is overwritten. */
bool alea__channel_send(alea__channel *, uint32_t kind, const void *data, size_t size);
bool alea__channel_receive(alea__channel *, uint32_t *kind, alea__text *out, size_t most);

/* Sends a file descriptor with a number, in a separate datagram; no other data may be in transit. fd -1: only the number. */
bool alea__channel_send_fd(alea__channel *, int fd, int64_t number);
bool alea__channel_receive_fd(alea__channel *, int *fd, int64_t *number);

/* ---- parts of messages ---- */

void alea__pack_word(alea__text *, uint64_t);
void alea__pack_bytes(alea__text *, const void *, size_t);
void alea__pack_text(alea__text *, const char *); /* NULL is packed as such */

typedef struct alea__unpacker {
    const unsigned char *at;
    size_t left;
    bool bad;       /* something was read that is not there */
    bool no_memory; /* bad, but only because there is no memory for a copy */
} alea__unpacker;

uint64_t alea__unpack_word(alea__unpacker *);                            /* 0 if bad */
const unsigned char *alea__unpack_bytes(alea__unpacker *, size_t *size); /* of the message; NULL if bad */
/* A copy, for alea__free, of at most `most` bytes and without zero bytes; NULL stays NULL. */
char *alea__unpack_text(alea__unpacker *, size_t most);
/* Copies a text, made printable, and cut to fit. */
void alea__unpack_printable(alea__unpacker *, char *out, size_t size);
