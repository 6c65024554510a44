#include "play/learn_state.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "play/messages.h"

#include <jansson.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_STATE = 256 << 20, HASH = 64 };

void alea__known_free(alea__known *k)
{
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) alea__text_free(&k->bot[i]);
}

/* ---- the line in front ---- */

static json_t *state_bots(const alea__match *m)
{
    json_t *bots = json_array();
    for (unsigned i = 0; i < m->game->players; i++)
        json_array_append_new(bots, json_string(m->bots[i]->identity));
    return bots;
}

/* What must be equal for a match to continue. */
static json_t *state_match(const alea__match *m)
{
    return json_pack("{s:s, s:i, s:s, s:s, s:I, s:b, s:o}", "alea", "learner", "version", 1, "game",
                     m->game->spec, "rules_sha256", m->game->sha256, "seed", (json_int_t)m->seed, "rotate",
                     (int)m->rotate, "bots", state_bots(m));
}

static json_t *state_number(double value)
{
    return isnan(value) ? json_null() : json_real(value);
}

/* A point as a row of numbers; those that are not known are null. */
static json_t *state_point(const alea_learn_point *p)
{
    const alea_interval *const i[] = {&p->value, &p->loss, &p->exploitability};
    json_t *row = json_array();
    json_array_append_new(row, json_integer((json_int_t)p->games));
    json_array_append_new(row, json_integer((json_int_t)p->played));
    json_array_append_new(row, state_number(p->rate));
    json_array_append_new(row, state_number(p->rate_se));
    for (int n = 0; n < 3; n++) {
        json_array_append_new(row, state_number(i[n]->lower));
        json_array_append_new(row, state_number(i[n]->upper));
    }
    return row;
}

alea_status alea__learn_write(const alea__match *m, const alea_learn_curve *c, const alea__known *known,
                              const char *path, alea_error *error)
{
    char hash[HASH + 1];
    alea__text out = {0};
    json_t *head = state_match(m), *points = json_array(), *sizes = json_array();
    for (unsigned i = 0; i < c->count; i++) json_array_append_new(points, state_point(&c->point[i]));
    for (unsigned i = 0; i < m->game->players; i++)
        json_array_append_new(sizes, json_integer((json_int_t)known->bot[i].size));
    json_object_set_new(head, "points", points);
    json_object_set_new(head, "sizes", sizes);
    char *line = json_dumps(head, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(head);
    if (line) alea__text_add(&out, "%s\n", line);
    for (unsigned i = 0; i < m->game->players; i++)
        alea__text_add_bytes(&out, known->bot[i].data, known->bot[i].size);
    alea__sha256_hex(out.data, out.size, hash);
    alea__text_add(&out, "\n%s\n", hash);
    alea_status status =
        !line || out.failed ? alea__out_of_memory(error) : alea__write_file(path, out.data, out.size, error);
    free(line);
    alea__text_free(&out);
    return status;
}

/* ---- back ---- */

static double state_read_number(const json_t *row, size_t at)
{
    const json_t *value = json_array_get(row, at);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static void state_read_point(const json_t *row, alea_learn_point *p)
{
    alea_interval *const i[] = {&p->value, &p->loss, &p->exploitability};
    p->games = (uint64_t)json_integer_value(json_array_get(row, 0));
    p->played = (uint64_t)json_integer_value(json_array_get(row, 1));
    p->rate = state_read_number(row, 2);
    p->rate_se = state_read_number(row, 3);
    for (size_t n = 0; n < 3; n++)
        *i[n] = (alea_interval){state_read_number(row, 4 + 2 * n), state_read_number(row, 5 + 2 * n)};
}

/* Takes the points, and what each bot knows from the bytes after the line. Returns false if they do not fit. */
static bool state_take(const alea__match *m, const json_t *head, const unsigned char *at, size_t left,
                       alea_learn_curve *c, alea__known *known)
{
    const json_t *points = json_object_get(head, "points"), *sizes = json_object_get(head, "sizes");
    const size_t count = json_array_size(points);
    if (count == 0 || count > ALEA_LEARN_POINTS) return false;
    for (size_t i = 0; i < count; i++) state_read_point(json_array_get(points, i), &c->point[i]);
    c->count = (unsigned)count;
    c->resumed = c->games = c->point[count - 1].games;
    for (unsigned i = 0; i < m->game->players; i++) {
        const json_int_t size = json_integer_value(json_array_get(sizes, i));
        if (size < 0 || (uint64_t)size > left) return false;
        alea__text_add_bytes(&known->bot[i], at, (size_t)size);
        at += size;
        left -= (size_t)size;
    }
    return left == 0;
}

/* Names the first thing in which the file's match is another one. */
static alea_status state_compare(const alea__match *m, const json_t *head, const char *path,
                                 alea_error *error)
{
    json_t *own = state_match(m), *value;
    const char *key, *differs = NULL;
    json_object_foreach(own, key, value)
    {
        if (!differs && !json_equal(value, json_object_get(head, key))) differs = key;
    }
    alea_status status = ALEA_OK;
    if (differs && (strcmp(differs, "alea") == 0 || strcmp(differs, "version") == 0))
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, LEARN_STATE_NONE);
    else if (differs)
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, LEARN_STATE_OTHER,
                               strcmp(differs, "bots") == 0           ? "bots or limits"
                               : strcmp(differs, "rules_sha256") == 0 ? "rules"
                               : strcmp(differs, "rotate") == 0       ? "seats"
                                                                      : differs);
    json_decref(own);
    return status;
}

alea_status alea__learn_read(const alea__match *m, const char *path, bool *found, alea_learn_curve *c,
                             alea__known *known, alea_error *error)
{
    unsigned char *data;
    size_t size;
    char hash[HASH + 1];
    *found = access(path, F_OK) == 0;
    if (!*found) return ALEA_OK;
    alea_status status = alea__read_regular_file(path, LARGEST_STATE, &data, &size, error);
    if (status != ALEA_OK) return status;
    const unsigned char *line = memchr(data, '\n', size);
    json_t *head = line ? json_loadb((const char *)data, (size_t)(line - data), 0, NULL) : NULL;
    if (!json_is_object(head)) {
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, LEARN_STATE_NONE);
    } else {
        status = state_compare(m, head, path, error);
        const size_t body = size > HASH + 2 ? size - HASH - 2 : 0, first = (size_t)(line + 1 - data);
        alea__sha256_hex(data, body, hash);
        if (status == ALEA_OK &&
            (body < first || data[body] != '\n' || memcmp(data + body + 1, hash, HASH) != 0 ||
             !state_take(m, head, line + 1, body - first, c, known)))
            status = alea__fail_at(error, ALEA_E_FILE, path, 0, LEARN_STATE_DAMAGED);
    }
    json_decref(head);
    alea__free(data);
    return status;
}
