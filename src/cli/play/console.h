#pragma once
/* Talking with people: questions with line editing, history and completion on a terminal, plain lines from a pipe or
   a file. Ctrl-C and terminating signals end the question, not the program, so that the game is saved. */
#include "cli/cli.h"

#include <stdio.h>

typedef struct console console;

typedef enum console_answer {
    CONSOLE_LINE,
    CONSOLE_TOO_LONG, /* all of it was dropped */
    CONSOLE_END,      /* no more input: Ctrl-D, the end of the file */
    CONSOLE_LEAVE     /* Ctrl-C, a closed terminal, a request to end */
} console_answer;

enum { CONSOLE_LINE_SIZE = 512 };

/* `words`, ending in NULL, are the possible completions; they must stay while the question is asked. */
console *console_open(void); /* NULL if memory runs out */
void console_close(console *);
console_answer console_ask(console *, const char *prompt, const char *const *words,
                           char line[CONSOLE_LINE_SIZE]);

/* Whether the user has asked to leave, at a question or between questions. */
bool console_leaves(const console *);
bool console_is_terminal(const console *); /* in and out */
unsigned console_lines(const console *);   /* of the terminal; 0: unknown */

/* Text for people, filled to the width that the terminal has now. Everything goes to standard output. */
__attribute__((format(printf, 2, 3))) void console_say(console *, const char *format, ...);
void console_show(console *, const char *text); /* unchanged */
alea_view_options console_view(const console *);
int console_show_view(console *, alea_status made, cmd_view *); /* as cmd_view_print */
/* Escape codes: bold in the colour of a seat, the colour of events, and plain text again; empty without colour. By default
   there is colour on a terminal, unless TERM is dumb or NO_COLOR is set. */
typedef enum console_colour { CONSOLE_AUTO, CONSOLE_ALWAYS, CONSOLE_NEVER } console_colour;
void console_use_colour(console *, console_colour);
const char *console_seat(const console *, unsigned seat), *console_bold(const console *),
    *console_event(const console *), *console_plain(const console *);

/* Waits so that people can follow; only on a terminal. Returns true if the user pressed a key, which is consumed, or asked
   to leave. */
bool console_pause(console *, double seconds);
/* The key that the user pressed in this time, negative without limit: 0 if none, EOF to leave. Only on a terminal; else 0. */
int console_key(console *, double seconds);
double console_pace(double given); /* seconds: as given unless negative, else $ALEA_PACE, else 0.8 */
/* The dice as characters of a line, " ⚂ ⚄", if the terminal has them; else empty. */
enum { CONSOLE_DICE_SIZE = 100 };
const char *console_small_dice(const console *, const uint32_t *faces, unsigned count,
                               char out[CONSOLE_DICE_SIZE]);
