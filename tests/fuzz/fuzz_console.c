/* Any lines as what people type in a game: the game goes on until the lines end, and what is shown has no control characters. The
   first byte says which game, and whether dice are real, and the order is rolled for. The console itself is this file's. */
#include "base/text.h"
#include "cli/play/table_game.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const specs[] = {"pig(goal=20)", "hog(goal=10)", "coin-pig(goal=4)", "piglet",
                                    "pig-solitaire"};
enum { SPECS = sizeof specs / sizeof *specs, MOST_ANSWERS = 400 };

typedef struct fuzz_game {
    alea_game *game;
    coach coach; /* knows the game once it has solved it */
} fuzz_game;
static fuzz_game games[SPECS];

struct console {
    const char *at, *end;
    unsigned answers;
};

/* ---- the console ---- */

console_answer console_ask(console *c, const char *prompt, const char *const *words,
                           char line[CONSOLE_LINE_SIZE])
{
    (void)words;
    if (!prompt[0] || c->at == c->end || c->answers++ == MOST_ANSWERS) return CONSOLE_END;
    const char *end = memchr(c->at, '\n', (size_t)(c->end - c->at));
    const char *begin = c->at, *stop = end ? end : c->end;
    c->at = end ? end + 1 : c->end;
    while (begin < stop && isspace((unsigned char)*begin)) begin++;
    while (stop > begin && isspace((unsigned char)stop[-1])) stop--;
    if (stop - begin >= CONSOLE_LINE_SIZE) return CONSOLE_TOO_LONG;
    for (const char *at = begin; at < stop; at++) line[at - begin] = *at ? *at : '\1';
    line[stop - begin] = 0;
    return CONSOLE_LINE;
}

void console_show(console *c, const char *text)
{
    (void)c;
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 && *text != '\n') abort();
}

void console_say(console *c, const char *format, ...)
{
    char text[8192];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0) abort();
    va_end(arguments);
    console_show(c, text);
}

bool console_leaves(const console *c)
{
    return c->at == c->end;
}

bool console_is_terminal(const console *c)
{
    (void)c;
    return true;
}

alea_view_options console_view(const console *c)
{
    (void)c;
    return (alea_view_options){.width = 80};
}

int console_show_view(console *c, alea_status made, cmd_view *v)
{
    if (made != ALEA_OK) abort();
    console_show(c, v->text);
    alea_text_free(v->text);
    return CMD_DONE;
}

const char *console_bold(const console *c)
{
    (void)c;
    return "";
}

const char *console_seat(const console *c, unsigned seat)
{
    (void)seat;
    return console_bold(c);
}

const char *console_event(const console *c)
{
    return console_bold(c);
}

bool console_pause(console *c, double seconds)
{
    (void)c, (void)seconds;
    return true;
}

unsigned console_lines(const console *c)
{
    (void)c;
    return 24;
}

const char *console_small_dice(const console *c, const uint32_t *faces, unsigned count,
                               char out[CONSOLE_DICE_SIZE])
{
    (void)c, (void)faces, (void)count;
    *out = 0;
    return out;
}

const char *console_plain(const console *c)
{
    return console_bold(c);
}

/* ---- the rest of the program ---- */

/* A failure of the library is a find. */
static void complain(int exit_status, const char *text, const alea_error *error)
{
    (void)exit_status, (void)text;
    if (error) abort();
}

static double seconds(void)
{
    return 0;
}

static alea_progress begin_work(const char *unit)
{
    (void)unit;
    return (alea_progress){0};
}

static const cmd_host host = {.complain = complain, .seconds = seconds, .begin_work = begin_work};

/* ---- playing ---- */

static fuzz_game *open_game(unsigned which)
{
    fuzz_game *g = &games[which];
    if (!g->game) {
        if (alea_game_open(specs[which], &g->game, NULL) != ALEA_OK) abort();
        coach_start(&g->coach, g->game);
    }
    return g;
}

static void play(fuzz_game *g, unsigned options, console *c)
{
    static const char *const names[ALEA_MAX_SEATS] = {"human(Ann)", "human(Bob)", "human(Cem)", "human(Dot)"};
    const alea_session_options session = {.seed = options, .manual = options & 1};
    table_game t = {.console = c, .game = g->game, .coach = g->coach, .tutor = options & 2 ? 0.01 : -1};
    t.players = alea_game_players(g->game);
    t.by_lot = t.players > 1 && options & 4;
    for (unsigned i = 0; i < t.players; i++)
        snprintf(t.player[i].name, sizeof t.player[i].name, "%.20s", names[i] ? names[i] : "human");
    if (alea_session_start(g->game, names, t.players, &session, &t.session, NULL) != ALEA_OK) abort();
    const play_end end = play_game(&t);
    if (end != PLAY_OVER && end != PLAY_LEFT) abort();
    g->coach = t.coach;
    alea_session_free(t.session);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    cmd_use_host(&host);
    console c = {.at = (const char *)data + 1, .end = (const char *)data + size};
    play(open_game(data[0] % SPECS), data[0] / SPECS, &c);
    return 0;
}
