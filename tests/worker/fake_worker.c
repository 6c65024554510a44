/* A program that replaces alea-worker and lies. Its file name selects the lie: `garbage-SEED` answers everything with
   random bytes, `LIE` with a well-formed message that makes no sense. */
#include "worker/protocol.h"

#include <alea/bot.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *lie;
static uint64_t random_state;

static uint64_t next_random(void)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return random_state >> 20;
}

/* ---- workers ---- */

/* A message with random kind and fields; now and then one that is no message. */
static void send_garbage(alea__channel *c)
{
    static const uint32_t kinds[] = {ALEA__DONE, ALEA__DONE, ALEA__DONE, ALEA__ALIVE,
                                     ALEA__FIND, ALEA__KEEP, 0,          99};
    unsigned char bytes[300];
    alea__text out = {0};
    if (next_random() % 2) alea__pack_word(&out, 0); /* ALEA_OK */
    for (uint64_t fields = next_random() % 6; fields > 0; fields--) {
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)next_random();
        if (next_random() % 2)
            alea__pack_word(&out, next_random() % 4 ? next_random() % 70 : next_random());
        else
            alea__pack_bytes(&out, bytes, next_random() % sizeof bytes);
    }
    if (next_random() % 8 == 0) {
        if (write(c->fd, bytes, 1 + next_random() % sizeof bytes) < 0) _exit(1);
        if (next_random() % 2) _exit(0);
    }
    alea__channel_send(c, kinds[next_random() % (sizeof kinds / sizeof *kinds)], out.data, out.size);
    alea__text_free(&out);
}

/* Describes a file as a bot. */
static void pack_opening(alea__text *out)
{
    alea__pack_word(out, 0);
    alea__pack_word(out, strcmp(lie, "rolls") == 0);
    alea__pack_word(out, 0);
    alea__pack_text(out, strcmp(lie, "escape") == 0 ? "what\033[2J" : "A bot.");
    alea__pack_word(out, strcmp(lie, "imports") == 0 ? UINT64_C(1) << 61 : 0);
}

static void pack_answers(alea__text *out)
{
    const bool many = strcmp(lie, "many") == 0, none = strcmp(lie, "none") == 0;
    alea__pack_word(out, many ? 1000000 : none ? 0 : 1);
    alea__pack_word(out, strcmp(lie, "bool") == 0 ? 2 : 1);
    alea__pack_word(out, strcmp(lie, "failure") == 0 ? 77 : 0);
    alea__pack_word(out, 5);
}

/* Counts that cannot be: more wins than games, money out of nothing, or wins of a bot that does not play. */
static void pack_tally(alea__text *out, uint64_t games)
{
    enum { WINS = 3, MONEY = WINS + 64, WORDS = MONEY + 64 + 16 + 8 + 16 };
    uint64_t word[WORDS] = {games};
    if (strcmp(lie, "wins") == 0) word[WINS] = games + 1;
    if (strcmp(lie, "both-win") == 0) word[WINS] = word[WINS + 8 + 1] = games;
    if (strcmp(lie, "money") == 0) word[MONEY] = 1;
    if (strcmp(lie, "stranger") == 0) word[WINS + 5 * 8] = 1;
    if (strcmp(lie, "games") == 0) word[0] = games - 1;
    for (int i = 0; i < WORDS; i++) alea__pack_word(out, word[i]);
}

/* Failures of two bots that cannot be: more than games, in a game of another block, of a kind that is none, or words
   about a failure that was not. */
static void pack_failures(alea__text *out, uint64_t games)
{
    for (int bot = 0; bot < 2; bot++) {
        for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++) {
            const bool none = kind == 0 && strcmp(lie, "no-failure") == 0;
            const bool many = kind > 0 && strcmp(lie, "failures") == 0;
            const bool one = kind == 2 && strcmp(lie, "first-game") == 0;
            alea__pack_word(out, none || one ? 1 : many ? games : 0);
        }
        alea__pack_word(out, strcmp(lie, "first-game") == 0 ? 4096 : 0);
        alea__pack_text(out, strcmp(lie, "words") == 0 ? "words" : "");
    }
}

/* The moves of two bots: none. With some lies they have more bytes than were announced. */
static void pack_moves(alea__text *out)
{
    for (int bot = 0; bot < 2; bot++) {
        alea__pack_word(out, 0);
        alea__pack_word(out, 0);
        alea__pack_word(out, 0);
        alea__pack_text(out, "");
    }
    alea__pack_word(out, strcmp(lie, "bytes") == 0 ? UINT64_C(1) << 40 : 0);
}

/* Answers all moves 255, or too few. */
static void pack_table(alea__text *out)
{
    static unsigned char moves[10000];
    memset(moves, 255, sizeof moves);
    alea__pack_word(out, 1);
    alea__pack_bytes(out, moves, strcmp(lie, "short") == 0 ? 100 : sizeof moves);
    alea__pack_text(out, "name");
    alea__pack_text(out, "");
    alea__pack_word(out, 0);
    alea__pack_text(out, "");
    alea__pack_text(out, "");
}

/* A file of an archive that cannot be, or more files than there are. */
static void pack_member(alea__text *out)
{
    const bool read = strcmp(lie, "listed-bytes") != 0;
    alea__pack_word(out, strcmp(lie, "members") == 0        ? UINT64_C(1) << 60
                         : strcmp(lie, "more-members") == 0 ? 2
                                                            : 1);
    alea__pack_text(out, strcmp(lie, "nameless") == 0 ? NULL : "a.csv");
    alea__pack_word(out, strcmp(lie, "kind") == 0 ? 77 : read);
    alea__pack_word(out, 1);
    alea__pack_word(out, strcmp(lie, "time") == 0 ? UINT64_C(1) << 62 : 5);
    alea__pack_word(out, strcmp(lie, "size") == 0 ? 4 : 3);
    alea__pack_bytes(out, "6,6", 3);
    if (strcmp(lie, "rest") == 0) alea__pack_word(out, 0);
}

/* A byte now and then of a long message, or questions about compiled code, without end. */
static _Noreturn void never_answer(alea__channel *c)
{
    const uint64_t head[2] = {ALEA__DONE, 1 << 20};
    const struct timespec pause = {.tv_nsec = 5000000};
    char key[65];
    if (strcmp(lie, "drip") == 0 && write(c->fd, head, sizeof head) < 0) _exit(1);
    for (uint64_t n = 0;; n++) {
        alea__text out = {0};
        snprintf(key, sizeof key, "%064" PRIx64, n);
        alea__pack_text(&out, key);
        nanosleep(&pause, NULL);
        if (strcmp(lie, "drip") == 0 ? write(c->fd, "", 1) < 0
                                     : !alea__channel_send(c, ALEA__FIND, out.data, out.size))
            _exit(1);
        alea__text_free(&out);
    }
}

static void answer(alea__channel *c, uint32_t kind, const alea__text *in)
{
    alea__text out = {0};
    alea__unpacker u = {.at = (const unsigned char *)in->data, .left = in->size};
    if (strncmp(lie, "garbage", 7) == 0) {
        send_garbage(c);
        return;
    }
    if (strcmp(lie, "silent") == 0 && kind == ALEA__ASK) return;
    if ((strcmp(lie, "drip") == 0 || strcmp(lie, "flood") == 0) && kind == ALEA__ASK) never_answer(c);
    if (strcmp(lie, "gone") == 0 && kind == ALEA__ASK) _exit(0);
    if (strcmp(lie, "memory") == 0 && kind == ALEA__OPEN_BOT) {
        alea__pack_status(&out, ALEA_E_MEMORY, &(alea_error){.message = "There is not enough memory."});
    } else {
        alea__pack_word(&out, 0);
        if (kind == ALEA__OPEN_BOT) pack_opening(&out);
        if (kind == ALEA__START) alea__pack_word(&out, 1);
        if (kind == ALEA__ASK) pack_answers(&out);
        if (kind == ALEA__JUDGE) pack_table(&out);
        if (kind == ALEA__UNZIP) pack_member(&out);
        if (kind == ALEA__PLAY) {
            alea__unpack_word(&u);
            alea__pack_word(&out, 1);
            pack_tally(&out, alea__unpack_word(&u));
        }
        if (kind == ALEA__PLAY_STEPS) {
            alea__unpack_word(&u);
            const uint64_t games = alea__unpack_word(&u);
            pack_tally(&out, games);
            pack_failures(&out, games);
            alea__unpack_word(&u);
            if (alea__unpack_word(&u) != 0) pack_moves(&out);
        }
    }
    alea__channel_send(c, ALEA__DONE, out.data, out.size);
    alea__text_free(&out);
}

static _Noreturn void be_worker(int fd)
{
    static alea__channel c;
    alea__text in = {0};
    uint32_t kind;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    close(ALEA__WORKER_FD);
    c.fd = fd;
    while (alea__channel_receive(&c, &kind, &in, ALEA__MOST_REQUEST)) answer(&c, kind, &in);
    _exit(0);
}

/* ---- the zygote, which is honest ---- */

static void make_worker(alea__channel *c)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) _exit(1);
    next_random();
    pid_t child = fork();
    if (child == 0) {
        close(pair[0]);
        be_worker(pair[1]);
    }
    alea__channel_send_fd(c, pair[0], child);
    close(pair[0]);
    close(pair[1]);
}

static void serve(alea__channel *c, uint32_t kind, const alea__text *in)
{
    alea__text out = {0};
    alea__unpacker u = {.at = (const unsigned char *)in->data, .left = in->size};
    int said = 0;
    if (kind == ALEA__FORK) {
        make_worker(c);
        return;
    }
    alea__pack_word(&out, 0);
    if (kind == ALEA__END) {
        pid_t child = (pid_t)alea__unpack_word(&u);
        kill(child, SIGKILL);
        waitpid(child, &said, 0);
        alea__pack_word(&out, (uint64_t)said);
    }
    if (kind == ALEA__PYTHON) alea__pack_text(&out, "");
    alea__channel_send(c, ALEA__DONE, out.data, out.size);
    alea__text_free(&out);
}

int main(void)
{
    static alea__channel control = {.fd = ALEA__WORKER_FD};
    char self[4096] = "";
    alea__text in = {0};
    uint32_t kind;
    if (readlink("/proc/self/exe", self, sizeof self - 1) <= 0) return 1;
    lie = strrchr(self, '/') + 1;
    if (strncmp(lie, "garbage-", 8) == 0) random_state = strtoull(lie + 8, NULL, 10) * 7919;
    if (strcmp(lie, "no-zygote") == 0) return 0;
    signal(SIGPIPE, SIG_IGN);
    while (alea__channel_receive(&control, &kind, &in, ALEA__MOST_REQUEST)) serve(&control, kind, &in);
    return 0;
}
