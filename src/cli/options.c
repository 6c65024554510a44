/* Reads a command line by a command's table; see options.h. */
#include "base/assert.h"
#include "base/memory.h"
#include "cli/progress.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { KEY_HELP = 'h', KEY_USAGE = 0x100, FIRST_KEY, MOST_OPTIONS = 32 };

bool cli_misuse(const struct argp_state *state, const char *format, ...)
{
    char said[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    argp_error(state, "%s", said);
    return false;
}

/* ---- values ---- */

/* Whether a separator stands here: an underscore between two digits, or a comma before three of them, as in 1,000. */
static bool option_is_separator(const char *at)
{
    const size_t digits = strspn(at + 1, "0123456789");
    return (*at == '_' && digits > 0) || (*at == ',' && digits == 3);
}

/* Reads digits with separators between them and appends them to *value. NULL: none, or too many. */
static const char *option_read_digits(const char *text, uint64_t *value)
{
    const char *at = text;
    while (isdigit((unsigned char)*at) || (at > text && option_is_separator(at))) {
        if (isdigit((unsigned char)*at)) {
            uint64_t digit = (uint64_t)(*at - '0');
            if (*value > (UINT64_MAX - digit) / 10) return NULL;
            *value = 10 * *value + digit;
        }
        at++;
    }
    return at > text ? at : NULL;
}

/* The power of ten that a letter at the end stands for: k, M or G (a billion), in either case; 0: none. */
static unsigned option_unit(char letter)
{
    switch (letter) {
    case 'k':
    case 'K': return 3;
    case 'm':
    case 'M': return 6;
    case 'g':
    case 'G': return 9;
    default: return 0;
    }
}

/* A whole number: 1000000, 1_000_000, 1,000,000, 1e6, 1M or 1.5M. */
static bool option_read_count(const char *text, uint64_t *out)
{
    uint64_t value = 0, exponent = 0, places = 0;
    const char *end = option_read_digits(text, &value);
    if (end && *end == '.' && (places = strspn(end + 1, "0123456789")) > 0)
        end = option_read_digits(end + 1, &value);
    if (end && (*end == 'e' || *end == 'E'))
        end = option_read_digits(end + 1, &exponent);
    else if (end && (exponent = option_unit(*end)) > 0)
        end++;
    if (!end || *end || exponent < places) return false;
    for (exponent -= places; exponent > 0 && value > 0; exponent--) {
        if (value > UINT64_MAX / 10) return false;
        value *= 10;
    }
    *out = value;
    return true;
}

/* A bound as one would type it: 1e12, but 4096. */
static const char *option_write_count(uint64_t count, char out[32])
{
    unsigned zeros = 0;
    uint64_t rest = count;
    for (; rest > 0 && rest % 10 == 0; zeros++) rest /= 10;
    if (zeros >= 6)
        snprintf(out, 32, "%" PRIu64 "e%u", rest, zeros);
    else
        snprintf(out, 32, "%" PRIu64, count);
    return out;
}

/* Whether the text is a number such as 10.5, which has places after its point. */
static bool option_is_fraction(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    return isdigit((unsigned char)*text) && *end == 0 && isfinite(value) && value != floor(value);
}

/* Reads a whole number within the option's bounds into *to, whose type is that of its kind. false: it has been said
   what is wrong. */
static bool option_take_count(const struct argp_state *state, const cli_option *o, const char *text, void *to)
{
    uint64_t value;
    char low[32], high[32];
    ALEA_ASSERT(o->into.least <= o->into.most);
    if (!option_read_count(text, &value) || value < o->into.least || value > o->into.most)
        return cli_misuse(state, option_is_fraction(text) ? CLI_FRACTION_COUNT : CLI_BAD_COUNT, o->name,
                          option_write_count(o->into.least, low), option_write_count(o->into.most, high),
                          cli_show(text).text, o->into.most >= 1000000 ? CLI_LARGE_COUNTS : "");
    if (o->into.kind == CLI_TAKES_UNSIGNED)
        *(unsigned *)to = (unsigned)value;
    else
        *(uint64_t *)to = o->into.kind == CLI_TAKES_MEBIBYTES ? value << 20 : value;
    return true;
}

/* Sets the limit, and says what it means before the work begins. */
static bool option_take_states(const struct argp_state *state, const cli_option *o, const char *text)
{
    uint64_t states = 0, bytes = 0;
    if (!option_take_count(state, o, text, &states)) return false;
    alea_status status = alea_game_limit_states(states, &bytes, NULL);
    const uint64_t memory = alea__machine_memory();
    ALEA_ASSERT(status == ALEA_OK); /* the option has the same bounds */
    if (memory && bytes > memory)
        return cli_misuse(state, CLI_STATES_MEMORY, states, (double)bytes / 0x1p20, (double)memory / 0x1p20,
                          memory / (bytes / states));
    cli_complain(CLI_DONE, CLI_STATES_ALLOWED, states, (double)bytes / 0x1p20);
    return status == ALEA_OK;
}

static bool option_take_number(const struct argp_state *state, const cli_option *o, const char *text,
                               double *to)
{
    char *end;
    double value = strtod(text, &end), most = (double)o->into.most;
    if (end == text || *end || !(value >= 0 && value <= most))
        return cli_misuse(state, CLI_BAD_NUMBER, o->name, most, cli_show(text).text);
    *to = value;
    return true;
}

/* Sets *to to the value of the named choice, in any case of letters; else lists the names. At most some ten short names fit. */
static bool option_take_choice(const struct argp_state *state, const cli_option *o, const char *text, int *to)
{
    char names[128] = "";
    ALEA_ASSERT(o->into.choices);
    for (const cli_choice *c = o->into.choices; c->name; c++) {
        if (strcasecmp(c->name, text) == 0) {
            *to = c->value;
            return true;
        }
        size_t used = strlen(names);
        const char *between = used == 0 ? "" : c[1].name ? ", " : " or ";
        snprintf(names + used, sizeof names - used, "%s%s", between, c->name);
    }
    return cli_misuse(state, CLI_BAD_CHOICE, o->name, names, cli_show(text).text);
}

/* A device, such as /dev/stdout, takes a page under any name. */
static bool option_take_page(const struct argp_state *state, const cli_option *o, const char *text,
                             const char **to)
{
    struct stat about;
    const bool device = stat(text, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
    const char *dot = strrchr(text, '.');
    *to = text;
    if (device || (dot && (strcasecmp(dot, ".html") == 0 || strcasecmp(dot, ".htm") == 0))) return true;
    return cli_misuse(state, CLI_BAD_OUT, o->name, CLI_PAGE_ENDINGS, cli_show(text).text);
}

/* The calendar repeats every 400 years. */
static bool option_take_date(const struct argp_state *state, const cli_option *o, const char *text,
                             int64_t *to)
{
    enum { DAY = 86400, NOON = 43200 };
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
    int year, month, day, length = 0;
    bool right = sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &length) == 3 && !text[length] &&
                 length == 10 && year >= 1970 && month >= 1 && month <= 12 && day >= 1;
    const bool leap = right && month == 2 && year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    right = right && day <= before[month] - before[month - 1] + leap;
    if (!right) return cli_misuse(state, CLI_BAD_DATE, o->name, cli_show(text).text);
    int last = year - (month <= 2); /* a leap day counts from March on */
    int64_t days = 365 * (int64_t)(year - 1970) + before[month - 1] + day - 1;
    days += last / 4 - last / 100 + last / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400);
    *to = days * DAY + NOON;
    return true;
}

static bool option_take_name(const struct argp_state *state, const cli_option *o, const char *text,
                             cli_names *to)
{
    if (to->count == CLI_MOST_NAMES) return cli_misuse(state, CLI_TOO_MANY_NAMES, o->name, CLI_MOST_NAMES);
    to->name[to->count++] = text;
    return true;
}

/* Puts the value of an option into its member of `args`. `text` is NULL for options that take none. */
static bool option_take(const struct argp_state *state, const cli_option *o, const char *text, void *args)
{
    ALEA_ASSERT(!o->value == !text || o->into.kind == CLI_TAKES_MODE);
    void *to = (char *)args + o->into.at;
    if (o->into.given) *(bool *)((char *)args + o->into.given) = true;
    switch (o->into.kind) {
    case CLI_TAKES_NOTHING: *(bool *)to = true; return true;
    case CLI_TAKES_SETTING: *(int *)to = (int)o->into.most; return true;
    case CLI_TAKES_TEXT:
    case CLI_TAKES_STORE:
    case CLI_TAKES_OUTPUT: *(const char **)to = text; return true;
    case CLI_TAKES_PAGE: return option_take_page(state, o, text, to);
    case CLI_TAKES_COUNT:
    case CLI_TAKES_UNSIGNED:
    case CLI_TAKES_MEBIBYTES: return option_take_count(state, o, text, to);
    case CLI_TAKES_STATES: return option_take_states(state, o, text);
    case CLI_TAKES_NUMBER: return option_take_number(state, o, text, to);
    case CLI_TAKES_CHOICE: return option_take_choice(state, o, text, to);
    case CLI_TAKES_MODE: return option_take_choice(state, o, text ? text : o->into.choices->name, to);
    case CLI_TAKES_DATE: return option_take_date(state, o, text, to);
    case CLI_TAKES_NAMES: return option_take_name(state, o, text, to);
    case CLI_TAKES_WORDS:
    case CLI_TAKES_PAIRS: break; /* operands alone */
    }
    ALEA_ASSERT(false && "an option has a value of its own");
    return false;
}

/* ---- operands ---- */

/* The value begins after the first = and may contain others. A word without one has an empty key. */
static bool option_take_pairs(const struct argp_state *state, cli_pairs *out)
{
    ALEA_ASSERT(out->count == 0 && state->next <= state->argc);
    for (char **word = state->argv + state->next; word < state->argv + state->argc; word++) {
        char *equals = strchr(*word, '=');
        if (out->count == CLI_MOST_PAIRS) return cli_misuse(state, CLI_TOO_MANY_PAIRS, CLI_MOST_PAIRS);
        if (equals) *equals = 0;
        out->pair[out->count++] = (alea_setting){equals ? *word : "", equals ? equals + 1 : *word};
    }
    return true;
}

/* The words from state->next on. argp has moved all options in front of them. */
static bool option_take_operands(struct argp_state *state, const cli_command *command, void *args)
{
    for (const cli_operand *o = command->operands; o && o->into.kind; o++) {
        void *to = (char *)args + o->into.at;
        unsigned left = (unsigned)(state->argc - state->next);
        if (left == 0 && o->missing) return cli_misuse(state, "%s", o->missing);
        if (o->into.kind == CLI_TAKES_TEXT) {
            if (left > 0) *(const char **)to = state->argv[state->next++];
            continue;
        }
        if (o->into.kind == CLI_TAKES_PAIRS && !option_take_pairs(state, to)) return false;
        if (o->into.kind == CLI_TAKES_WORDS)
            *(cli_words *)to = (cli_words){(const char *const *)state->argv + state->next, left};
        state->next = state->argc;
    }
    if (state->next == state->argc) return true;
    if (!command->too_many) return cli_misuse(state, CLI_TOO_MANY_ARGUMENTS);
    return cli_misuse(state, CLI_ONE_TOO_MANY, command->too_many, cli_show(state->argv[state->next]).text);
}

/* ---- the command line ---- */

static const struct argp_option option_help[] = {
    {"help", KEY_HELP, NULL, 0, "Print this help", -1},
    {"usage", KEY_USAGE, NULL, 0, "Print a short usage message", -1},
    {0},
};

/* argp's own --help would exit. */
static error_t option_parse_help(int key, char *value, struct argp_state *state)
{
    (void)value;
    if (key != KEY_HELP && key != KEY_USAGE) return ARGP_ERR_UNKNOWN;
    argp_state_help(state, stdout, key == KEY_HELP ? ARGP_HELP_STD_HELP : ARGP_HELP_USAGE);
    return ECANCELED;
}

/* argp's help, without its note on the arguments of short options, which says what everybody expects. */
static char *option_filter_help(int key, const char *text, void *input)
{
    union {
        const char *given;
        char *same;
    } help = {.given = text};
    (void)input;
    return key == ARGP_KEY_HELP_DUP_ARGS_NOTE ? NULL : help.same;
}

typedef struct option_parsing {
    const cli_command *command;
    void *args;
} option_parsing;

/* The key of the option at `index`, which argp hands back. */
static int option_key_of(const cli_option *options, int index)
{
    return options[index].key ? options[index].key : FIRST_KEY + index;
}

static error_t option_parse(int key, char *value, struct argp_state *state)
{
    const option_parsing *p = state->input;
    const cli_command *c = p->command;
    if (key == ARGP_KEY_ARGS || key == ARGP_KEY_NO_ARGS)
        return option_take_operands(state, c, p->args) ? 0 : EINVAL;
    if (key == ARGP_KEY_END) return !c->check || c->check(p->args, state) ? 0 : EINVAL;
    for (int i = 0; c->options && c->options[i].name; i++)
        if (key == option_key_of(c->options, i))
            return option_take(state, &c->options[i], value, p->args) ? 0 : EINVAL;
    return ARGP_ERR_UNKNOWN;
}

/* Whether `name`, of `length` bytes, begins the name of an option: the parser takes beginnings too. */
static bool option_exists(const cli_command *command, const char *name, size_t length)
{
    for (const cli_option *o = command->options; o && o->name; o++)
        if (strncmp(o->name, name, length) == 0) return true;
    return strncmp("help", name, length) == 0 || strncmp("usage", name, length) == 0;
}

/* Whether the game that a word opens has a parameter whose name is `name`, of `length` bytes. */
static bool option_is_parameter(const char *word, const char *name, size_t length)
{
    alea_game *game;
    alea_parameter p;
    bool found = false;
    if (*word == '-' || alea_game_open(word, &game, NULL) != ALEA_OK) return false;
    for (size_t i = 0; !found && alea_game_parameter(game, i, &p); i++)
        found = strlen(p.name) == length && strncmp(p.name, name, length) == 0;
    alea_game_free(game);
    return found;
}

/* If a word opens a game with that parameter, says how the parameter is written. */
static bool option_show_parameter(const char *game, const char *name, size_t length, const char *value)
{
    char setting[512];
    if (!option_is_parameter(game, name, length)) return false;
    snprintf(setting, sizeof setting, "%.*s=%s", (int)(length < 100 ? length : 100), name,
             cli_show(value).text);
    if (strpbrk(game, "(:="))
        cli_complain(CLI_USAGE, CLI_ADD_PARAMETER, (int)length, name, setting, cli_show(game).text);
    else
        cli_complain(CLI_USAGE, CLI_IS_PARAMETER, (int)length, name, cli_show(game).text, setting,
                     cli_show(game).text, setting);
    return true;
}

/* Whether the command line has an option that is really a parameter of its game, as in `alea run pig --goal 50`; if so,
   says how it is written. */
static bool option_names_parameter(const cli_command *command, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *name = argv[i] + 2;
        if (strncmp(argv[i], "--", 2) != 0) continue;
        const size_t length = strcspn(name, "=");
        const char *value = name[length] ? name + length + 1 : i + 1 < argc ? argv[i + 1] : "N";
        if (option_exists(command, name, length)) continue;
        for (int k = 1; k < argc; k++)
            if (option_show_parameter(argv[k], name, length, value)) return true;
    }
    return false;
}

/* Whether a word that stands for an option has characters that may not reach a screen; if so, says that there is no such option. argp
   would print them as they are. */
static bool option_is_unprintable(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        char name[200];
        if (argv[i][0] != '-') continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(argv[i], "="), argv[i]);
        const cli_shown shown = cli_show(name);
        if (strcmp(shown.text, name) == 0) continue;
        cli_complain(CLI_USAGE, CLI_UNKNOWN_OPTION, shown.text);
        return true;
    }
    return false;
}

int cli_parse(const cli_command *command, int argc, char **argv, void *args)
{
    if (option_is_unprintable(argc, argv)) return CLI_USAGE;
    if (option_names_parameter(command, argc, argv)) return CLI_USAGE;
    static const struct argp help = {.options = option_help, .parser = option_parse_help};
    static const struct argp_child children[] = {{.argp = &help}, {0}};
    struct argp_option options[MOST_OPTIONS] = {0};
    const cli_option *o = command->options;
    for (int i = 0; o && o[i].name && i + 1 < MOST_OPTIONS; i++) {
        const bool mode = o[i].into.kind == CLI_TAKES_MODE;
        options[i] = (struct argp_option){o[i].name,
                                          option_key_of(o, i),
                                          mode ? CLI_MODE_VALUE : o[i].value,
                                          mode ? OPTION_ARG_OPTIONAL : 0,
                                          o[i].help,
                                          o[i].group};
    }
    const struct argp argp = {.options = options,
                              .parser = option_parse,
                              .args_doc = command->words,
                              .doc = command->about,
                              .children = children,
                              .help_filter = option_filter_help};
    option_parsing p = {command, args};
    error_t failure = argp_parse(&argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_HELP, NULL, &p);
    return failure == 0           ? CLI_GO_ON
           : failure == ECANCELED ? CLI_DONE
           : failure == ENOMEM    ? CLI_FAILED
                                  : CLI_USAGE;
}
