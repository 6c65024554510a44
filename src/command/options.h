#pragma once
/* A command is a table: options, operands, a function that does the work, and help texts. option_values.c fills the
   command's struct by them, from a command line (options.c) or from a request of the page. Copy a small command, such
   as cmd_verify.c, to write a new one. */
#include "command/messages.h"

#include <alea/table.h>
#include <stddef.h>

/* Kinds of values, with the type of the member that receives them. */
typedef enum cmd_kind {
    CMD_TAKES_NOTHING = 1, /* bool: true */
    CMD_TAKES_SETTING,     /* an option without a value: int, set to `most` */
    CMD_TAKES_TEXT,        /* const char *: unchanged text; a game, a bot, a file */
    CMD_TAKES_OUTPUT,      /* const char *: a file to write, which must be writable before the work begins */
    CMD_TAKES_PAGE,        /* const char *: an output file with the ending .html or .htm */
    CMD_TAKES_STORE,       /* const char *: a file that the command reads and writes, such as a journal */
    CMD_TAKES_COUNT,       /* uint64_t, from `least` to `most`; written 1000000, 1,000,000, 1e6 or 1M */
    CMD_TAKES_UNSIGNED,    /* unsigned, likewise */
    CMD_TAKES_MEBIBYTES,   /* uint64_t, likewise; becomes bytes */
    CMD_TAKES_STATES,      /* likewise, no member: how many states games may have from now on */
    CMD_TAKES_NUMBER,      /* double, from 0 to `most` */
    CMD_TAKES_CHOICE,      /* an enum or int: one of `choices` */
    CMD_TAKES_MODE, /* an option with an optional value, such as --coach=all; without a value the first choice */
    CMD_TAKES_DATE,  /* int64_t: noon of the day, in seconds since 1970 */
    CMD_TAKES_NAMES, /* cmd_names: the option may be given several times */
    CMD_TAKES_WORDS, /* cmd_words: all operands that are left */
    CMD_TAKES_PAIRS  /* cmd_pairs: all operands that are left, each KEY=VALUE, or VALUE with an empty key */
} cmd_kind;

#define CMD_MODE_VALUE "HOW" /* in the help of an option with a MODE */

typedef struct cmd_choice {
    const char *name;
    int value;
} cmd_choice;

typedef struct cmd_value {
    cmd_kind kind;
    size_t at;    /* offset of the member that receives it */
    size_t given; /* offset of a bool that is set if the option is given; 0: none */
    uint64_t least, most;
    const cmd_choice *choices; /* ending in {0} */
} cmd_value;

typedef struct cmd_option {
    int group; /* help lists the groups in this order */
    char key;  /* the short form, or 0 */
    const char *name;
    const char *value; /* name of its value in the help; NULL: it takes none */
    cmd_value into;
    const char *help; /* NULL: hidden from help and completion, because it is for developers */
} cmd_option;

typedef struct cmd_operand {
    const char *missing; /* message if it is missing; NULL: it is optional */
    cmd_value into;
} cmd_operand;

typedef struct cmd_words {
    const char *const *word;
    unsigned count;
} cmd_words;

enum { CMD_MOST_NAMES = ALEA_MAX_SEATS };
typedef struct cmd_names {
    const char *name[CMD_MOST_NAMES];
    unsigned count;
    bool used[CMD_MOST_NAMES]; /* set while names are assigned: the name is taken */
} cmd_names;

enum { CMD_MOST_PAIRS = 16 };
typedef struct cmd_pairs {
    alea_setting pair[CMD_MOST_PAIRS];
    size_t count;
} cmd_pairs;

/* Commands for one kind of reader, under a heading in the list of commands. */
typedef struct cmd_topic {
    const char *reader, *example; /* such as "To play and learn" and "alea play pig"; NULL: no heading */
    const struct cmd_table *const *commands; /* ending in NULL; NULL: after the last topic */
} cmd_topic;

struct cmd_call;
typedef struct cmd_table {
    const char *name, *summary; /* in the list of commands */
    const char *words;          /* its operands, as help shows them: "GAME BOT..." */
    /* The help text before the options and, after a \v, the text that follows them. */
    const char *about;
    const cmd_option *options;   /* ending in {0} */
    const cmd_operand *operands; /* likewise; options and operands NULL: none */
    const char *too_many;        /* a sentence on how many operands there may be, or NULL */
    size_t size;                 /* of the struct that options and operands fill */
    const void *defaults;        /* its initial contents; NULL: zeros */
    /* Checks that the arguments fit together; if not, reports it with cmd_misuse and returns false. May be NULL. */
    bool (*check)(void *args, const struct cmd_call *);
    int (*run)(void *args); /* returns the exit status */
    /* A group of commands has these, ending in {0}, and otherwise only name, summary and about. */
    const cmd_topic *topics;
} cmd_table;

/* Command number `index` of a group; NULL after the last. */
const cmd_table *cmd_table_at(const cmd_table *group, size_t index);

/* A call of a command: the name by which messages call it, and the struct to fill. */
typedef struct cmd_call {
    const cmd_table *command;
    const char *name; /* "alea run" */
    void *args;
} cmd_call;

/* Reports a mistake in the options and operands, and how to get help. Returns false. */
__attribute__((format(printf, 2, 3))) bool cmd_misuse(const cmd_call *, const char *format, ...);

/* The option with that name, of `length` bytes; NULL if the command has none. */
const cmd_option *cmd_find_option(const cmd_table *, const char *name, size_t length);
/* Stores the value of an option in its member of the struct; `text` is NULL for options without a value. The text must outlive
   the call. Returns false after an error message, like cmd_set_operands, which also checks that all values fit together. */
bool cmd_set_option(const cmd_call *, const cmd_option *, const char *text);
bool cmd_set_operands(const cmd_call *, char **word, unsigned words);

/* Where a member of the struct `args` is; compiles only when the member has that type. */
#define CMD_AT(args, member, type) _Generic(((args *)0)->member, type: offsetof(args, member))
#define CMD_AT_INT(args, member) \
    _Generic(((args *)0)->member, int: offsetof(args, member), unsigned: offsetof(args, member))

/* The values of options and operands. */
#define CMD_FLAG(args, member)        {.kind = CMD_TAKES_NOTHING, .at = CMD_AT(args, member, bool)}
#define CMD_TEXT(args, member)        {.kind = CMD_TAKES_TEXT, .at = CMD_AT(args, member, const char *)}
#define CMD_OUTPUT(args, member)      {.kind = CMD_TAKES_OUTPUT, .at = CMD_AT(args, member, const char *)}
#define CMD_PAGE(args, member)        {.kind = CMD_TAKES_PAGE, .at = CMD_AT(args, member, const char *)}
#define CMD_STORE(args, member)       {.kind = CMD_TAKES_STORE, .at = CMD_AT(args, member, const char *)}
#define CMD_DATE(args, member)        {.kind = CMD_TAKES_DATE, .at = CMD_AT(args, member, int64_t)}
#define CMD_WORDS(args, member)       {.kind = CMD_TAKES_WORDS, .at = CMD_AT(args, member, cmd_words)}
#define CMD_NAMES(args, member)       {.kind = CMD_TAKES_NAMES, .at = CMD_AT(args, member, cmd_names)}
#define CMD_PAIRS(args, member)       {.kind = CMD_TAKES_PAIRS, .at = CMD_AT(args, member, cmd_pairs)}
#define CMD_SETTING(args, member, to) {.kind = CMD_TAKES_SETTING, .at = CMD_AT_INT(args, member), .most = to}
#define CMD_CHOICE(args, member, from) \
    {.kind = CMD_TAKES_CHOICE, .at = CMD_AT_INT(args, member), .choices = from}
#define CMD_MODE(args, member, from) {.kind = CMD_TAKES_MODE, .at = CMD_AT_INT(args, member), .choices = from}
#define CMD_CHOICE_GIVEN(args, member, is_given, from) \
    {.kind = CMD_TAKES_CHOICE,                         \
     .at = CMD_AT_INT(args, member),                   \
     .given = CMD_AT(args, is_given, bool),            \
     .choices = from}
#define CMD_COUNT(args, member, low, high) \
    {.kind = CMD_TAKES_COUNT, .at = CMD_AT(args, member, uint64_t), .least = low, .most = high}
#define CMD_UNSIGNED(args, member, low, high) \
    {.kind = CMD_TAKES_UNSIGNED, .at = CMD_AT(args, member, unsigned), .least = low, .most = high}
#define CMD_UNSIGNED_GIVEN(args, member, is_given, low, high) \
    {.kind = CMD_TAKES_UNSIGNED,                              \
     .at = CMD_AT(args, member, unsigned),                    \
     .given = CMD_AT(args, is_given, bool),                   \
     .least = low,                                            \
     .most = high}
#define CMD_MEBIBYTES(args, member, high) \
    {.kind = CMD_TAKES_MEBIBYTES, .at = CMD_AT(args, member, uint64_t), .least = 1, .most = high}
#define CMD_NUMBER(args, member, high) \
    {.kind = CMD_TAKES_NUMBER, .at = CMD_AT(args, member, double), .most = high}
#define CMD_NUMBER_GIVEN(args, member, is_given, high) \
    {.kind = CMD_TAKES_NUMBER,                         \
     .at = CMD_AT(args, member, double),               \
     .given = CMD_AT(args, is_given, bool),            \
     .most = high}
/* Any whole number, such as a seed, and whether it was given. */
#define CMD_WHOLE(args, member, is_given)   \
    {.kind = CMD_TAKES_COUNT,               \
     .at = CMD_AT(args, member, uint64_t),  \
     .given = CMD_AT(args, is_given, bool), \
     .most = INT64_MAX}

/* Options and operands that commands share; their members have the same names everywhere. */
#define CMD_JSON(args)      {2, 'j', "json", NULL, CMD_FLAG(args, json), "Print one JSON object"}
#define CMD_LIVE(args)      {2, 0, "live", NULL, CMD_FLAG(args, live), CMD_HELP_LIVE}
#define CMD_OBJECTIVE(args) {1, 0, "for", "OBJECTIVE", CMD_TEXT(args, objective), CMD_HELP_FOR}
#define CMD_RANKING(args)   {1, 0, "for", "OBJECTIVE", CMD_TEXT(args, objective), CMD_HELP_RANKING}
#define CMD_THREADS(args, member, group)  \
    {group,                               \
     't',                                 \
     "threads",                           \
     "T",                                 \
     CMD_UNSIGNED(args, member, 1, 1024), \
     "Number of threads (default: all cores)"}
/* Limits of the sandbox, for the member `limits`. */
#define CMD_FUEL(args, group) \
    {group, 0, "fuel", "N", CMD_COUNT(args, limits.fuel, 1, 1000000000000), CMD_HELP_FUEL}
#define CMD_MEMORY(args, group) \
    {group, 0, "memory", "MIB", CMD_MEBIBYTES(args, limits.memory, 4096), CMD_HELP_MEMORY}
#define CMD_MAX_SIZE(args, group, help) \
    {group, 0, "max-size", "MIB", CMD_MEBIBYTES(args, limits.max_size, 64), help}
#define CMD_ISOLATION(args, group) \
    {group, 0, "no-isolation", NULL, CMD_FLAG(args, limits.no_isolation), CMD_HELP_ISOLATION}
/* Bots that remember nothing, in the member `pure`. */
#define CMD_PURE(args, group) {group, 0, "pure", "NAME", CMD_NAMES(args, pure), CMD_HELP_PURE}
/* All that limits bots. */
#define CMD_LIMITS(args, group) \
    CMD_PURE(args, group), CMD_FUEL(args, group), CMD_MEMORY(args, group), CMD_ISOLATION(args, group)
/* With the size of their files. */
#define CMD_LIMITS_OF_FILES(args, group)                                   \
    CMD_PURE(args, group), CMD_FUEL(args, group), CMD_MEMORY(args, group), \
        CMD_MAX_SIZE(args, group, CMD_HELP_MAX_SIZE), CMD_ISOLATION(args, group)
#define CMD_STATES(group)                                                                                \
    {group,                                                                                              \
     0,                                                                                                  \
     "states",                                                                                           \
     "N",                                                                                                \
     {.kind = CMD_TAKES_STATES, .least = 1, .most = ALEA_MOST_STATES},                                   \
     "States that a game may have whose states are listed (default 5,000,000 in the family graph, else " \
     "2,000,000); first prints the memory required"}
#define CMD_GAME(args) {CMD_GAME_MISSING, CMD_TEXT(args, game)}

#define CMD_HELP_FOR \
    "win, money, score or turns (default: what the game is played for, as `alea games GAME` says)"
#define CMD_HELP_LIVE "Draw the standings ten times a second, on a terminal"
#define CMD_HELP_RANKING                                                                                    \
    "What `optimal` plays for and bots are ranked by: win or money (default: what the game is played for, " \
    "as `alea games GAME` says)"
#define CMD_HELP_FUEL     "Instructions that a bot may execute for one decision (default 20,000,000)"
#define CMD_HELP_MAX_SIZE "Mebibytes that a WebAssembly file may have (default 64, the maximum)"
#define CMD_HELP_MEMORY   "Mebibytes that a bot may use (default 256, at most 4096)"
#define CMD_HELP_PURE                                                                                     \
    "The bot NAME remembers nothing: it is restored before each question, so that its answer depends on " \
    "nothing else; may be given for several bots"
#define CMD_HELP_ISOLATION                                                                                   \
    "Run WebAssembly and Python in alea's own process, not in a process for each; use it only for programs " \
    "that you trust"
