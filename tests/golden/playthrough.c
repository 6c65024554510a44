/* Plays a game by itself and tells every step: the position, who is to move, what is possible, and what was taken.

       playthrough SPEC SEED [STEPS]     a random game, at most this many steps of it
       playthrough --review SPEC SEED    two players who decide at random, and their review

   It uses the public functions only and the same text comes out of every build: see tools/golden. */
#include <alea/record.h>
#include <alea/review.h>
#include <alea/session.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 100, SUMMED = 100000 };

static void give_up(const char *what, const alea_error *error)
{
    fprintf(stderr, "playthrough: %s: %s\n", what, error->message);
    exit(1);
}

/* Knuth's linear congruential generator (MMIX): any will do. */
static uint32_t draw(uint64_t *random, uint32_t count)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*random >> 33) % count);
}

/* With an even seed, players prefer their last move, to continue. */
static uint32_t choose_move(const alea_game *game, const alea_state *state, uint64_t seed, uint64_t *random)
{
    const unsigned count = alea_game_move_count(game, state);
    const bool last = seed % 2 == 0 && draw(random, 4) > 0;
    return alea_game_move(game, state, last ? count - 1 : draw(random, count));
}

/* ---- a step in words ---- */

static void print_position(const alea_game *game, const alea_state *state)
{
    char words[1000];
    alea_game_describe(game, state, words, sizeof words);
    printf("%s\n", words);
}

static void print_faces(const alea_game *game, const alea_state *state, uint32_t outcome)
{
    uint32_t faces[16];
    const unsigned dice = alea_game_chance_faces(game, state, outcome, faces);
    for (unsigned die = 0; die < dice; die++) printf(" %" PRIu32, faces[die]);
}

static void print_roll(const alea_game *game, const alea_state *state, uint32_t outcome)
{
    const uint32_t count = alea_game_chance_count(game, state);
    printf("  seat %d rolls:", alea_game_turn_of(game, state));
    print_faces(game, state, outcome);
    printf("  (outcome %" PRIu32 " of %" PRIu32, outcome, count);
    if (count <= SUMMED)
        printf(", weight %" PRIu64 " of %" PRIu64, alea_game_chance_weight(game, state, outcome),
               alea_game_chance_denominator(game, state));
    printf(")\n");
}

/* Prints each move as `number name`, or only the number if the name is the same. Does not repeat the list just printed. */
static void print_moves(const alea_game *game, const alea_state *state)
{
    static char told[10000];
    char list[sizeof told] = "    of", entry[100], number[20];
    size_t length = strlen(list), column = length;
    const unsigned count = alea_game_move_count(game, state);
    for (unsigned i = 0; i < count && length < sizeof list - sizeof entry - 10; i++) {
        const uint32_t move = alea_game_move(game, state, i);
        const char *name = alea_game_move_name(game, move);
        snprintf(number, sizeof number, "%" PRIu32, move);
        const bool named = strcmp(number, name) != 0;
        const size_t width = (size_t)snprintf(entry, sizeof entry, " %s%s%s%s", number, named ? " " : "",
                                              named ? name : "", i + 1 < count ? "," : "");
        if (column + width > WIDTH) {
            length += (size_t)snprintf(list + length, sizeof list - length, "\n     ");
            column = 5;
        }
        length += (size_t)snprintf(list + length, sizeof list - length, "%s", entry);
        column += width;
    }
    if (count > 12 && strcmp(list, told) == 0)
        printf("    of the same %u\n", count);
    else
        printf("%s\n", list);
    memcpy(told, list, sizeof told);
}

static void print_choice(const alea_game *game, const alea_state *state, uint32_t move)
{
    printf("  seat %d chooses: %s\n", alea_game_to_move(game, state), alea_game_move_name(game, move));
    print_moves(game, state);
}

static void print_end(const alea_game *game, const alea_state *state)
{
    alea_outcome o;
    alea_error error;
    const unsigned players = alea_game_players(game);
    if (alea_game_outcome(game, state, &o, &error) != ALEA_OK) give_up("the outcome", &error);
    printf("  winner %d, %sfinished, %" PRIu32 " turns, scores", o.winner, o.unfinished ? "un" : "", o.turns);
    for (unsigned seat = 0; seat < players; seat++) printf(" %" PRId64, o.score[seat]);
    printf(", money");
    for (unsigned seat = 0; seat < players; seat++) printf(" %" PRId64, o.money[seat]);
    printf("\n");
}

static void play(const alea_game *game, uint64_t seed, unsigned long steps)
{
    uint64_t random = seed;
    alea_state state = alea_game_start(game);
    alea_error error;
    for (unsigned long step = 0; alea_game_to_move(game, &state) != ALEA_OVER; step++) {
        uint32_t what;
        print_position(game, &state);
        if (step == steps) {
            printf("  and so on\n");
            return;
        }
        if (alea_game_to_move(game, &state) == ALEA_CHANCE)
            print_roll(game, &state, what = draw(&random, alea_game_chance_count(game, &state)));
        else
            print_choice(game, &state, what = choose_move(game, &state, seed, &random));
        if (alea_game_apply(game, &state, what, &error) != ALEA_OK) give_up("a step", &error);
    }
    print_position(game, &state);
    print_end(game, &state);
}

/* ---- a review ---- */

static void play_session(const alea_game *game, uint64_t seed, const char *record)
{
    static const char *const names[] = {"human(Ann)", "human(Ben)", "human(Cleo)", "human(Dan)"};
    const alea_session_options options = {.seed = seed, .record = record};
    uint64_t random = seed;
    alea_session *session;
    alea_error error;
    if (alea_session_start(game, names, alea_game_players(game), &options, &session, &error) != ALEA_OK ||
        alea_session_seat(session, NULL, &error) != ALEA_OK)
        give_up("the session", &error);
    for (int seat; (seat = alea_game_to_move(game, alea_session_state(session))) != ALEA_OVER;) {
        const alea_state *state = alea_session_state(session);
        uint32_t faces[16];
        unsigned dice;
        if ((seat == ALEA_CHANCE
                 ? alea_session_roll(session, faces, &dice, &error)
                 : alea_session_move(session, choose_move(game, state, seed, &random), &error)) != ALEA_OK)
            give_up("a step", &error);
    }
    alea_session_free(session);
}

static void print_event(const alea_review *r, const alea_review_event *e)
{
    char words[1000];
    alea_game_describe(r->game, &e->before, words, sizeof words);
    printf("%s\n  turn %" PRIu32 ", worth", words, e->turn);
    for (unsigned seat = 0; seat < r->players && e->known; seat++) printf(" %.6f", e->value[seat]);
    if (e->kind == ALEA_ROLLED) {
        printf("; seat %d rolls:", e->seat);
        print_faces(r->game, &e->before, e->what);
        printf(", luck %+.6f, %+.4f deviations", e->amount, e->deviations);
    } else {
        printf("; seat %d chooses: %s (%.6f) of %u, best %s (%.6f), cost %.6f", e->seat,
               alea_game_move_name(r->game, e->what), e->chosen_value, e->moves,
               alea_game_move_name(r->game, e->best), e->best_value, e->amount);
    }
    printf("%s%s\n", e->grade ? ", " : "", alea_grade_name(e->grade));
}

static void print_sums(const alea_review *r)
{
    for (unsigned i = 0; i < r->players; i++) {
        const alea_review_seat *s = &r->seat[i];
        printf("seat %u, %s: result %.6f = start %.6f, luck %+.6f, mistakes %.6f, the others' %.6f\n", i,
               s->player, s->result, s->start, s->luck, s->mistakes, s->opponents_mistakes);
        printf("  without luck %.6f, own luck %+.6f, %" PRIu64 " rolls, %" PRIu64 " decisions\n", s->adjusted,
               s->own_luck, s->rolls, s->decisions);
    }
}

static void print_worst(alea_reviewer *reviewer, const alea_review *r)
{
    size_t worst[3];
    const size_t count = alea_review_find_worst(r, 0, worst, 3);
    for (size_t i = 0; i < count; i++) {
        alea_reason why[2];
        alea_error error;
        char words[1000];
        if (alea_review_explain(reviewer, r, worst[i], why, &error) != ALEA_OK) give_up("the reason", &error);
        alea_review_explanation(r, worst[i], why, words, sizeof words);
        printf("event %zu: %s\n", worst[i], words);
    }
}

static void review(const alea_game *game, uint64_t seed)
{
    static const char file[] = "playthrough.jsonl";
    alea_record *record;
    alea_reviewer *reviewer;
    alea_review *r;
    alea_error error;
    play_session(game, seed, file);
    if (alea_record_open(file, &record, &error) != ALEA_OK) give_up(file, &error);
    remove(file);
    if (alea_reviewer_open(NULL, &reviewer, &error) != ALEA_OK) give_up("the reviewer", &error);
    if (alea_review_game(reviewer, record, 0, &r, &error) != ALEA_OK) give_up("the review", &error);
    for (size_t i = 0; i < r->events; i++) print_event(r, &r->event[i]);
    print_sums(r);
    print_worst(reviewer, r);
    alea_review_free(r);
    alea_reviewer_free(reviewer);
    alea_record_free(record);
}

int main(int count, char **argument)
{
    const bool reviews = count == 4 && strcmp(argument[1], "--review") == 0;
    char **first = argument + 1 + reviews;
    alea_game *game;
    alea_error error;
    if (count < 3 || count > 4) {
        fprintf(stderr, "usage: playthrough SPEC SEED [STEPS], or playthrough --review SPEC SEED\n");
        return 2;
    }
    if (alea_game_open(first[0], &game, &error) != ALEA_OK) give_up(first[0], &error);
    printf("%s\n\n", alea_game_spec(game));
    const uint64_t seed = strtoull(first[1], NULL, 10);
    if (reviews)
        review(game, seed);
    else
        play(game, seed, count == 4 ? strtoul(first[2], NULL, 10) : 1000);
    alea_game_free(game);
    return 0;
}
