/* Questions before a game; see seats.h. */
#include "cli/play/seats.h"
#include "base/assert.h"

#include <alea/record.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* At most four people play at one console. */
enum { MOST_PEOPLE = 4, MOST_UNFINISHED = 9, MOST_GAMES = 100 };

/* Asks until the line is not one of the console's commands. `game` is NULL before a game is chosen; then there are no rules
   to show. */
static play_end seats_ask(console *c, const char *prompt, const char *help, const alea_game *game,
                          char line[CONSOLE_LINE_SIZE])
{
    static const char *const words[] = {"help", "rules", "quit", NULL};
    for (;;) {
        switch (console_ask(c, prompt, words, line)) {
        case CONSOLE_END:
        case CONSOLE_LEAVE: return PLAY_LEFT;
        case CONSOLE_TOO_LONG: console_say(c, PLAY_TOO_LONG); continue;
        case CONSOLE_LINE: break;
        }
        if (strcasecmp(line, "quit") == 0 || strcasecmp(line, "exit") == 0 || strcasecmp(line, "q") == 0)
            return PLAY_LEFT;
        if (strcasecmp(line, "help") == 0 || strcmp(line, "?") == 0)
            console_say(c, "%s " PLAY_HELP_FIRST, help);
        else if (strcasecmp(line, "rules") == 0)
            console_say(c, "%s", game ? alea_game_text(game) : PLAY_RULES_LATER);
        else
            return PLAY_ON;
    }
}

/* ---- which game ---- */

play_end seats_ask_game(console *c, char spec[CONSOLE_LINE_SIZE], alea_game **out)
{
    alea_error error;
    bool answered = false;
    console_say(c, PLAY_GAMES);
    for (size_t i = 0; i < alea_catalog_size() && i < MOST_GAMES; i++) {
        alea_game *game;
        if (alea_game_open(alea_catalog_name(i), &game, &error) != ALEA_OK) continue;
        char line[200];
        snprintf(line, sizeof line, "  %2zu  %-16s  %s\n", i + 1, alea_catalog_name(i),
                 alea_game_title(game));
        console_show(c, line);
        alea_game_free(game);
    }
    for (;;) {
        play_end end = seats_ask(c, PLAY_WHICH_GAME, PLAY_HELP_GAME, NULL, spec);
        if (end != PLAY_ON && !answered && !console_is_terminal(c)) {
            cmd_complain(CMD_USAGE, CMD_GAME_MISSING ".");
            return PLAY_FAILED;
        }
        if (end != PLAY_ON) return end;
        answered = true;
        char *rest;
        const unsigned long number = strtoul(spec, &rest, 10);
        if (*spec && !*rest && number >= 1 && number <= alea_catalog_size())
            snprintf(spec, CONSOLE_LINE_SIZE, "%s", alea_catalog_name(number - 1));
        if (*spec && alea_game_open(spec, out, &error) == ALEA_OK) return PLAY_ON;
        console_say(c, "%s", *spec ? error.message : PLAY_HELP_GAME);
    }
}

/* ---- players ---- */

/* Asks until the answer is a number from 1 to `most`, which has one digit. */
static play_end seats_ask_number(console *c, const alea_game *game, int64_t most, unsigned *people)
{
    char answer[CONSOLE_LINE_SIZE], prompt[80];
    ALEA_ASSERT(most >= 1 && most <= 9);
    snprintf(prompt, sizeof prompt, PLAY_HOW_MANY, most);
    for (;;) {
        play_end end = seats_ask(c, prompt, PLAY_HELP_PEOPLE, game, answer);
        if (end != PLAY_ON) return end;
        if (answer[0] >= '1' && answer[0] <= '0' + most && !answer[1]) {
            *people = (unsigned)(answer[0] - '0');
            return PLAY_ON;
        }
        console_say(c, PLAY_TYPE_NUMBER, most);
    }
}

/* A name that a record can hold: human(NAME) ends at the bracket. */
static bool seats_is_name(const char *name)
{
    return *name && strlen(name) < PLAY_NAME_SIZE - 8 && !strpbrk(name, "()");
}

/* Asks for the name of a person until it is one; an empty line, and input that is no terminal, take "Player 1". */
static play_end seats_ask_name(console *c, const alea_game *game, unsigned number, char name[PLAY_NAME_SIZE])
{
    char answer[CONSOLE_LINE_SIZE], prompt[80];
    snprintf(name, PLAY_NAME_SIZE, "Player %u", number);
    snprintf(prompt, sizeof prompt, PLAY_WHAT_NAME, number, number);
    while (console_is_terminal(c)) {
        play_end end = seats_ask(c, prompt, PLAY_HELP_NAME, game, answer);
        if (end != PLAY_ON || !*answer) return end;
        if (seats_is_name(answer)) {
            snprintf(name, PLAY_NAME_SIZE, "%.*s", PLAY_NAME_SIZE - 1, answer);
            return PLAY_ON;
        }
        console_say(c, PLAY_BAD_NAME);
    }
    return PLAY_ON;
}

/* How few and how many can play. */
static void seats_range(const alea_game *game, int64_t *least, int64_t *most)
{
    alea_parameter p;
    *least = *most = (int64_t)alea_game_players(game);
    for (size_t i = 0; alea_game_parameter(game, i, &p); i++) {
        if (strcmp(p.name, "players") != 0) continue;
        *least = p.min;
        *most = p.max;
    }
}

static void seats_add_person(play_seating *s, const char *name)
{
    snprintf(s->made[s->count], SEAT_SPEC_SIZE, "human(%s)", name);
    s->seat[s->count] = s->made[s->count];
    s->count++;
}

/* Puts a person without a name before the only bot. */
static void seats_add_opponent(play_seating *s)
{
    ALEA_ASSERT(s->count == 1);
    s->seat[s->count++] = s->seat[0];
    s->seat[0] = "human";
}

static void seats_add_computers(play_seating *s, int64_t least, const char *computer)
{
    while (s->count < least && s->count < ALEA_MAX_SEATS) s->seat[s->count++] = computer;
}

play_end seats_ask_people(console *c, const alea_game *game, bool players_fixed, const char *computer,
                          play_seating *out)
{
    int64_t least = (int64_t)alea_game_players(game), most = least;
    unsigned people = 1;
    if (!players_fixed) seats_range(game, &least, &most);
    if (most > MOST_PEOPLE && !players_fixed) most = MOST_PEOPLE;
    if (players_fixed && most > 2) people = (unsigned)most; /* one person and the computer are two */
    if (most > 1 && people == 1) {
        play_end end = seats_ask_number(c, game, most, &people);
        if (end != PLAY_ON) return end;
    }
    ALEA_ASSERT(people >= 1 && people <= ALEA_MAX_SEATS && least <= most);
    out->count = 0;
    for (unsigned i = 0; i < people; i++) {
        char name[PLAY_NAME_SIZE];
        play_end end = seats_ask_name(c, game, i + 1, name);
        if (end != PLAY_ON) return end;
        seats_add_person(out, name);
    }
    seats_add_computers(out, least, computer);
    return PLAY_ON;
}

/* Whether a word of the command line is meant as a bot, even if misspelled: it has arguments or a file's ending, or is
   similar to the name of a built-in bot. */
static bool seats_is_bot(const alea_game *game, const char *word)
{
    const char *names[64];
    char name[64][40];
    size_t count = 0;
    alea_builtin b;
    if (strpbrk(word, "():./=")) return true;
    for (; count < 64 && alea_bot_builtin(alea_game_family(game), count, &b); count++) {
        snprintf(name[count], sizeof name[count], "%.*s", (int)strcspn(b.usage, "("), b.usage);
        names[count] = name[count];
        if (strcasecmp(word, name[count]) == 0) return true;
    }
    const char *near = alea_view_nearest(word, names, count);
    return strcmp(word, "human") == 0 || strcmp(word, "graded") == 0 ||
           (near && strlen(word) >= 4 && word[0] == near[0]);
}

void seats_from_words(const alea_game *game, bool players_fixed, cmd_words words, const char *computer,
                      play_seating *out)
{
    int64_t least = (int64_t)alea_game_players(game), most;
    bool people = true;
    ALEA_ASSERT(words.count >= 1 && words.count <= ALEA_MAX_SEATS);
    out->count = 0;
    for (unsigned i = 0; i < words.count; i++) {
        const char *word = words.word[i];
        const bool named = !seats_is_bot(game, word) && seats_is_name(word);
        people &= named || play_is_person(word);
        if (named)
            seats_add_person(out, word);
        else
            out->seat[out->count++] = word;
    }
    if (!players_fixed) seats_range(game, &least, &most);
    if (people && out->count == 1) seats_add_computers(out, least, computer);
    if (!people && out->count == 1 && least == 2) seats_add_opponent(out);
}

/* ---- which interrupted game ---- */

/* Describes an unfinished game from its record: "1 Pig: Ann 35, optimal 20". Returns false if the record can no longer be read. */
static bool seats_describe(const char *path, unsigned number, char *out, size_t size)
{
    alea_record *record;
    if (alea_record_open(path, &record, NULL) != ALEA_OK) return false;
    size_t used = (size_t)snprintf(out, size, "  %u  %.60s:", number, alea_game_title(record->game));
    const alea_record_game *last = record->count > 0 ? &record->played[record->count - 1] : NULL;
    for (unsigned seat = 0; seat < record->players && used < size; seat++) {
        alea_fact fact;
        char name[PLAY_NAME_SIZE];
        play_name(record->player, record->players, last ? last->player[seat] : seat, name);
        used += (size_t)snprintf(out + used, size - used, "%s %s", seat ? "," : "", name);
        if (last && used < size && alea_game_fact(record->game, &last->end, seat, 0, &fact))
            used += (size_t)snprintf(out + used, size - used, " %.20s", fact.value);
    }
    snprintf(out + (used < size - 2 ? used : size - 2), 2, "\n");
    alea_record_free(record);
    return true;
}

play_end seats_choose_unfinished(console *c, unsigned asked, char path[CMD_PATH_SIZE])
{
    char found[MOST_UNFINISHED][CMD_PATH_SIZE];
    char line[CONSOLE_LINE_SIZE], about[300];
    const unsigned count = cli_find_unfinished(found, MOST_UNFINISHED);
    if (count == 0) return PLAY_FAILED;
    unsigned chosen = asked;
    if (chosen > count) {
        cmd_complain(CMD_USAGE, PLAY_NO_SUCH_GAME, asked, count);
        return PLAY_FAILED;
    }
    if (chosen == 0 && count > 1) console_say(c, PLAY_SEVERAL);
    for (unsigned i = 0; i < count && chosen == 0 && count > 1; i++)
        if (seats_describe(found[i], i + 1, about, sizeof about)) console_show(c, about);
    while (chosen == 0 && count > 1 && console_is_terminal(c)) {
        play_end end = seats_ask(c, PLAY_WHICH_UNFINISHED, PLAY_HELP_UNFINISHED, NULL, line);
        if (end != PLAY_ON) return end;
        if (!*line) break;
        if (line[0] >= '1' && line[0] <= '0' + (char)count && !line[1]) chosen = (unsigned)(line[0] - '0');
        if (chosen == 0) console_say(c, PLAY_TYPE_NUMBER, (int64_t)count);
    }
    memcpy(path, found[chosen > 0 ? chosen - 1 : 0], CMD_PATH_SIZE);
    return PLAY_ON;
}
