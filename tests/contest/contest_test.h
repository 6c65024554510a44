#ifndef TESTS_CONTEST_CONTEST_TEST_H
#define TESTS_CONTEST_CONTEST_TEST_H
/* Shared by the tests of contests: files of strategies, and contests that run or are refused. */
#include "base/file.h"
#include "support/files.h"
#include <alea/contest.h>
#include <sys/stat.h>

enum { SIDE = 100, CELLS = SIDE * SIDE };

HELPER void make_folder(const char *path)
{
    assert_int_equal(mkdir(path, 0777), 0);
}

/* A CSV file of a strategy that rolls rule(own, opponent, number) dice. */
HELPER void write_table(const char *path, unsigned (*rule)(unsigned own, unsigned opponent, unsigned number),
                        unsigned number)
{
    static char text[CELLS * 3 + 1];
    size_t at = 0;
    for (unsigned own = 0; own < SIDE; own++)
        for (unsigned other = 0; other < SIDE; other++)
            at += (size_t)sprintf(text + at, "%u%c", rule(own, other, number), other + 1 < SIDE ? ',' : '\n');
    write_bytes(path, text, at);
}

HELPER unsigned always(unsigned own, unsigned opponent, unsigned number)
{
    (void)own, (void)opponent;
    return number;
}

/* No pattern, the same every time. */
HELPER unsigned mixed(unsigned own, unsigned opponent, unsigned number)
{
    uint64_t x = ((uint64_t)number * CELLS + own * SIDE + opponent + 1) * UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (unsigned)((x ^ x >> 32) % 11);
}

/* `count` different tables FOLDER/t00.csv … */
HELPER void write_tables(const char *folder, unsigned count)
{
    char path[200];
    make_folder(folder);
    for (unsigned i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/t%02u.csv", folder, i);
        write_table(path, mixed, i);
    }
}

HELPER alea_contest *hold(const alea_game *game, const char *path, alea_sandbox *sandbox,
                          const alea_contest_options *options)
{
    alea_contest *contest;
    alea_error error;
    if (alea_contest_run(game, &path, 1, sandbox, options, &contest, &error) != ALEA_OK)
        fail_msg("%s: %s", path, error.message);
    return contest;
}

/* A contest of this path fails, and the sentence names these words. */
HELPER void refuses(const alea_game *game, const char *path, const alea_contest_options *options,
                    alea_status status, const char *first, const char *second)
{
    alea_contest *contest = NULL;
    alea_error error = {0};
    alea_status found = alea_contest_run(game, &path, 1, NULL, options, &contest, &error);
    if (found != status) fail_msg("%s: status %d: %s", path, found, error.message);
    assert_null(contest);
    assert_says(error, first);
    assert_says(error, second);
}

/* Returns the entry whose file name ends in `ending`. */
HELPER const alea_contest_entry *entry_of(const alea_contest *c, const char *ending)
{
    for (unsigned i = 0; i < c->count; i++) {
        size_t length = strlen(c->entry[i].file), tail = strlen(ending);
        if (length >= tail && strcmp(c->entry[i].file + length - tail, ending) == 0) return &c->entry[i];
    }
    fail_msg("no entry %s", ending);
    return NULL;
}

HELPER double rate_of(const alea_contest *c, const char *one, const char *other)
{
    return c->rate[(entry_of(c, one) - c->entry) * c->count + (entry_of(c, other) - c->entry)];
}

/* Compares everything that does not depend on what the database contained. */
HELPER void assert_same_contest(const alea_contest *a, const alea_contest *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->ranked, b->ranked);
    assert_memory_equal(a->rate, b->rate, (size_t)a->count * a->count * sizeof *a->rate);
    assert_memory_equal(a->ranking, b->ranking, a->ranked * sizeof *a->ranking);
    for (unsigned i = 0; i < a->count; i++) {
        const alea_contest_entry *p = &a->entry[i], *q = &b->entry[i];
        assert_string_equal(p->name, q->name);
        assert_string_equal(p->file, q->file);
        assert_string_equal(p->printed, q->printed);
        assert_int_equal(p->ok, q->ok);
        if (!p->ok) assert_string_equal(p->reason, q->reason);
        if (!p->ok) assert_string_equal(p->what, q->what);
        if (p->ok) assert_memory_equal(p->moves, q->moves, (size_t)a->side * a->side);
        assert_int_equal(p->matches_won, q->matches_won);
        assert_int_equal(p->rank, q->rank);
        assert_int_equal(p->award, q->award);
        assert_memory_equal(&p->mean_rate, &q->mean_rate, sizeof p->mean_rate);
    }
}
#endif
