/* Messages between the library and its workers. */
#include "base/memory.h"
#include "support/test.h"
#include "worker/channel.h"

#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct pair {
    alea__channel here, there;
} pair;

static void open_pair(pair *p)
{
    int fd[2];
    *p = (pair){0};
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fd), 0);
    p->here.fd = fd[0];
    p->there.fd = fd[1];
}

static void close_pair(pair *p)
{
    close(p->here.fd);
    close(p->there.fd);
}

static void messages_arrive_one_by_one(void **state)
{
    (void)state;
    pair p;
    uint32_t kind = 0;
    alea__text in = {0};
    open_pair(&p);
    assert_true(alea__channel_send(&p.here, 7, "seven", 5));
    assert_true(alea__channel_send(&p.here, 8, NULL, 0));
    assert_true(alea__channel_receive(&p.there, &kind, &in, 5));
    assert_int_equal(kind, 7);
    assert_int_equal(in.size, 5);
    assert_memory_equal(in.data, "seven", 5);
    assert_true(alea__channel_receive(&p.there, &kind, &in, 0));
    assert_int_equal(kind, 8);
    assert_int_equal(in.size, 0);
    alea__text_free(&in);
    close_pair(&p);
}

static void a_longer_message_than_allowed_is_refused(void **state)
{
    (void)state;
    pair p;
    uint32_t kind;
    alea__text in = {0};
    open_pair(&p);
    assert_true(alea__channel_send(&p.here, 1, "seven", 5));
    assert_false(alea__channel_receive(&p.there, &kind, &in, 4));
    alea__text_free(&in);
    close_pair(&p);
}

/* A header that promises 2^60 bytes must not cause an allocation. */
static void a_huge_length_is_refused_at_once(void **state)
{
    (void)state;
    pair p;
    uint32_t kind;
    alea__text in = {0};
    const uint64_t head[2] = {1, UINT64_C(1) << 60};
    open_pair(&p);
    assert_int_equal(write(p.here.fd, head, sizeof head), sizeof head);
    assert_false(alea__channel_receive(&p.there, &kind, &in, 1 << 20));
    assert_int_equal(in.capacity, 0);
    close_pair(&p);
}

static void a_message_that_is_cut_off_is_refused(void **state)
{
    (void)state;
    const uint64_t whole[4] = {1, 16, 2, 3};
    for (size_t size = 0; size < sizeof whole; size++) {
        pair p;
        uint32_t kind;
        alea__text in = {0};
        open_pair(&p);
        assert_int_equal(write(p.here.fd, whole, size), size);
        shutdown(p.here.fd, SHUT_WR);
        assert_false(alea__channel_receive(&p.there, &kind, &in, 16));
        alea__text_free(&in);
        close_pair(&p);
    }
}

static bool count_down(void *user)
{
    int *left = user;
    return --*left > 0;
}

static void waiting_can_be_given_up(void **state)
{
    (void)state;
    const struct timeval tick = {.tv_usec = 1000};
    pair p;
    uint32_t kind;
    int left = 5;
    alea__text in = {0};
    open_pair(&p);
    setsockopt(p.here.fd, SOL_SOCKET, SO_RCVTIMEO, &tick, sizeof tick);
    p.here.tick = count_down;
    p.here.user = &left;
    assert_false(alea__channel_receive(&p.here, &kind, &in, 16));
    assert_int_equal(left, 0);
    close_pair(&p);
}

static void a_descriptor_comes_with_its_number(void **state)
{
    (void)state;
    pair p;
    int pipes[2], got;
    int64_t number;
    char letter = 0;
    open_pair(&p);
    assert_int_equal(pipe(pipes), 0);
    assert_true(alea__channel_send_fd(&p.here, pipes[1], 4711));
    assert_true(alea__channel_receive_fd(&p.there, &got, &number));
    assert_int_equal(number, 4711);
    assert_int_equal(write(got, "x", 1), 1);
    assert_int_equal(read(pipes[0], &letter, 1), 1);
    assert_int_equal(letter, 'x');
    assert_true(alea__channel_send_fd(&p.here, -1, -12));
    close(got);
    assert_true(alea__channel_receive_fd(&p.there, &got, &number));
    assert_int_equal(got, -1);
    assert_int_equal(number, -12);
    close(pipes[0]);
    close(pipes[1]);
    close_pair(&p);
}

/* ---- parts of messages ---- */

static alea__unpacker unpacker_of(const alea__text *text, size_t size)
{
    return (alea__unpacker){.at = (const unsigned char *)text->data, .left = size};
}

static void what_is_packed_is_unpacked(void **state)
{
    (void)state;
    alea__text t = {0};
    size_t size;
    char shown[8];
    alea__pack_word(&t, UINT64_MAX);
    alea__pack_bytes(&t, "a\0b", 3);
    alea__pack_text(&t, "text");
    alea__pack_text(&t, NULL);
    alea__pack_text(&t, "esc\033");
    alea__unpacker u = unpacker_of(&t, t.size);
    assert_true(alea__unpack_word(&u) == UINT64_MAX);
    assert_memory_equal(alea__unpack_bytes(&u, &size), "a\0b", 3);
    assert_int_equal(size, 3);
    char *text = alea__unpack_text(&u, 4);
    assert_string_equal(text, "text");
    assert_null(alea__unpack_text(&u, 4));
    assert_false(u.bad);
    alea__unpack_printable(&u, shown, sizeof shown);
    assert_string_equal(shown, "esc\\x1B");
    assert_int_equal(u.left, 0);
    alea__free(text);
    alea__text_free(&t);
}

/* Every message that ends too early is bad, wherever it ends. */
static void fields_that_are_not_there_are_bad(void **state)
{
    (void)state;
    alea__text t = {0};
    alea__pack_text(&t, "text");
    alea__pack_word(&t, 1);
    for (size_t size = 0; size < t.size; size++) {
        alea__unpacker u = unpacker_of(&t, size);
        alea__free(alea__unpack_text(&u, 4));
        alea__unpack_word(&u);
        assert_true(u.bad);
    }
    alea__text_free(&t);
}

static void texts_that_are_long_or_hold_zeros_are_bad(void **state)
{
    (void)state;
    alea__text t = {0};
    alea__pack_text(&t, "text");
    alea__unpacker u = unpacker_of(&t, t.size);
    assert_null(alea__unpack_text(&u, 3));
    assert_true(u.bad);
    t.size = 0;
    alea__pack_bytes(&t, "a\0b", 3);
    u = unpacker_of(&t, t.size);
    assert_null(alea__unpack_text(&u, 3));
    assert_true(u.bad);
    alea__text_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_arrive_one_by_one),
        cmocka_unit_test(a_longer_message_than_allowed_is_refused),
        cmocka_unit_test(a_huge_length_is_refused_at_once),
        cmocka_unit_test(a_message_that_is_cut_off_is_refused),
        cmocka_unit_test(waiting_can_be_given_up),
        cmocka_unit_test(a_descriptor_comes_with_its_number),
        cmocka_unit_test(what_is_packed_is_unpacked),
        cmocka_unit_test(fields_that_are_not_there_are_bad),
        cmocka_unit_test(texts_that_are_long_or_hold_zeros_are_bad),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
