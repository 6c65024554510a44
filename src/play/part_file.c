#include "play/part_file.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/messages.h"
#include "play/reader_inside.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART_LARGEST = 4 << 20, PART_FORMAT = 1, PART_MOST_WORDS = 1024, SUM = 64 };

alea__run_span alea__part_span(uint64_t games, unsigned part, unsigned parts)
{
    ALEA_ASSERT(part >= 1 && part <= parts && parts <= ALEA_RUN_PARTS);
    const uint64_t blocks = (games + ALEA__BLOCK - 1) / ALEA__BLOCK;
    const uint64_t each = blocks / parts, more = blocks % parts;
    const uint64_t before = part - 1, first = before * each + (before < more ? before : more);
    const uint64_t end = (first + each + (before < more ? 1 : 0)) * ALEA__BLOCK;
    const uint64_t begin = first * ALEA__BLOCK;
    if (begin >= games) return (alea__run_span){begin, 0}; /* there are more parts than blocks */
    return (alea__run_span){begin, (end < games ? end : games) - begin};
}

/* ---- totals as words, there and back ---- */

/* One walk over all fields serves both directions. */
typedef struct part_words {
    uint64_t word[PART_MOST_WORDS];
    size_t count;
    bool reading;
} part_words;

static void part_word(part_words *w, uint64_t *number)
{
    ALEA_ASSERT(w->count < PART_MOST_WORDS);
    if (w->reading)
        *number = w->word[w->count];
    else
        w->word[w->count] = *number;
    w->count++;
}

static void part_signed(part_words *w, int64_t *number)
{
    uint64_t word = (uint64_t)*number;
    part_word(w, &word);
    *number = (int64_t)word;
}

static void part_wide(part_words *w, alea__wide *number)
{
    uint64_t low = (uint64_t)*number, high = (uint64_t)(*number >> 64);
    part_word(w, &low);
    part_word(w, &high);
    *number = (alea__wide)((alea__wide_unsigned)high << 64 | low);
}

static void part_spread(part_words *w, alea__spread *s)
{
    part_wide(w, &s->sum);
    part_wide(w, &s->squares);
}

/* The counts of a bot. */
static void part_bot(part_words *w, alea__totals *t, unsigned bot)
{
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) {
        part_word(w, &t->tally.wins[bot][seat]);
        part_signed(w, &t->tally.money[bot][seat]);
    }
    part_signed(w, &t->tally.score[bot]);
    part_wide(w, &t->money_squared[bot]);
    part_wide(w, &t->score_squared[bot]);
    part_spread(w, &t->wins[bot]);
    part_spread(w, &t->money[bot]);
    part_spread(w, &t->score[bot]);
    for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++) part_word(w, &t->failures.count[bot][kind]);
    part_word(w, &t->failures.first_game[bot]);
}

/* Everything except texts; the squares of the tally itself are in money_squared and score_squared. */
static void part_walk(part_words *w, alea__totals *t)
{
    part_word(w, &t->tally.games);
    part_word(w, &t->tally.unfinished);
    part_word(w, &t->tally.turns);
    part_word(w, &t->full_blocks);
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++) part_bot(w, t, bot);
}

/* The totals as a list of words; NULL if memory runs out. */
static json_t *part_totals(const alea__totals *totals)
{
    part_words words = {.reading = false};
    alea__totals copy = *totals;
    json_t *list = json_array();
    part_walk(&words, &copy);
    for (size_t i = 0; list && i < words.count; i++)
        if (json_array_append_new(list, json_integer((json_int_t)words.word[i])) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

/* Reads such a list. Returns false if it does not have exactly that many whole numbers. */
static bool part_take_totals(const json_t *list, alea__totals *out)
{
    part_words words = {.reading = false};
    *out = (alea__totals){0};
    part_walk(&words, out); /* how many there must be */
    if (!json_is_array(list) || json_array_size(list) != words.count) return false;
    for (size_t i = 0; i < words.count; i++) {
        const json_t *word = json_array_get(list, i);
        if (!json_is_integer(word)) return false;
        words.word[i] = (uint64_t)json_integer_value(word);
    }
    words.count = 0;
    words.reading = true;
    part_walk(&words, out);
    return true;
}

/* ---- possible values ---- */

/* Whether this many whole numbers can have this sum and this sum of squares, and errors can be computed from them. */
static bool part_spread_can_be(const alea__spread *s, uint64_t count)
{
    const alea__wide sum = s->sum < 0 ? -s->sum : s->sum, most = (alea__wide)1 << 125;
    if (count == 0) return s->sum == 0 && s->squares == 0;
    if (s->squares < 0 || s->squares > most / (alea__wide)count || sum > INT64_MAX || sum < 0) return false;
    return sum * sum <= (alea__wide)count * s->squares;
}

/* Whether this many games can have these numbers of a bot. */
static bool part_bot_can_be(const alea__totals *t, unsigned bot)
{
    const uint64_t games = t->tally.games;
    alea__spread money = {0, t->money_squared[bot]}, score = {t->tally.score[bot], t->score_squared[bot]};
    uint64_t wins = 0;
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) {
        if (t->tally.wins[bot][seat] > games) return false;
        wins += t->tally.wins[bot][seat];
        money.sum += t->tally.money[bot][seat];
    }
    for (unsigned kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
        if (t->failures.count[bot][kind] > games * ALEA_MAX_SEATS) return false;
    return wins <= games && part_spread_can_be(&money, games) && part_spread_can_be(&score, games) &&
           part_spread_can_be(&t->wins[bot], t->full_blocks) &&
           part_spread_can_be(&t->money[bot], t->full_blocks) &&
           part_spread_can_be(&t->score[bot], t->full_blocks);
}

bool alea__part_can_be(const alea__totals *t, uint64_t games)
{
    if (t->tally.games != games || t->tally.unfinished > games) return false;
    if (t->full_blocks > games / ALEA__BLOCK) return false;
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++)
        if (!part_bot_can_be(t, bot)) return false;
    return true;
}

/* ---- writing ---- */

/* The identity of the run: everything that its games depend on, and what the result shows. NULL if memory runs out. */
static json_t *part_run(const alea__run_job *job)
{
    const alea_game *game = job->game;
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, job->options.seed);
    json_t *bots = json_array();
    for (unsigned i = 0; bots && i < game->players; i++) {
        const alea_bot *bot = job->bots[i];
        json_t *one = json_pack("{s:s, s:s, s:s, s:s, s:b}", "name", bot->name, "title", bot->title, "kind",
                                alea_bot_kind(bot), "identity", bot->identity, "policy",
                                bot->policy != NULL || alea__bot_is_restored(bot));
        if (!one || json_array_append_new(bots, one) != 0) {
            json_decref(bots);
            return NULL;
        }
    }
    if (!bots) return NULL;
    return json_pack("{s:s, s:s, s:s, s:I, s:s, s:s, s:b, s:b, s:s, s:o}", "version", alea_version(), "game",
                     game->spec, "rules", game->sha256, "games", (json_int_t)job->options.games, "seed", seed,
                     "seats", job->options.seats == ALEA_ROTATE ? "rotate" : "fixed", "has_money",
                     game->family->rules->has_objective(game->rules, ALEA_MONEY), "has_score",
                     alea__game_is_scored(game), "played_for", alea_objective_name(alea_game_objective(game)),
                     "bots", bots);
}

static json_t *part_failures(const alea__failures *f)
{
    json_t *list = json_array();
    for (unsigned bot = 0; list && bot < ALEA_MAX_SEATS; bot++)
        if (json_array_append_new(list, json_string(f->text[bot])) != 0) {
            json_decref(list);
            return NULL;
        }
    return list;
}

/* The whole part; NULL if memory runs out. */
static json_t *part_object(const alea__run_job *job, const alea_run_share *share,
                           const alea__run_played *played)
{
    json_t *run = part_run(job), *totals = part_totals(&played->totals);
    json_t *failures = part_failures(&played->totals.failures);
    if (!run || !totals || !failures) {
        json_decref(run);
        json_decref(totals);
        json_decref(failures);
        return NULL;
    }
    return json_pack("{s:i, s:o, s:I, s:I, s:I, s:I, s:i, s:s, s:I, s:o, s:o}", "alea_part_of_a_run",
                     PART_FORMAT, "run", run, "part", (json_int_t)share->part, "parts",
                     (json_int_t)share->parts, "first", (json_int_t)job->span.first, "games",
                     (json_int_t)job->span.games, "threads", (int)played->threads, "path",
                     played->path == ALEA_PATH_BLOCK ? "block" : "step", "blocks_replayed",
                     (json_int_t)played->replayed, "totals", totals, "failures", failures);
}

/* The object on one line, and its SHA-256 on the next. */
alea_status alea__part_write(const alea__run_job *job, const alea_run_share *share,
                             const alea__run_played *played, alea_error *error)
{
    char sum[SUM + 1];
    alea__text text = {0};
    json_t *object = part_object(job, share, played);
    const int failure = object ? json_dump_callback(object, alea__text_take_json, &text, JSON_COMPACT) : -1;
    json_decref(object);
    if (failure != 0 || text.failed) {
        alea__text_free(&text);
        return alea__out_of_memory(error);
    }
    alea__sha256_hex(text.data, text.size, sum);
    alea__text_add(&text, "\n%s\n", sum);
    alea_status status =
        text.failed ? alea__out_of_memory(error) : alea__write_file(share->file, text.data, text.size, error);
    alea__text_free(&text);
    return status;
}

/* ---- reading ---- */

/* Whether the second line is the checksum of the first; ends the first. */
static bool part_is_whole(char *data, size_t size)
{
    char sum[SUM + 1];
    char *end = memchr(data, '\n', size);
    if (!end || (size_t)(data + size - end) != SUM + 2 || data[size - 1] != '\n') return false;
    alea__sha256_hex(data, (size_t)(end - data), sum);
    if (memcmp(end + 1, sum, SUM) != 0) return false;
    *end = 0;
    return true;
}

/* Counts the bots. Returns false if one of them lacks a key. */
static bool part_take_bots(const json_t *run, unsigned *players)
{
    const json_t *bots = json_object_get(run, "bots");
    *players = (unsigned)json_array_size(bots);
    if (*players < 1 || *players > ALEA_MAX_SEATS) return false;
    for (unsigned i = 0; i < *players; i++) {
        const char *name, *title, *kind, *identity;
        int policy;
        if (json_unpack(json_array_get(bots, i), "{s:s, s:s, s:s, s:s, s:b}", "name", &name, "title", &title,
                        "kind", &kind, "identity", &identity, "policy", &policy) != 0)
            return false;
    }
    return true;
}

bool alea__part_objective(const char *name, alea_objective *out)
{
    for (unsigned i = 0; i <= ALEA_TURNS; i++) {
        *out = (alea_objective)i;
        if (strcmp(name, alea_objective_name(*out)) == 0) return true;
    }
    return false;
}

static bool part_is_either(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

/* Whether a word is a number in its usual form: only digits, below 2^64. */
static bool part_is_number(const char *word)
{
    char again[24];
    snprintf(again, sizeof again, "%" PRIu64, (uint64_t)strtoull(word, NULL, 10));
    return strcmp(word, again) == 0;
}

/* Whether what all parts have in common has all its keys, with words that are known. */
static bool part_take_run(json_t *run, uint64_t *games)
{
    json_int_t count;
    unsigned players;
    const char *version, *game, *rules, *seed, *seats, *played_for;
    alea_objective objective;
    int money, score;
    if (json_unpack(run, "{s:s, s:s, s:s, s:I, s:s, s:s, s:b, s:b, s:s}", "version", &version, "game", &game,
                    "rules", &rules, "games", &count, "seed", &seed, "seats", &seats, "has_money", &money,
                    "has_score", &score, "played_for", &played_for) != 0)
        return false;
    if (!part_is_number(seed) || !part_is_either(seats, "rotate", "fixed") ||
        !alea__part_objective(played_for, &objective))
        return false;
    if (count < 1 || !part_take_bots(run, &players)) return false;
    *games = (uint64_t)count;
    return alea__match_check(*games, 0, NULL) == ALEA_OK;
}

static bool part_take_failures(const json_t *list, alea__failures *out)
{
    if (json_array_size(list) != ALEA_MAX_SEATS) return false;
    for (unsigned bot = 0; bot < ALEA_MAX_SEATS; bot++) {
        const char *text = json_string_value(json_array_get(list, bot));
        if (!text) return false;
        alea__printable(out->text[bot], sizeof out->text[bot], text, strlen(text));
    }
    return true;
}

/* Reads the object. Returns false if something is missing or impossible. */
static bool part_take(json_t *object, alea__part *out)
{
    json_t *run, *totals, *failures;
    json_int_t part, parts, first, count, replayed;
    int threads;
    uint64_t games;
    const char *path;
    if (json_unpack(object, "{s:o, s:I, s:I, s:I, s:I, s:i, s:s, s:I, s:o, s:o}", "run", &run, "part", &part,
                    "parts", &parts, "first", &first, "games", &count, "threads", &threads, "path", &path,
                    "blocks_replayed", &replayed, "totals", &totals, "failures", &failures) != 0)
        return false;
    if (!part_take_run(run, &games) || parts < 1 || parts > ALEA_RUN_PARTS || part < 1 || part > parts)
        return false;
    out->part = (unsigned)part;
    out->parts = (unsigned)parts;
    out->span = alea__part_span(games, out->part, out->parts);
    if ((uint64_t)first != out->span.first || (uint64_t)count != out->span.games || threads < 0) return false;
    out->played = (alea__run_played){.threads = (unsigned)threads, .replayed = (uint64_t)replayed};
    if (!part_is_either(path, "block", "step")) return false;
    out->played.path = strcmp(path, "block") == 0 ? ALEA_PATH_BLOCK : ALEA_PATH_STEP;
    if (!part_take_totals(totals, &out->played.totals) ||
        !alea__part_can_be(&out->played.totals, out->span.games))
        return false;
    if (!part_take_failures(failures, &out->played.totals.failures)) return false;
    out->run = json_incref(run);
    return true;
}

/* Whether the bytes begin like a part, in any format version. */
static bool part_is_recognised(const char *data)
{
    static const char start[] = "{\"alea_part_of_a_run\":";
    return strncmp(data, start, sizeof start - 1) == 0;
}

/* Reads the text of a part. If the file is of another kind, the message says so. */
static alea_status part_read_text(const char *path, char *data, size_t size, alea__part *out,
                                  alea_error *error)
{
    if (!part_is_recognised(data)) return alea__fail_at(error, ALEA_E_FILE, path, 0, PART_NONE);
    if (!part_is_whole(data, size)) return alea__fail_at(error, ALEA_E_FILE, path, 0, PART_DAMAGED);
    json_error_t why;
    bool no_memory;
    json_t *object = alea__parse_line(data, strlen(data), &why, &no_memory);
    if (no_memory) return alea__out_of_memory(error);
    if (!object) return alea__fail_at(error, ALEA_E_FILE, path, 0, PART_DAMAGED);
    const json_int_t format = json_integer_value(json_object_get(object, "alea_part_of_a_run"));
    alea_status status = ALEA_OK;
    if (format != PART_FORMAT)
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, PART_OTHER_FORMAT, (int64_t)format, PART_FORMAT);
    else if (!part_take(object, out))
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, PART_DAMAGED);
    json_decref(object);
    return status;
}

alea_status alea__part_read(const char *path, alea__part *out, alea_error *error)
{
    unsigned char *data;
    size_t size;
    *out = (alea__part){0};
    alea_status status = alea__read_file(path, PART_LARGEST, &data, &size, error);
    if (status != ALEA_OK) return status;
    status = part_read_text(path, (char *)data, size, out, error);
    alea__free(data);
    return status;
}

void alea__part_clear(alea__part *part)
{
    json_decref(part->run);
    part->run = NULL;
}
