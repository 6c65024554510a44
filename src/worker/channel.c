#include "worker/channel.h"
#include "base/assert.h"
#include "base/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

typedef struct channel_head {
    uint32_t kind, unused;
    uint64_t size;
} channel_head;

#define PACKED_NULL UINT64_MAX /* the length of a text that is NULL */

static uint64_t channel_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Calls `tick` if it is time; without that, single bytes could keep a function from ever ticking. Returns false to give up. */
static bool channel_ticks(alea__channel *c)
{
    if (!c->tick) return true;
    const uint64_t now = channel_clock();
    if (now - c->ticked < ALEA__TICK) return true;
    c->ticked = now;
    return c->tick(c->user);
}

/* Whether to try again after a failed call: it was interrupted, or it timed out and `tick` agrees. */
static bool channel_goes_on(alea__channel *c)
{
    if (errno != EINTR && errno != EAGAIN) return false;
    if (errno == EAGAIN) c->ticked = 0;
    return channel_ticks(c);
}

/* ---- sending ---- */

/* Removes the first `sent` bytes from two pieces. */
static void channel_advance(struct iovec piece[2], size_t sent)
{
    for (int i = 0; i < 2; i++) {
        size_t part = sent < piece[i].iov_len ? sent : piece[i].iov_len;
        piece[i].iov_base = (char *)piece[i].iov_base + part;
        piece[i].iov_len -= part;
        sent -= part;
    }
    ALEA_ASSERT(sent == 0);
}

bool alea__channel_send(alea__channel *c, uint32_t kind, const void *data, size_t size)
{
    channel_head head = {.kind = kind, .size = size};
    struct iovec piece[2] = {{&head, sizeof head}, {(void *)(uintptr_t)data, size}};
    struct msghdr message = {.msg_iov = piece, .msg_iovlen = 2};
    while (piece[0].iov_len + piece[1].iov_len > 0) {
        ssize_t sent = sendmsg(c->fd, &message, MSG_NOSIGNAL);
        if (sent >= 0) channel_advance(piece, (size_t)sent);
        if (sent >= 0 ? !channel_ticks(c) : !channel_goes_on(c)) return false;
    }
    return true;
}

/* ---- receiving ---- */

/* Makes sure that something is in the buffer. */
static bool channel_fill(alea__channel *c)
{
    while (c->begin == c->end) {
        ssize_t got = recv(c->fd, c->buffer, sizeof c->buffer, 0);
        if (got == 0 || (got > 0 ? !channel_ticks(c) : !channel_goes_on(c))) return false;
        c->begin = 0;
        c->end = got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* At most `size` of the bytes that arrived. */
static size_t channel_take(alea__channel *c, const unsigned char **data, size_t size)
{
    size_t there = c->end - c->begin, part = size < there ? size : there;
    *data = c->buffer + c->begin;
    c->begin += part;
    return part;
}

static bool channel_receive_head(alea__channel *c, channel_head *head)
{
    unsigned char *out = (unsigned char *)head;
    for (size_t done = 0; done < sizeof *head;) {
        const unsigned char *data;
        if (!channel_fill(c)) return false;
        size_t part = channel_take(c, &data, sizeof *head - done);
        memcpy(out + done, data, part);
        done += part;
    }
    return head->unused == 0;
}

bool alea__channel_receive(alea__channel *c, uint32_t *kind, alea__text *out, size_t most)
{
    channel_head head;
    out->size = 0;
    if (!channel_receive_head(c, &head) || head.size > most) return false;
    *kind = head.kind;
    while (out->size < head.size) {
        const unsigned char *data;
        if (!channel_fill(c)) return false;
        size_t part = channel_take(c, &data, head.size - out->size);
        alea__text_add_bytes(out, data, part);
        if (out->failed) return false;
    }
    return true;
}

/* ---- file descriptors ---- */

/* The memory for a descriptor sent with a message. */
typedef union channel_control {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
} channel_control;

bool alea__channel_send_fd(alea__channel *c, int fd, int64_t number)
{
    channel_control control = {0};
    struct iovec piece = {&number, sizeof number};
    struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
    if (fd >= 0) {
        control.head = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(sizeof fd), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
    }
    for (;;) {
        ssize_t sent = sendmsg(c->fd, &message, MSG_NOSIGNAL);
        if (sent >= 0) return (size_t)sent == sizeof number;
        if (!channel_goes_on(c)) return false;
    }
}

bool alea__channel_receive_fd(alea__channel *c, int *fd, int64_t *number)
{
    channel_control control = {0};
    struct iovec piece = {number, sizeof *number};
    struct msghdr message = {
        .msg_iov = &piece, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ALEA_ASSERT(c->begin == c->end);
    *fd = -1;
    for (;;) {
        ssize_t got = recvmsg(c->fd, &message, MSG_CMSG_CLOEXEC | MSG_WAITALL);
        if (got < 0 && channel_goes_on(c)) continue;
        const struct cmsghdr *head = got >= 0 ? CMSG_FIRSTHDR(&message) : NULL;
        if (head && head->cmsg_type == SCM_RIGHTS && head->cmsg_len == CMSG_LEN(sizeof *fd))
            memcpy(fd, CMSG_DATA(head), sizeof *fd);
        if (got == (ssize_t)sizeof *number) return true;
        if (*fd >= 0) close(*fd);
        return false;
    }
}

/* ---- packing ---- */

void alea__pack_word(alea__text *out, uint64_t word)
{
    alea__text_add_bytes(out, &word, sizeof word);
}

void alea__pack_bytes(alea__text *out, const void *data, size_t size)
{
    alea__pack_word(out, size);
    if (size > 0) alea__text_add_bytes(out, data, size);
}

void alea__pack_text(alea__text *out, const char *text)
{
    if (text)
        alea__pack_bytes(out, text, strlen(text));
    else
        alea__pack_word(out, PACKED_NULL);
}

/* ---- unpacking ---- */

uint64_t alea__unpack_word(alea__unpacker *u)
{
    uint64_t word = 0;
    if (u->bad || u->left < sizeof word) {
        u->bad = true;
        return 0;
    }
    memcpy(&word, u->at, sizeof word);
    u->at += sizeof word;
    u->left -= sizeof word;
    return word;
}

/* The next bytes, after their length. */
static const unsigned char *unpack_piece(alea__unpacker *u, uint64_t length, size_t *size)
{
    const unsigned char *data = u->at;
    *size = 0;
    if (u->bad || length > u->left) {
        u->bad = true;
        return NULL;
    }
    *size = (size_t)length;
    u->at += length;
    u->left -= (size_t)length;
    return data;
}

const unsigned char *alea__unpack_bytes(alea__unpacker *u, size_t *size)
{
    return unpack_piece(u, alea__unpack_word(u), size);
}

char *alea__unpack_text(alea__unpacker *u, size_t most)
{
    size_t size;
    uint64_t length = alea__unpack_word(u);
    if (u->bad || length == PACKED_NULL) return NULL;
    const unsigned char *data = unpack_piece(u, length, &size);
    if (u->bad || size > most || memchr(data, 0, size)) {
        u->bad = true;
        return NULL;
    }
    char *text = alea__alloc(size + 1);
    if (!text)
        u->bad = u->no_memory = true;
    else
        memcpy(text, data, size);
    return text;
}

void alea__unpack_printable(alea__unpacker *u, char *out, size_t size)
{
    size_t length;
    const unsigned char *data = alea__unpack_bytes(u, &length);
    alea__printable(out, size, data ? (const char *)data : "", length);
}
