/* Parts of a run: playing one, and adding all of them up. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "base/text.h"
#include "play/messages.h"
#include "play/part_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 256, LISTED = 12 };

/* ---- playing a part ---- */

static alea_status share_check(const alea_run_share *share, const alea_run_options *options,
                               alea_error *error)
{
    if (!share->file || !*share->file) return alea__fail(error, ALEA_E_USAGE, PART_NO_FILE);
    if (options->record) return alea__fail(error, ALEA_E_USAGE, PART_RECORD);
    if (share->parts < 1 || share->parts > ALEA_RUN_PARTS)
        return alea__fail(error, ALEA_E_RANGE, PART_PARTS, ALEA_RUN_PARTS, share->parts);
    if (share->part < 1 || share->part > share->parts)
        return alea__fail(error, ALEA_E_RANGE, PART_RANGE, share->parts, share->part, ALEA_RUN_PARTS);
    return ALEA_OK;
}

/* Bots that the caller made of tables in memory, not of files, cannot be distinguished; and a learner needs all games. */
static alea_status share_check_bots(const alea_game *game, alea_bot *const *bots, unsigned count,
                                    alea_error *error)
{
    const alea_bot *learner = alea__find_learner(game, bots);
    if (learner) return alea__fail(error, ALEA_E_REFUSED, PLAY_LEARNS, learner->name);
    for (unsigned i = 0; i < count; i++)
        if (!*bots[i]->identity) return alea__fail(error, ALEA_E_REFUSED, PART_IDENTITY, bots[i]->name);
    return ALEA_OK;
}

alea_status alea_run_part(const alea_game *game, alea_bot *const *bots, unsigned count,
                          const alea_run_options *given, const alea_run_share *share, uint64_t *games,
                          alea_error *error)
{
    alea__run_job job = {game, bots, ALEA__OPTIONS(alea_run_options, given), {0}, false};
    alea_status status = alea__run_check(game, bots, count, &job.options, error);
    if (status == ALEA_OK) status = share_check(share, &job.options, error);
    if (status == ALEA_OK) status = share_check_bots(game, bots, count, error);
    if (status != ALEA_OK) return status;
    job.span = alea__part_span(job.options.games, share->part, share->parts);
    *games = job.span.games;
    alea__run_played *played = alea__alloc(sizeof *played);
    if (!played) return alea__out_of_memory(error);
    status = alea__run_play(&job, played, error);
    if (status == ALEA_OK && played->stopped) status = alea__stop(error);
    if (status == ALEA_OK) status = alea__part_write(&job, share, played, error);
    alea__free(played);
    return status;
}

/* ---- merging ---- */

typedef struct part_file {
    const char *path;
    alea__part part;
} part_file;

static int part_file_before(const void *a, const void *b)
{
    const part_file *x = a, *y = b;
    if (x->part.part != y->part.part) return x->part.part < y->part.part ? -1 : 1;
    return strcmp(x->path, y->path);
}

/* Shows a value of a run's description. */
static const char *merge_show(const json_t *value, char out[SHOWN])
{
    const char *text = json_string_value(value);
    if (text)
        alea__printable(out, SHOWN, text, strlen(text));
    else
        snprintf(out, SHOWN, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    return out;
}

static alea_status merge_compare_bots(const part_file *first, const part_file *other, alea_error *error)
{
    char shown[SHOWN];
    const json_t *a = json_object_get(first->part.run, "bots"), *b = json_object_get(other->part.run, "bots");
    for (size_t i = 0; i < json_array_size(a); i++)
        if (!json_equal(json_array_get(a, i), json_array_get(b, i)))
            return alea__fail_at(error, ALEA_E_FILE, other->path, 0, PART_OTHER_BOT, first->path,
                                 merge_show(json_object_get(json_array_get(b, i), "name"), shown));
    return ALEA_OK;
}

/* All parts must be of one run, divided in one way. */
static alea_status merge_compare(const part_file *first, const part_file *other, alea_error *error)
{
    static const struct {
        const char *key, *words;
    } compared[] = {{"version", "the version of alea"},
                    {"game", "the game"},
                    {"rules", "the rule file"},
                    {"games", "the number of games"},
                    {"seed", "the seed"},
                    {"seats", "the seating"},
                    {"has_money", "the rules"},
                    {"has_score", "the rules"},
                    {"played_for", "what the game is played for"}};
    char there[SHOWN], here[SHOWN];
    for (size_t i = 0; i < sizeof compared / sizeof *compared; i++) {
        const json_t *a = json_object_get(first->part.run, compared[i].key);
        const json_t *b = json_object_get(other->part.run, compared[i].key);
        if (!json_equal(a, b))
            return alea__fail_at(error, ALEA_E_FILE, other->path, 0, PART_OTHER_RUN, first->path,
                                 compared[i].words, merge_show(a, there), merge_show(b, here));
    }
    if (first->part.parts != other->part.parts)
        return alea__fail_at(error, ALEA_E_FILE, other->path, 0, PART_OTHER_PARTS, other->part.parts,
                             first->path, first->part.parts);
    return merge_compare_bots(first, other, error);
}

/* Names the parts without a file; the files are in the order of their parts. */
static alea_status merge_report_missing(const part_file *file, size_t count, alea_error *error)
{
    alea__text list = {0};
    const unsigned parts = file[0].part.parts;
    unsigned missing = 0, next = 0;
    for (unsigned part = 1; part <= parts; part++) {
        if (next < count && file[next].part.part == part) {
            next++;
            continue;
        }
        if (missing < LISTED) alea__text_add(&list, "%s%u", missing ? ", " : "", part);
        missing++;
    }
    if (missing > LISTED) alea__text_add(&list, " and %u more", missing - LISTED);
    alea_status status = list.failed ? alea__out_of_memory(error)
                                     : alea__fail(error, ALEA_E_USAGE, PART_MISSING, parts,
                                                  missing == 1 ? "one is" : "these are", list.data);
    alea__text_free(&list);
    return status;
}

/* Sorts the files; each part must be there once. */
static alea_status merge_order(part_file *file, size_t count, alea_error *error)
{
    qsort(file, count, sizeof *file, part_file_before);
    for (size_t i = 1; i < count; i++)
        if (file[i].part.part == file[i - 1].part.part)
            return alea__fail_at(error, ALEA_E_USAGE, file[i].path, 0, PART_TWICE, file[i].part.part,
                                 file[i].part.parts, file[i - 1].path);
    return count == file[0].part.parts ? ALEA_OK : merge_report_missing(file, count, error);
}

static void merge_add_spread(alea__spread *sum, const alea__spread *more)
{
    sum->sum += more->sum;
    sum->squares += more->squares;
}

/* Adds the counts of a later part. */
static void merge_add(alea__totals *sum, const alea__totals *more)
{
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++) {
        uint64_t forfeits = 0;
        for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++) {
            forfeits += sum->failures.count[bot][kind];
            sum->failures.count[bot][kind] += more->failures.count[bot][kind];
        }
        if (forfeits == 0) {
            sum->failures.first_game[bot] = more->failures.first_game[bot];
            memcpy(sum->failures.text[bot], more->failures.text[bot], sizeof sum->failures.text[bot]);
        }
        sum->money_squared[bot] += more->money_squared[bot];
        sum->score_squared[bot] += more->score_squared[bot];
        merge_add_spread(&sum->wins[bot], &more->wins[bot]);
        merge_add_spread(&sum->money[bot], &more->money[bot]);
        merge_add_spread(&sum->score[bot], &more->score[bot]);
    }
    sum->full_blocks += more->full_blocks;
    alea__tally_add(&sum->tally, &more->tally);
}

/* The games of all parts together. */
static void merge_played(const part_file *file, size_t count, alea__run_played *out)
{
    *out = (alea__run_played){.path = ALEA_PATH_BLOCK, .single_games = true};
    const json_t *bots = json_object_get(file[0].part.run, "bots");
    for (size_t i = 0; i < json_array_size(bots); i++)
        out->single_games &= json_is_true(json_object_get(json_array_get(bots, i), "policy"));
    for (size_t i = 0; i < count; i++) {
        const alea__run_played *p = &file[i].part.played;
        merge_add(&out->totals, &p->totals);
        out->replayed += p->replayed;
        if (p->threads > out->threads) out->threads = p->threads;
        if (p->path == ALEA_PATH_STEP) out->path = ALEA_PATH_STEP;
    }
}

/* A result that holds its own texts. */
typedef struct merged_result {
    alea_run_result result;
    char text[]; /* one after the other, each with its zero byte */
} merged_result;

static size_t merge_text_size(const json_t *run)
{
    const json_t *bots = json_object_get(run, "bots");
    size_t size = json_string_length(json_object_get(run, "game")) + 1;
    for (size_t i = 0; i < json_array_size(bots); i++) {
        const json_t *bot = json_array_get(bots, i);
        size += json_string_length(json_object_get(bot, "name")) + 1;
        size += json_string_length(json_object_get(bot, "title")) + 1;
        size += json_string_length(json_object_get(bot, "kind")) + 1;
    }
    return size;
}

/* Copies a text behind the others. */
static const char *merge_keep(char **at, const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    char *copy = *at;
    memcpy(copy, json_string_value(value), json_string_length(value) + 1);
    *at += json_string_length(value) + 1;
    return copy;
}

/* Describes the run in the result, from the description in all parts. */
static void merge_describe(const json_t *run, merged_result *m)
{
    char *at = m->text;
    const json_t *bots = json_object_get(run, "bots");
    alea_objective objective;
    const bool known =
        alea__part_objective(json_string_value(json_object_get(run, "played_for")), &objective);
    ALEA_ASSERT(known); /* or alea__part_read has refused it */
    m->result = (alea_run_result){
        .game = merge_keep(&at, run, "game"),
        .asked = (uint64_t)json_integer_value(json_object_get(run, "games")),
        .seed = strtoull(json_string_value(json_object_get(run, "seed")), NULL, 10),
        .seats =
            strcmp(json_string_value(json_object_get(run, "seats")), "fixed") == 0 ? ALEA_FIXED : ALEA_ROTATE,
        .has_money = json_is_true(json_object_get(run, "has_money")),
        .has_score = json_is_true(json_object_get(run, "has_score")),
        .players = (unsigned)json_array_size(bots),
        .objective = objective,
    };
    for (size_t i = 0; i < json_array_size(bots); i++) {
        const json_t *bot = json_array_get(bots, i);
        alea_standing *s = &m->result.standing[i];
        s->bot = merge_keep(&at, bot, "name");
        s->title = merge_keep(&at, bot, "title");
        if (!*s->title) s->title = NULL;
        s->kind = merge_keep(&at, bot, "kind");
    }
}

/* Makes the result of all parts, which are in order. */
static alea_status merge_result(const part_file *file, size_t count, alea_run_result **out, alea_error *error)
{
    const json_t *run = file[0].part.run;
    merged_result *m = alea__alloc(sizeof *m + merge_text_size(run));
    alea__run_played *played = alea__alloc(sizeof *played);
    alea_status status = m && played ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        merge_describe(run, m);
        merge_played(file, count, played);
        if (alea__part_can_be(&played->totals, m->result.asked))
            status = alea__run_stand(played, &m->result, error);
        else
            status = alea__fail_at(error, ALEA_E_FILE, file[0].path, 0, PART_DAMAGED);
    }
    alea__free(played);
    if (status == ALEA_OK)
        *out = &m->result;
    else
        alea__free(m);
    return status;
}

/* Reads all files, which must belong to the run of the first. */
static alea_status merge_read(const char *const *files, size_t count, part_file *out, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) {
        out[i].path = files[i];
        status = alea__part_read(files[i], &out[i].part, error);
        if (status == ALEA_OK) status = merge_compare(&out[0], &out[i], error);
    }
    return status;
}

alea_status alea_run_merge(const char *const *files, size_t count, alea_run_result **out, alea_error *error)
{
    if (count == 0) return alea__fail(error, ALEA_E_USAGE, PART_NO_FILES);
    part_file *file = alea__alloc_array(count, sizeof *file);
    if (!file) return alea__out_of_memory(error);
    alea_status status = merge_read(files, count, file, error);
    if (status == ALEA_OK) status = merge_order(file, count, error);
    if (status == ALEA_OK) status = merge_result(file, count, out, error);
    for (size_t i = 0; i < count; i++) alea__part_clear(&file[i].part);
    alea__free(file);
    return status;
}
