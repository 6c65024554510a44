/* Describes a game to people; see telling.h. */
#include "cli/play/telling.h"
#include "base/assert.h"

#include <inttypes.h>
#include <string.h>

bool tell_is_you(const char *name)
{
    return strcmp(name, "You") == 0;
}

const char *tell_whose(const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s%s", tell_is_you(name) ? "Your" : name, tell_is_you(name) ? "" : "'s");
    return out;
}

void tell_turn(const telling *t, unsigned seat)
{
    char whose[CONSOLE_LINE_SIZE];
    ALEA_ASSERT(seat < t->players);
    console_show(t->console, "\n");
    console_show(t->console, console_seat(t->console, seat));
    console_say(t->console, PLAY_TURN, tell_whose(t->name[seat], whose, sizeof whose));
    console_show(t->console, console_plain(t->console));
}

void tell_facts(const telling *t, const alea_state *state, unsigned seat)
{
    cmd_view v = {.how = console_view(t->console)};
    ALEA_ASSERT(seat < t->players);
    console_show_view(t->console,
                      alea_view_facts(t->game, state, seat, t->name[seat], &v.how, &v.text, &v.error), &v);
}

/* ---- events ---- */

const char *tell_faces(const uint32_t *faces, unsigned count, char out[TELL_FACES])
{
    size_t used = 0;
    out[0] = 0;
    for (unsigned i = 0; i < count && used < TELL_FACES; i++)
        used += (size_t)snprintf(out + used, TELL_FACES - used, "%s%" PRIu32, i > 0 ? " " : "", faces[i]);
    return out;
}

void tell_roll(console *c, const char *name, const uint32_t *faces, unsigned count, bool draws)
{
    char numbers[TELL_FACES], small[CONSOLE_DICE_SIZE] = "";
    if (draws) console_small_dice(c, faces, count, small);
    console_say(c, PLAY_ROLLS, name, tell_is_you(name) ? "roll" : "rolls", tell_faces(faces, count, numbers),
                small);
}

const char *tell_words(const telling *t, const alea_event *e, char out[TELL_WORDS])
{
    out[0] = 0;
    if (e->kind == ALEA_ROLLED || e->kind == ALEA_MOVED)
        alea_game_narrate(t->game, &e->before, e->what, t->name, out, TELL_WORDS);
    return out;
}

bool tell_shows_dice(const telling *t, const alea_event *e, const char *words)
{
    return !*words || alea_game_rolls_dice(t->game, &e->before);
}

void tell_event(const telling *t, const char *words)
{
    if (!*words) return;
    console_show(t->console, console_event(t->console));
    console_say(t->console, "%s", words);
    console_show(t->console, console_plain(t->console));
}

/* ---- the end ---- */

static void tell_winner(const telling *t, const alea_outcome *end)
{
    console_show(t->console, console_bold(t->console));
    if (end->winner >= 0) {
        const char *name = t->name[end->winner];
        console_say(t->console, PLAY_WON, name, tell_is_you(name) ? "win" : "wins");
    } else
        console_say(t->console, t->players == 1 ? PLAY_ENDED : end->unfinished ? PLAY_NOBODY_WON : PLAY_DRAW);
    console_show(t->console, console_plain(t->console));
}

/* Prints a seat's result at the end, such as "Ann: 102 points, gets $23". */
static void tell_result(const telling *t, const alea_outcome *end, unsigned seat)
{
    char points[60] = "", money[60] = "";
    const int64_t dollars = end->money[seat];
    const char *verb = dollars < 0 ? "pay" : "get", *s = tell_is_you(t->name[seat]) ? "" : "s";
    if (alea_game_has_points(t->game))
        snprintf(points, sizeof points, " %" PRId64 " point%s", end->score[seat],
                 end->score[seat] == 1 ? "" : "s");
    if (dollars != 0)
        snprintf(money, sizeof money, "%s %s%s $%" PRId64, *points ? "," : "", verb, s,
                 dollars < 0 ? -dollars : dollars);
    if (*points || *money) console_say(t->console, "  %s:%s%s", t->name[seat], points, money);
}

void tell_end(const telling *t, const alea_outcome *end, const char *above)
{
    tell_winner(t, end);
    if (above) console_say(t->console, "%s", above);
    for (unsigned seat = 0; seat < t->players; seat++) tell_result(t, end, seat);
}
