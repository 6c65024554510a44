/* The teacher's list of submissions: a CSV file with the columns file, student and time, and optionally zone, id and email. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "contest/intake.h"
#include "contest/messages.h"

#include <string.h>

enum { LARGEST_LIST = 16 << 20, SHOWN = 256, CELL = 1000, CELLS = 64 };

typedef enum list_column {
    LIST_FILE,
    LIST_STUDENT,
    LIST_TIME,
    LIST_ZONE,
    LIST_ID,
    LIST_EMAIL,
    LIST_COLUMNS
} list_column;

typedef struct list_reader {
    const char *path;
    const char *at;
    char separator;
    bool open_quote; /* a quotation mark is not closed, so the rest of the file became one cell */
    int line;        /* of the row that was read last */
    int next_line;
    int place[LIST_COLUMNS]; /* index in a row by column; -1 if the column is missing */
    char cell[CELLS][CELL];
    int cells;
} list_reader;

/* ---- CSV ---- */

/* Takes one cell, in quotes or not (RFC 4180). */
static void list_take_cell(list_reader *r, char out[CELL])
{
    size_t size = 0;
    const bool quoted = *r->at == '"';
    if (quoted) r->at++;
    while (*r->at) {
        if (quoted && *r->at == '"' && r->at[1] != '"') break;
        if (quoted && *r->at == '"') r->at++;
        if (!quoted && (*r->at == r->separator || *r->at == '\n' || *r->at == '\r')) break;
        if (*r->at == '\n') r->next_line++;
        if (size + 1 < CELL) out[size++] = *r->at;
        r->at++;
    }
    out[size] = 0;
    r->open_quote |= quoted && !*r->at;
    while (*r->at && *r->at != r->separator && *r->at != '\n') r->at++;
}

/* Reads the next row that is not empty. Returns false at the end. */
static bool list_take_row(list_reader *r)
{
    while (*r->at == '\n' || *r->at == '\r') r->next_line += *r->at++ == '\n';
    if (!*r->at) return false;
    r->line = r->next_line;
    r->cells = 0;
    for (;;) {
        char ignored[CELL];
        list_take_cell(r, r->cells < CELLS ? r->cell[r->cells] : ignored);
        if (r->cells < CELLS) r->cells++;
        if (*r->at != r->separator) break;
        r->at++;
    }
    if (*r->at == '\n') {
        r->at++;
        r->next_line++;
    }
    return true;
}

static const char *list_cell(const list_reader *r, list_column column)
{
    const int place = r->place[column];
    ALEA_ASSERT(place < CELLS);
    return place >= 0 && place < r->cells ? r->cell[place] : "";
}

/* Finds the columns by the names in the first row. */
static alea_status list_take_head(list_reader *r, alea_error *error)
{
    static const char *const names[LIST_COLUMNS] = {"file", "student", "time", "zone", "id", "email"};
    const size_t head = strcspn(r->at, "\n");
    if (strncmp(r->at, "\xef\xbb\xbf", 3) == 0) r->at += 3;
    r->separator = memchr(r->at, ',', head)    ? ','
                   : memchr(r->at, ';', head)  ? ';'
                   : memchr(r->at, '\t', head) ? '\t'
                                               : ',';
    if (!list_take_row(r)) r->cells = 0;
    for (int column = 0; column < LIST_COLUMNS; column++) {
        r->place[column] = -1;
        for (int i = 0; i < r->cells; i++)
            if (alea__same_word(r->cell[i], names[column])) r->place[column] = i;
        if (column <= LIST_TIME && r->place[column] < 0)
            return alea__fail_at(error, ALEA_E_FILE, r->path, 1, CONTEST_LIST_COLUMN, names[column]);
    }
    return ALEA_OK;
}

/* ---- rows ---- */

/* Reports what is wrong with the last row, with its file. */
static alea_status list_fail(const list_reader *r, const char *why, alea_error *error)
{
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, list_cell(r, LIST_FILE), strlen(list_cell(r, LIST_FILE)));
    return alea__fail_at(error, ALEA_E_FILE, r->path, r->line, CONTEST_LIST_ROW, shown, why);
}

/* How well a row's file matches a candidate: 2: the whole path, 1: its end, 0: not at all. */
static int list_fits(const alea__candidate *c, const char *file)
{
    const size_t length = strlen(c->file), size = strlen(file);
    if (strcmp(c->file, file) == 0 || strcmp(c->file + c->inner, file) == 0) return 2;
    if (size == 0 || size >= length || strcmp(c->file + length - size, file) != 0) return 0;
    return c->file[length - size - 1] == '/';
}

/* Finds the candidate of a row; *out is NULL if there is none. Several are an error. */
static alea_status list_find(alea__intake *in, const list_reader *r, alea__candidate **out, alea_error *error)
{
    const char *file = list_cell(r, LIST_FILE);
    unsigned fitting[3] = {0};
    alea__candidate *best[3] = {NULL};
    char shown[SHOWN];
    for (uint32_t i = 0; i < in->count; i++) {
        if (in->candidate[i].staff || in->candidate[i].member > 0) continue;
        const int fit = list_fits(&in->candidate[i], file);
        fitting[fit]++;
        best[fit] = &in->candidate[i];
    }
    const int fit = fitting[2] ? 2 : 1;
    *out = fitting[fit] == 1 ? best[fit] : NULL;
    if (fitting[fit] <= 1) return ALEA_OK;
    alea__printable(shown, sizeof shown, file, strlen(file));
    return alea__fail_at(error, ALEA_E_FILE, r->path, r->line, CONTEST_LIST_MANY, shown, fitting[fit]);
}

/* A time without a zone is of the zone that its row names, else of the deadline's. */
static alea_status list_set_time(const alea__intake *in, const list_reader *r, alea__candidate *c,
                                 alea_error *error)
{
    char why[200];
    const char *zone = list_cell(r, LIST_ZONE);
    const alea__time_question q = {
        .text = list_cell(r, LIST_TIME), .zone = *zone ? zone : in->zone, .lookup = in->options.zone};
    if (!alea__time_read(&q, &c->when, NULL, why))
        return alea__fail_at(error, ALEA_E_FILE, r->path, r->line, "%s.", why);
    c->time_source = ALEA_TIME_LISTED;
    c->clock_unknown = false;
    return ALEA_OK;
}

/* Another line about a file, with the same time and another student, is about one who handed it in too. */
static alea_status list_apply_again(alea__intake *in, const list_reader *r, uint32_t index,
                                    alea__candidate **out, alea_error *error)
{
    alea__candidate *c = &in->candidate[index];
    const alea__instant before = c->when;
    const char *student = list_cell(r, LIST_STUDENT);
    alea_status status = list_set_time(in, r, c, error);
    if (status != ALEA_OK) return status;
    if (before.second != c->when.second || before.nanosecond != c->when.nanosecond || !*student)
        return list_fail(r, CONTEST_LIST_AGAIN, error);
    for (uint32_t i = 0; i < in->count; i++)
        if (in->candidate[i].found == c->found && in->candidate[i].student &&
            strcmp(in->candidate[i].student, student) == 0)
            return list_fail(r, CONTEST_LIST_AGAIN, error);
    status = alea__intake_add_member(in, index, error);
    *out = &in->candidate[in->count - 1];
    return status;
}

/* Applies a row. The list takes precedence over names and over Gradescope, whose other students of the file are removed. */
static alea_status list_apply(alea__intake *in, const list_reader *r, uint32_t index, alea_error *error)
{
    const char *student = list_cell(r, LIST_STUDENT), *id = list_cell(r, LIST_ID),
               *email = list_cell(r, LIST_EMAIL);
    alea__candidate *c = &in->candidate[index];
    alea_status status = ALEA_OK;
    if (c->time_source == ALEA_TIME_LISTED) {
        status = list_apply_again(in, r, index, &c, error);
    } else {
        for (uint32_t i = 0; i < in->count; i++)
            in->candidate[i].dropped |= i != index && in->candidate[i].found == c->found;
        c->doubtful = false;
        status = list_set_time(in, r, c, error);
    }
    if (status == ALEA_OK && *student) status = alea__intake_set(&c->student, student, CELL, error);
    if (status == ALEA_OK && *id) status = alea__intake_set(&c->id, id, CELL, error);
    if (status == ALEA_OK && *email) status = alea__intake_set(&c->email, email, CELL, error);
    return status;
}

/* ---- the list ---- */

/* Rows without a file are common, because a list may contain everyone who should submit; they are only counted. */
static alea_status list_read_rows(alea__intake *in, list_reader *r, alea_error *error)
{
    unsigned unknown = 0, unlisted = 0;
    char first[SHOWN] = "";
    alea_status status = ALEA_OK;
    while (status == ALEA_OK && list_take_row(r)) {
        alea__candidate *c = NULL;
        status = r->open_quote ? list_fail(r, CONTEST_LIST_QUOTE, error) : list_find(in, r, &c, error);
        if (status == ALEA_OK && c) status = list_apply(in, r, (uint32_t)(c - in->candidate), error);
        if (status == ALEA_OK && !c && unknown++ == 0)
            alea__printable(first, sizeof first, list_cell(r, LIST_FILE), strlen(list_cell(r, LIST_FILE)));
    }
    if (status == ALEA_OK && unknown)
        status = alea__intake_warn(in, error, CONTEST_LIST_UNKNOWN, unknown, first);
    for (uint32_t i = 0; i < in->count; i++) {
        const alea__candidate *c = &in->candidate[i];
        if (c->staff || c->dropped || c->time_source == ALEA_TIME_LISTED) continue;
        if (unlisted++ == 0) alea__printable(first, sizeof first, c->file, strlen(c->file));
    }
    if (status != ALEA_OK || unlisted == 0) return status;
    return alea__intake_warn(in, error, CONTEST_LIST_UNLISTED, unlisted, first);
}

alea_status alea__intake_read_list(alea__intake *in, alea_error *error)
{
    unsigned char *data;
    size_t size;
    if (!in->options.list) return ALEA_OK;
    alea_status status = alea__read_file(in->options.list, LARGEST_LIST, &data, &size, error);
    if (status != ALEA_OK) return status;
    list_reader *r = alea__alloc(sizeof *r);
    if (r) {
        *r = (list_reader){.path = in->options.list, .at = (const char *)data, .next_line = 1};
        status = list_take_head(r, error);
        if (status == ALEA_OK) status = list_read_rows(in, r, error);
    } else {
        status = alea__out_of_memory(error);
    }
    alea__free(r);
    alea__free(data);
    if (status == ALEA_OK) alea__intake_sweep(in);
    return status;
}
