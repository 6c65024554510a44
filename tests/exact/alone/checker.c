/* A family's checker with its rules and its referee, and nothing that solves: that this program links is half of the test. The
   other half: it accepts the tables whose files are its arguments, and refuses them once any of their claims is wrong.

   A claim is made wrong by moving one bound, or both of one position, by 1e-6. Only intervals much narrower than that are
   touched, so that one of the two bounds is false then: no sound checker may accept it. */
#include "exact/alone/alone.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DAMAGE 1e-6
#define NARROW (DAMAGE / 10)
enum { PLACES = 12 /* of each matrix */ };

typedef struct table {
    const char *path;
    alea_game *game;
    alea__values_file file;
} table;

typedef struct damage {
    const char *what;
    double lower, upper; /* by how much they are moved */
} damage;

static const damage damages[] = {
    {"the lower bound raised", DAMAGE, 0},
    {"the upper bound lowered", 0, -DAMAGE},
    {"both bounds raised", DAMAGE, DAMAGE},
    {"both bounds lowered", -DAMAGE, -DAMAGE},
};
enum { DAMAGES = sizeof damages / sizeof *damages };

static void die(const char *path, const char *message)
{
    fprintf(stderr, "%s: %s\n", path, message);
    exit(1);
}

static alea_verdict check(const table *t)
{
    alea_error error = {0};
    alea_verdict verdict = {0};
    const alea_progress silent = {0};
    if (alone_family->solver->check(t->game->rules, t->file.values, &silent, &verdict, &error) != ALEA_OK)
        die(t->path, error.message);
    return verdict;
}

static void expect_refusal(const table *t, const char *where, const char *what)
{
    if (check(t).holds) {
        fprintf(stderr, "%s, %s: accepted with %s by %g\n", t->path, where, what, DAMAGE);
        exit(1);
    }
}

static unsigned refuse_damage(const table *t, double *lower, double *upper, const char *where)
{
    const double low = *lower, high = *upper;
    if (!(high - low < NARROW)) return 0; /* nothing is there, or nothing precise is known */
    for (int i = 0; i < DAMAGES; i++) {
        *lower = low + damages[i].lower;
        *upper = high + damages[i].upper;
        expect_refusal(t, where, damages[i].what);
    }
    *lower = low;
    *upper = high;
    return DAMAGES;
}

/* Evenly spread over the matrix, its first and its last place included. */
static unsigned refuse_matrix(const table *t, alea__matrix *m)
{
    const size_t last = (size_t)m->rows * m->columns - 1;
    unsigned refused = 0;
    char where[100];
    for (size_t i = 0; i < PLACES; i++) {
        const size_t at = last * i / (PLACES - 1);
        snprintf(where, sizeof where, "%s %zu,%zu", m->name, at / m->columns, at % m->columns);
        refused += refuse_damage(t, &m->lower[at], &m->upper[at], where);
    }
    return refused;
}

static void test_table(const char *path)
{
    const alea__family *const families[] = {alone_family, NULL};
    table t = {.path = path};
    alea_error error = {0};
    if (alea__values_read(path, &t.file, &error) != ALEA_OK) die(path, error.message);
    if (!t.file.values) die(path, "holds no values");
    if (alea__game_open(t.file.game, 0, families, &t.game, &error) != ALEA_OK) die(path, error.message);
    alea_verdict verdict = check(&t);
    if (!verdict.holds) die(path, verdict.reason);
    alea__values *values = t.file.values;
    unsigned refused = refuse_damage(&t, &values->start.lower, &values->start.upper, "the start");
    for (unsigned k = 0; k < values->count; k++) refused += refuse_matrix(&t, &values->matrix[k]);
    if (refused <= DAMAGES) die(path, "nothing could be damaged");
    if (!check(&t).holds) die(path, "it was not restored");
    printf("%s: accepted, and refused with each of %u wrong bounds\n", path, refused);
    alea_game_free(t.game);
    alea__values_file_clear(&t.file);
}

int main(int count, char **path)
{
    if (count < 2) die(path[0], "files of tables are wanted");
    for (int i = 1; i < count; i++) test_table(path[i]);
    return 0;
}
