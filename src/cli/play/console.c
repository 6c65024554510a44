/* Questions and answers; see console.h. */
#include "cli/play/console.h"
#include "base/assert.h"
#include "base/text.h"
#include "cli/play/line_editor.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { LONGEST_SAID = 4000, TYPING_COLUMNS = 12 };

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { SIGNALS = sizeof signals / sizeof *signals };

struct console {
    bool terminal, stands_out, ascii;
    line_editor *editor; /* on a terminal only */
    struct sigaction before[SIGNALS], before_stop;
    int wake[2]; /* a pipe: a signal handler on any thread writes to it, which ends the wait of this one */
    char input[4096];
    size_t size, at; /* bytes of it that were read, and used */
};

/* All that a signal handler can reach; atomic, since it may run in any thread. */
static atomic_int leaving, stopping, wake_by;

static void console_wake(atomic_int *wish)
{
    const int before = errno;
    *wish = 1;
    (void)!write(wake_by, "", 1); /* a pipe that is full wakes, too */
    errno = before;
}

static void console_leave(int signal)
{
    (void)signal;
    console_wake(&leaving);
}

static void console_stop(int signal)
{
    (void)signal;
    console_wake(&stopping);
}

static void console_catch_signals(console *c)
{
    struct sigaction leaves = {.sa_handler = console_leave},
                     stops = {.sa_handler = console_stop}; /* no SA_RESTART: reading ends */
    sigemptyset(&leaves.sa_mask);
    sigemptyset(&stops.sa_mask);
    leaving = stopping = 0;
    wake_by = c->wake[1];
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &leaves, &c->before[i]);
    sigaction(SIGTSTP, NULL, &c->before_stop);
    if (c->terminal) sigaction(SIGTSTP, &stops, NULL);
}

/* Waits for input or a signal, `milliseconds` at most, -1 without limit. Positive if there is input, negative if that fails. */
static int console_wait(const console *c, int milliseconds)
{
    struct pollfd wait[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = c->wake[0], .events = POLLIN}};
    char signals_seen[16];
    const int ready = poll(wait, 2, milliseconds);
    if (ready < 0) return errno == EINTR ? 0 : -1;
    if (wait[1].revents) (void)!read(c->wake[0], signals_seen, sizeof signals_seen);
    return wait[0].revents != 0;
}

/* The next byte of standard input; EOF at its end, or if the user leaves. */
static int console_next_byte(console *c)
{
    while (c->at == c->size) {
        if (leaving) return EOF;
        if (stopping) { /* Ctrl-Z: restore the shell's terminal settings, and set ours again afterwards */
            stopping = 0;
            if (c->editor) line_editor_release(c->editor);
            raise(SIGSTOP);
            if (c->editor) line_editor_resume(c->editor);
        }
        const int ready = console_wait(c, -1);
        if (ready < 0) return EOF;
        if (ready == 0 || leaving || stopping) continue;
        ssize_t got = read(STDIN_FILENO, c->input, sizeof c->input);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return EOF;
        c->size = (size_t)got;
        c->at = 0;
    }
    ALEA_ASSERT(c->at < c->size && c->size <= sizeof c->input);
    return (unsigned char)c->input[c->at++];
}

/* ---- opening and closing ---- */

static int console_next_for_editor(void *c)
{
    return console_next_byte(c);
}

/* The editor has read a byte that belongs to the next character. */
static void console_put_back(void *user)
{
    console *c = user;
    ALEA_ASSERT(c->at > 0);
    c->at--;
}

console *console_open(void)
{
    console *c = calloc(1, sizeof *c);
    if (!c || pipe2(c->wake, O_CLOEXEC | O_NONBLOCK) != 0) {
        free(c);
        return NULL;
    }
    const char *kind = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    bool dumb = !kind || strcmp(kind, "dumb") == 0;
    c->terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    c->stands_out = c->terminal && !dumb && !(no_colour && *no_colour);
    console_catch_signals(c);
    c->ascii = console_view(c).ascii;
    const line_editor_input input = {c, console_next_for_editor, console_put_back};
    if (c->terminal && !dumb) c->editor = line_editor_open(&input);
    return c;
}

void console_close(console *c)
{
    if (!c) return;
    line_editor_close(c->editor);
    for (int i = 0; i < SIGNALS; i++) sigaction(signals[i], &c->before[i], NULL);
    sigaction(SIGTSTP, &c->before_stop, NULL);
    for (int i = 0; i < 2; i++) close(c->wake[i]);
    free(c);
}

/* ---- reading ---- */

/* Reads the whole line; one that is too long is dropped. */
static console_answer console_read_plain(console *c, char line[CONSOLE_LINE_SIZE])
{
    size_t length = 0;
    int sign;
    while ((sign = console_next_byte(c)) != EOF && sign != '\n')
        if (length++ < CONSOLE_LINE_SIZE - 1) line[length - 1] = sign ? (char)sign : '\1';
    if (sign == EOF && leaving) return CONSOLE_LEAVE;
    if (sign == EOF && length == 0) return CONSOLE_END;
    line[length < CONSOLE_LINE_SIZE ? length : CONSOLE_LINE_SIZE - 1] = 0;
    return length < CONSOLE_LINE_SIZE ? CONSOLE_LINE : CONSOLE_TOO_LONG;
}

/* One line by way of the editor; it becomes part of the history unless it is blank. */
static console_answer console_read_edited(console *c, const char *prompt, const char *const *words,
                                          char line[CONSOLE_LINE_SIZE])
{
    int length = 0;
    const char *typed = line_editor_read(c->editor, prompt, words, &length);
    if (leaving) return CONSOLE_LEAVE;
    if (!typed || length <= 0) return CONSOLE_END;
    if (typed[strspn(typed, " \t\n")]) line_editor_remember(c->editor, typed);
    if (length >= CONSOLE_LINE_SIZE) return CONSOLE_TOO_LONG;
    memcpy(line, typed, (size_t)length);
    line[length] = 0;
    return CONSOLE_LINE;
}

console_answer console_ask(console *c, const char *prompt, const char *const *words,
                           char line[CONSOLE_LINE_SIZE])
{
    if (leaving) return CONSOLE_LEAVE;
    bool narrow = c->terminal && strlen(prompt) + TYPING_COLUMNS > console_view(c).width;
    if (narrow) console_say(c, "%s", prompt);
    const char *asked = narrow ? "> " : prompt;
    if (!c->editor) console_show(c, asked);
    fflush(stdout);
    console_answer answer =
        c->editor ? console_read_edited(c, asked, words, line) : console_read_plain(c, line);
    bool new_line = answer == CONSOLE_END || answer == CONSOLE_LEAVE || !c->terminal;
    if (new_line) putchar('\n'); /* Enter was not pressed here */
    if (answer != CONSOLE_LINE) return answer;
    char *begin = line, *end = line + strlen(line);
    while (isspace((unsigned char)*begin)) begin++;
    while (end > begin && isspace((unsigned char)end[-1])) end--;
    memmove(line, begin, (size_t)(end - begin));
    line[end - begin] = 0;
    return answer;
}

/* Without ICANON a key arrives immediately. If a line was typed ahead it belongs to the next question, so this does not wait. */
int console_key(console *c, double seconds)
{
    struct termios usual, keys;
    unsigned char key = 0, more[8];
    if (!c->terminal || seconds == 0 || leaving) return leaving ? EOF : 0;
    fflush(stdout);
    if (c->at < c->size || tcgetattr(STDIN_FILENO, &usual) != 0) return 0;
    keys = usual;
    keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSANOW, &keys);
    int pressed;
    do {
        pressed = console_wait(c, seconds < 0 ? -1 : (int)(seconds * 1000));
        if (stopping) { /* Ctrl-Z: restore the shell's terminal settings */
            stopping = 0;
            tcsetattr(STDIN_FILENO, TCSANOW, &usual);
            raise(SIGSTOP);
            tcsetattr(STDIN_FILENO, TCSANOW, &keys);
        }
    } while (pressed == 0 && seconds < 0 && !leaving);
    if (pressed < 0 || (pressed > 0 && read(STDIN_FILENO, &key, 1) < 1)) leaving = 1;
    const bool arrow = key == 0x1B; /* arrow keys send more bytes */
    if (arrow && console_wait(c, 0) > 0) (void)!read(STDIN_FILENO, more, sizeof more);
    tcsetattr(STDIN_FILENO, TCSANOW, &usual);
    return leaving ? EOF : key;
}

bool console_pause(console *c, double seconds)
{
    return seconds > 0 ? console_key(c, seconds) != 0 : leaving != 0;
}

double console_pace(double given)
{
    enum { SLOWEST = 60 };
    static const double usual = 0.8; /* easy to follow */
    char *end;
    const char *wish = getenv("ALEA_PACE");
    if (given >= 0) return given;
    const double pace = wish && *wish ? alea__read_real(wish, &end) : usual;
    return pace >= 0 && pace <= (double)SLOWEST ? pace : usual;
}

bool console_leaves(const console *c)
{
    (void)c;
    return leaving != 0;
}

bool console_is_terminal(const console *c)
{
    return c->terminal;
}

unsigned console_lines(const console *c)
{
    struct winsize size;
    return c->terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

/* ---- saying ---- */

alea_view_options console_view(const console *c)
{
    (void)c;
    return cli_view_options(STDOUT_FILENO, false);
}

/* In an ASCII locale, names may still contain other bytes. */
void console_show(console *c, const char *text)
{
    if (!c->ascii) {
        fputs(text, stdout);
        return;
    }
    for (; *text; text++) {
        if (*text & 0x80)
            printf("\\x%02X", (unsigned)(unsigned char)*text);
        else
            putchar(*text);
    }
}

int console_show_view(console *c, alea_status made, cmd_view *v)
{
    if (made != ALEA_OK) return cmd_report(&v->error);
    console_show(c, v->text);
    alea_text_free(v->text);
    return CMD_DONE;
}

void console_say(console *c, const char *format, ...)
{
    char said[LONGEST_SAID], *text;
    va_list arguments;
    alea_view_options view = console_view(c);
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    if (alea_view_paragraphs(said, &view, &text, NULL) != ALEA_OK) {
        puts(said);
        return;
    }
    console_show(c, text);
    alea_text_free(text);
}

const char *console_small_dice(const console *c, const uint32_t *faces, unsigned count,
                               char out[CONSOLE_DICE_SIZE])
{
    static const char *const die[] = {"⚀", "⚁", "⚂", "⚃", "⚄", "⚅"};
    size_t used = 0;
    *out = 0;
    if (!c->terminal || c->ascii) return out;
    for (unsigned i = 0; i < count && faces[i] >= 1 && faces[i] <= 6; i++)
        used += (size_t)snprintf(out + used, CONSOLE_DICE_SIZE - used, " %s", die[faces[i] - 1]);
    return out;
}

void console_use_colour(console *c, console_colour when)
{
    if (when != CONSOLE_AUTO) c->stands_out = when == CONSOLE_ALWAYS;
}

const char *console_seat(const console *c, unsigned seat)
{
    static const char *const codes[] = {"\033[1;36m", "\033[1;35m", "\033[1;32m", "\033[1;34m"};
    return c->stands_out ? codes[seat % (sizeof codes / sizeof *codes)] : "";
}

const char *console_event(const console *c)
{
    return c->stands_out ? "\033[33m" : "";
}

const char *console_bold(const console *c)
{
    return c->stands_out ? "\033[1m" : "";
}

const char *console_plain(const console *c)
{
    return c->stands_out ? "\033[0m" : "";
}
