/* A notebook with any bytes changed: it is refused with a sentence that names it, or it has what it had. The first byte says whether
   the rest changes the file, or one column of one row behind the back of an open notebook, where nothing but the reading of the
   column stands between it and the program. */
#include "fuzz/database_file.h"
#include "notebook/notebook.h"
#include <alea/run.h>

#include <math.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { GAMES = 3, TODAY = 1795392000 };

static char *good; /* the export of the good file */
static alea_notebook *opened;
static sqlite3 *behind;

static bool fine(alea_status status, const alea_error *error)
{
    if (status == ALEA_OK) return true;
    if (status != ALEA_E_FILE && status != ALEA_E_WRITE) abort();
    if (strncmp(error->message, fuzz_path, strlen(fuzz_path)) != 0) abort();
    return false;
}

/* ---- a good file ---- */

/* Plays some games with a bot that errs, and returns their record. */
static alea_record *play_games(void)
{
    char path[100];
    alea_game *game;
    alea_bot *bot[2];
    alea_run_result *result;
    alea_record *record;
    snprintf(path, sizeof path, "%s/games.jsonl", fuzz_folder);
    const alea_run_options options = {.games = GAMES, .threads = 1, .record = path, .record_games = GAMES};
    if (alea_game_open("pig(goal=10)", &game, NULL) != ALEA_OK) abort();
    for (int i = 0; i < 2; i++)
        if (alea_bot_open(game, i ? "random(0.5)" : "hold(9)", NULL, &bot[i], NULL) != ALEA_OK) abort();
    if (alea_run_match(game, bot, 2, &options, &result, NULL) != ALEA_OK) abort();
    if (alea_record_open(path, &record, NULL) != ALEA_OK) abort();
    unlink(path);
    alea_run_result_free(result);
    for (int i = 0; i < 2; i++) alea_bot_free(bot[i]);
    alea_game_free(game);
    return record;
}

static void write_games(void)
{
    alea_notebook *notebook;
    alea_reviewer *reviewer;
    alea_record *record = play_games();
    if (alea_reviewer_open(NULL, &reviewer, NULL) != ALEA_OK) abort();
    if (alea_notebook_open(fuzz_path, &notebook, NULL) != ALEA_OK) abort();
    for (size_t i = 0; i < GAMES; i++) {
        alea_review *review;
        bool added;
        if (alea_review_game(reviewer, record, i, &review, NULL) != ALEA_OK) abort();
        if (alea_notebook_add(notebook, reviewer, review, 3, TODAY, &added, NULL) != ALEA_OK) abort();
        alea_review_free(review);
    }
    if (alea_notebook_export(notebook, NULL, &good, NULL) != ALEA_OK) abort();
    alea_notebook_free(notebook);
    alea_record_free(record);
    alea_reviewer_free(reviewer);
}

static void run_behind(const char *sql)
{
    if (sqlite3_exec(behind, sql, NULL, NULL, NULL) != SQLITE_OK) abort();
}

/* Opens a notebook, and a second connection that may write NULL where the notebook never does. */
static void open_behind(void)
{
    static char path[100];
    snprintf(path, sizeof path, "%s/open.db", fuzz_folder);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(fuzz_good, 1, fuzz_size, file) != fuzz_size || fclose(file) != 0) abort();
    strcpy(fuzz_path, path);
    if (alea_notebook_open(path, &opened, NULL) != ALEA_OK) abort();
    if (sqlite3_open(path, &behind) != SQLITE_OK) abort();
    run_behind("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '')");
    if (sqlite3_close(behind) != SQLITE_OK || sqlite3_open(path, &behind) != SQLITE_OK) abort();
    run_behind("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF");
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    char first[sizeof fuzz_path];
    (void)count, (void)arguments;
    fuzz_make_folder();
    write_games();
    fuzz_keep_good();
    strcpy(first, fuzz_path);
    open_behind();
    strcpy(fuzz_path, first);
    return 0;
}

/* ---- the file ---- */

static void read_file_with(const uint8_t *changes, size_t size)
{
    alea_notebook *notebook;
    alea_error error;
    char *text;
    fuzz_write(changes, size);
    if (!fine(alea_notebook_open(fuzz_path, &notebook, &error), &error)) return;
    if (fine(alea_notebook_export(notebook, NULL, &text, &error), &error)) {
        if (strcmp(text, good) != 0) abort();
        alea_text_free(text);
    }
    alea_notebook_free(notebook);
}

/* ---- a column ---- */

/* Checks what every reader may rely on. */
static void check_history(const alea_notebook_history *h)
{
    for (size_t i = 0; i < h->entries; i++) {
        const alea_notebook_entry *e = &h->entry[i];
        if (!e->game || !e->player || e->seat >= ALEA_MAX_SEATS || !isfinite(e->luck)) abort();
        if (e->when < 0 || e->when > ALEA__NOTEBOOK_LATEST) abort();
    }
}

static bool damaged(alea_status status, const alea_error *error)
{
    if (status != ALEA_OK && (status != ALEA_E_FILE || !strstr(error->message, "is damaged"))) abort();
    return status != ALEA_OK;
}

static void read_opened(void)
{
    alea_notebook_history *history;
    alea_card *card;
    size_t count;
    char *text;
    alea_error error;
    if (!damaged(alea_notebook_read(opened, NULL, 0, TODAY, &history, &error), &error)) {
        check_history(history);
        alea_notebook_history_free(history);
    }
    if (!damaged(alea_notebook_due(opened, NULL, INT64_MAX, 100, &card, &count, &error), &error)) {
        for (size_t i = 0; i < count; i++)
            if (card[i].moves == 0 || card[i].box > ALEA__NOTEBOOK_BOXES || !card[i].why) abort();
        alea_notebook_cards_free(card, count);
    }
    if (!damaged(alea_notebook_export(opened, NULL, &text, &error), &error)) alea_text_free(text);
}

typedef struct column {
    const char *table, *name;
} column;

/* Puts a value into the column of the first row. Returns false if a UNIQUE column rejects it. */
static bool set_column(const column *c, const sqlite3_value *value)
{
    char sql[100];
    sqlite3_stmt *statement;
    snprintf(sql, sizeof sql, "UPDATE %s SET %s = ? WHERE id = 1", c->table, c->name);
    if (sqlite3_prepare_v2(behind, sql, -1, &statement, NULL) != SQLITE_OK) abort();
    if (sqlite3_bind_value(statement, 1, value) != SQLITE_OK) abort();
    const bool set = sqlite3_step(statement) == SQLITE_DONE;
    sqlite3_finalize(statement);
    return set;
}

/* A copy of the result of this query, whose parameter is bound by `data`: NULL, a number, a text or a blob. */
static sqlite3_value *ask_value(const char *sql, int type, const uint8_t *data, size_t size)
{
    sqlite3_stmt *statement;
    int64_t integer = 0;
    double real = 0;
    memcpy(&integer, data, size < 8 ? size : 8);
    memcpy(&real, data, size < 8 ? size : 8);
    if (sqlite3_prepare_v2(behind, sql, -1, &statement, NULL) != SQLITE_OK) abort();
    if (type == 1) sqlite3_bind_int64(statement, 1, integer);
    if (type == 2) sqlite3_bind_double(statement, 1, real);
    if (type == 3) sqlite3_bind_text(statement, 1, (const char *)data, (int)size, SQLITE_STATIC);
    if (type == 4) sqlite3_bind_blob(statement, 1, data, (int)size, SQLITE_STATIC);
    if (sqlite3_step(statement) != SQLITE_ROW) abort();
    sqlite3_value *value = sqlite3_value_dup(sqlite3_column_value(statement, 0));
    if (!value) abort();
    sqlite3_finalize(statement);
    return value;
}

/* The first byte chooses the column, the second the type of its new value; the rest is the value. */
static void read_column_with(const uint8_t *data, size_t size)
{
    static const column columns[] = {
        {"seat", "kept"},      {"seat", "player"},    {"seat", "objective"}, {"seat", "luck"},
        {"seat", "seat"},      {"seat", "decisions"}, {"seat", "game_spec"}, {"game", "scale"},
        {"game", "sha256"},    {"card", "moves"},     {"card", "moves"},     {"card", "moves"},
        {"card", "box"},       {"card", "due"},       {"card", "why"},       {"card", "cost"},
        {"card", "objective"}, {"card", "asked"},
    };
    char sql[100];
    if (size < 2) return;
    const column *c = &columns[data[0] % (sizeof columns / sizeof *columns)];
    snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE id = 1", c->name, c->table);
    sqlite3_value *old = ask_value(sql, 0, data, 0),
                  *value = ask_value("SELECT ?", data[1] % 5, data + 2, size - 2);
    if (set_column(c, value)) read_opened();
    if (!set_column(c, old)) abort();
    sqlite3_value_free(old);
    sqlite3_value_free(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    if (data[0] % 2)
        read_column_with(data + 1, size - 1);
    else
        read_file_with(data + 1, size - 1);
    return 0;
}
