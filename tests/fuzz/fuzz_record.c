/* Any bytes as a record: they are refused with a sentence that names a line, or they are a record whose games can be played
   again: every event leads to the position in which the next one happened. Nothing crashes, nothing hangs.

   The first line may be what it likes, but whoever begins with a digit gets a heading that fits: its value says which.

   Opening a game takes a hundred times as long as reading a record of it. The linker puts the two functions below in front of the
   library's (--wrap), so that the games of these headings are opened once. */
#include "game/family.h"
#include <alea/record.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
alea_status __real_alea__game_open_expected(const char *, alea__expected_rules *, alea_game **, alea_error *);
alea_status __wrap_alea__game_open_expected(const char *, alea__expected_rules *, alea_game **, alea_error *);
void __real_alea_game_free(alea_game *);
void __wrap_alea_game_free(alea_game *);

static const char *const specs[] = {"piglet", "pig-pen(goal=20,players=3)", "hog(goal=20)",
                                    "two-dice-pig(goal=20)"};
enum { SPECS = sizeof specs / sizeof *specs };

static alea_game *games[SPECS];

/* ---- games that stay open ---- */

alea_status __wrap_alea__game_open_expected(const char *spec, alea__expected_rules *expected, alea_game **out,
                                            alea_error *error)
{
    for (unsigned i = 0; i < SPECS; i++)
        if (strcmp(spec, alea_game_spec(games[i])) == 0 &&
            strcmp(expected->sha256, alea_game_rules_sha256(games[i])) == 0) {
            *out = games[i];
            return ALEA_OK;
        }
    return __real_alea__game_open_expected(spec, expected, out, error);
}

void __wrap_alea_game_free(alea_game *game)
{
    for (unsigned i = 0; i < SPECS; i++)
        if (game == games[i]) return;
    __real_alea_game_free(game);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    for (unsigned i = 0; i < SPECS; i++)
        if (alea_game_open(specs[i], &games[i], NULL) != ALEA_OK) abort();
    return 0;
}

/* ---- records ---- */

static void add_heading(FILE *file, unsigned which)
{
    const alea_game *game = games[which % SPECS];
    fprintf(file,
            "{\"alea\":\"record\",\"version\":1,\"game\":\"%s\",\"rules_sha256\":\"%s\",\"seed\":1,\"seats\":"
            "\"%s\",\"bots\":[",
            alea_game_spec(game), alea_game_rules_sha256(game), which / SPECS % 2 ? "rotate" : "fixed");
    for (unsigned i = 0; i < alea_game_players(game); i++) fprintf(file, "%s\"a\"", i ? "," : "");
    fprintf(file, "]%s}\n", which % 2 ? ",\"dice\":\"manual\"" : "");
}

static void check_game(const alea_record *record, const alea_record_game *g)
{
    for (size_t i = 0; i < g->count; i++) {
        const alea_event *e = &g->event[i];
        const alea_state *after = i + 1 < g->count ? &e[1].before : &g->end;
        alea_state state = e->before;
        if (e->kind == ALEA_FORFEITED) continue;
        if (alea_game_apply(record->game, &state, e->what, NULL) != ALEA_OK) abort();
        if (memcmp(&state, after, sizeof state) != 0) abort();
    }
    if (g->finished != (alea_game_to_move(record->game, &g->end) == ALEA_OVER)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    alea_error error;
    alea_record *record;
    int memory = memfd_create("record", 0);
    FILE *file = memory >= 0 ? fdopen(memory, "w") : NULL;
    if (!file) abort();
    bool helped = size > 0 && data[0] >= '0' && data[0] <= '9';
    if (helped) add_heading(file, data[0] - '0');
    fwrite(data + helped, 1, size - helped, file);
    fflush(file);
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    if (alea_record_open(path, &record, &error) == ALEA_OK) {
        for (size_t i = 0; i < record->count; i++) check_game(record, &record->played[i]);
        alea_record_free(record);
    } else if (error.status != ALEA_E_FILE || !strstr(error.message, path)) {
        abort();
    }
    fclose(file);
    return 0;
}
