/* Reads the file of a record line by line, and makes the record. */
#include "base/assert.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "base/text.h"
#include "play/messages.h"
#include "play/reader_inside.h"

#include <string.h>

/* ---- lines ---- */

/* The kind of a line is the first one whose key it has. */
static const struct {
    const char *key;
    alea__take *take;
    bool in_game; /* it belongs to a game */
} kinds[] = {
    {"roll", alea__take_roll, true},       {"move", alea__take_move, true},
    {"forfeit", alea__take_forfeit, true}, {"undo", alea__take_undo, true},
    {"end", alea__take_end, true},         {"begin", alea__take_begin, false},
    {"order", alea__take_order, false},
};

/* Takes a line by its kind. Line 1 is always the heading. */
static alea_status reader_take_object(alea__reading *r, const json_t *line, alea_error *error)
{
    if (!json_is_object(line)) return ALEA__WRONG(r, error, RECORD_NOT_OBJECT);
    if (r->line == 1) return alea__take_heading(r, line, error);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!json_object_get(line, kinds[i].key)) continue;
        if (kinds[i].in_game && !r->open)
            return ALEA__WRONG(r, error, r->begun ? RECORD_ENDED : RECORD_NOT_BEGUN);
        if (kinds[i].in_game && alea__game_log_mover(&r->log) == ALEA_OVER && !json_object_get(line, "end"))
            return ALEA__WRONG(r, error, RECORD_OVER);
        return kinds[i].take(r, line, error);
    }
    return ALEA__WRONG(r, error, RECORD_NO_KIND);
}

/* Parses one line of a record and takes its object. If the first line is not an object, the message names the version that
   wrote the file. */
static alea_status reader_take_line(alea__reading *r, const char *bytes, size_t size, alea_error *error)
{
    json_error_t why;
    bool no_memory;
    json_t *line = alea__parse_line(bytes, size, &why, &no_memory);
    if (no_memory) return alea__out_of_memory(error);
    if (!line && r->line == 1 && size > 0 && bytes[0] != '{') return alea__check_version(r, NULL, error);
    if (!line) return ALEA__WRONG(r, error, RECORD_NOT_JSON, alea__show(why.text).text);
    alea_status status = reader_take_object(r, line, error);
    json_decref(line);
    return status;
}

/* ---- the file ---- */

/* A window on the file: whole lines are taken off its front. */
typedef struct reader_window {
    alea__file *file;
    uint64_t at; /* position in the file, behind the window */
    size_t size; /* bytes in it */
    char bytes[ALEA_RECORD_LINE];
} reader_window;

static alea_status window_fill(reader_window *w, alea_error *error)
{
    uint64_t left = alea__file_size(w->file) - w->at;
    ALEA_ASSERT(w->size < sizeof w->bytes && w->at >= w->size);
    size_t capacity = sizeof w->bytes - w->size, more = left < capacity ? (size_t)left : capacity;
    if (more > 0 && !alea__file_get(w->file, w->at, w->bytes + w->size, more))
        return alea__file_failure(w->file, error);
    w->at += more;
    w->size += more;
    return ALEA_OK;
}

/* Takes the whole lines in the window; what remains in it is the beginning of a line. */
static alea_status window_take_lines(alea__reading *r, reader_window *w, alea_error *error)
{
    alea_status status = ALEA_OK;
    size_t begin = 0;
    for (const char *end; status == ALEA_OK && (end = memchr(w->bytes + begin, '\n', w->size - begin));) {
        size_t size = (size_t)(end - w->bytes) - begin;
        if (alea__stopped(r->wanted.progress)) return alea__stop(error);
        r->line++;
        status = reader_take_line(r, w->bytes + begin, size, error);
        begin += size + 1;
        r->size += size + 1;
    }
    ALEA_ASSERT(begin <= w->size);
    memmove(w->bytes, w->bytes + begin, w->size - begin);
    w->size -= begin;
    return status;
}

/* Reads the file to its end. Bytes after the last newline are no line: the record is then marked as cut. */
static alea_status window_read_all(alea__reading *r, reader_window *w, alea_error *error)
{
    do {
        alea_status status = window_fill(w, error);
        if (status == ALEA_OK) status = window_take_lines(r, w, error);
        if (status != ALEA_OK) return status;
        if (w->size == sizeof w->bytes) {
            r->line++;
            return ALEA__WRONG(r, error, RECORD_LONG_LINE, ALEA_RECORD_LINE);
        }
    } while (w->at < alea__file_size(w->file));
    r->owned->record.cut = w->size > 0;
    return ALEA_OK;
}

/* Reads the whole record, and closes the game that the end of the file leaves open. */
static alea_status reader_read_file(alea__reading *r, alea_error *error)
{
    reader_window *w = alea__alloc(sizeof *w);
    if (!w) return alea__out_of_memory(error);
    alea_status status = alea__file_open(r->path, &w->file, error);
    if (status == ALEA_OK) status = window_read_all(r, w, error);
    alea__file_close(w->file);
    alea__free(w);
    if (status != ALEA_OK) return status;
    if (r->line == 0) {
        r->line = 1;
        return ALEA__WRONG(r, error, RECORD_TRUNCATED);
    }
    return r->open && !r->wanted.last ? alea__close_game(r, error) : status;
}

alea_status alea__read_record(const char *path, const alea__wanted *wanted, alea__reading *r,
                              alea_error *error)
{
    *r = (alea__reading){.path = path, .wanted = *wanted, .owned = alea__alloc(sizeof *r->owned)};
    return r->owned ? reader_read_file(r, error) : alea__out_of_memory(error);
}

void alea__reading_free(alea__reading *r)
{
    if (r->owned) alea_record_free(&r->owned->record);
    alea__free(r->now.history);
    alea__game_log_free(&r->log);
}

/* ---- records ---- */

/* Reads a record and hands it to the caller; a single game that was asked for must be in it. */
static alea_status reader_open_record(const char *path, const alea__wanted *wanted, alea_record **out,
                                      alea_error *error)
{
    alea__reading r;
    alea_status status = alea__read_record(path, wanted, &r, error);
    if (status == ALEA_OK && !wanted->all && r.owned->record.count == 0)
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, RECORD_NO_GAME, wanted->number);
    if (status == ALEA_OK) {
        *out = &r.owned->record;
        r.owned = NULL;
    }
    alea__reading_free(&r);
    return status;
}

alea_status alea_record_open(const char *path, alea_record **out, alea_error *error)
{
    return reader_open_record(path, &(alea__wanted){.all = true}, out, error);
}

alea_status alea_record_open_stoppable(const char *path, const alea_progress *progress, alea_record **out,
                                       alea_error *error)
{
    return reader_open_record(path, &(alea__wanted){.all = true, .progress = progress}, out, error);
}

alea_status alea_record_open_game(const char *path, uint64_t number, alea_record **out, alea_error *error)
{
    return reader_open_record(path, &(alea__wanted){.number = number}, out, error);
}

void alea_record_free(alea_record *record)
{
    if (!record) return;
    alea__owned_record *owned = (alea__owned_record *)record;
    for (size_t i = 0; i < record->count; i++) {
        alea__free(record->played[i].event);
        alea__free(record->played[i].history);
    }
    alea__free(record->played);
    alea_game_free(record->game);
    alea__texts_free(&owned->texts);
    alea__free(owned);
}
