#ifndef ALEA_COMMAND_OPTIONS_H
#define ALEA_COMMAND_OPTIONS_H
/* A command is a table: options, operands, a function that does the work, and help texts. option_values.c fills the
   command's struct by them, from a command line (options.c) or from a request of the page. Copy a small command, such
   as cmd_verify.c, to write a new one. */
#include "command/messages.h"

#include <alea/table.h>
#include <stddef.h>

/* Kinds of values, with the type of the member that receives them. */
typedef enum cli_kind {
    CLI_TAKES_NOTHING = 1, /* bool: true */
    CLI_TAKES_SETTING,     /* an option without a value: int, set to `most` */
    CLI_TAKES_TEXT,        /* const char *: as it was typed; a game, a bot, a file */
    CLI_TAKES_OUTPUT,      /* const char *: a file to write, which must be writable before the work begins */
    CLI_TAKES_PAGE,        /* const char *: such a file whose name ends in .html or .htm */
    CLI_TAKES_STORE,       /* const char *: a file that the command reads and writes, such as a journal */
    CLI_TAKES_COUNT,       /* uint64_t, from `least` to `most`; written 1000000, 1,000,000, 1e6 or 1M */
    CLI_TAKES_UNSIGNED,    /* unsigned, likewise */
    CLI_TAKES_MEBIBYTES,   /* uint64_t, likewise; becomes bytes */
    CLI_TAKES_STATES,      /* likewise, no member: how many states games may have from now on */
    CLI_TAKES_NUMBER,      /* double, from 0 to `most` */
    CLI_TAKES_CHOICE,      /* an enum or int: one of `choices` */
    CLI_TAKES_MODE,  /* an option that may have such a value, --coach=all; without one the first choice */
    CLI_TAKES_DATE,  /* int64_t: noon of the day, in seconds since 1970 */
    CLI_TAKES_NAMES, /* cli_names: the option may be given several times */
    CLI_TAKES_WORDS, /* cli_words: all operands that are left */
    CLI_TAKES_PAIRS  /* cli_pairs: all operands that are left, each KEY=VALUE, or VALUE with an empty key */
} cli_kind;

#define CLI_MODE_VALUE "HOW" /* in the help of an option with a MODE */

typedef struct cli_choice {
    const char *name;
    int value;
} cli_choice;

typedef struct cli_value {
    cli_kind kind;
    size_t at;    /* offset of the member that receives it */
    size_t given; /* offset of a bool that is set if it is given; 0: none */
    uint64_t least, most;
    const cli_choice *choices; /* ending in {0} */
} cli_value;

typedef struct cli_option {
    int group; /* help lists the groups in this order */
    char key;  /* the short form, or 0 */
    const char *name;
    const char *value; /* the name of its value in the help; NULL: it needs none */
    cli_value into;
    const char *help;
} cli_option;

typedef struct cli_operand {
    const char *missing; /* the message if it is missing; NULL: it is optional */
    cli_value into;
} cli_operand;

typedef struct cli_words {
    const char *const *word;
    unsigned count;
} cli_words;

enum { CLI_MOST_NAMES = ALEA_MAX_SEATS };
typedef struct cli_names {
    const char *name[CLI_MOST_NAMES];
    unsigned count;
    bool used[CLI_MOST_NAMES]; /* set while names are assigned: the name is taken */
} cli_names;

enum { CLI_MOST_PAIRS = 16 };
typedef struct cli_pairs {
    alea_setting pair[CLI_MOST_PAIRS];
    size_t count;
} cli_pairs;

/* Commands that one kind of reader wants, under a heading of the list of commands. */
typedef struct cli_topic {
    const char *reader, *example;              /* "To play and learn", "alea play pig"; NULL: no heading */
    const struct cli_command *const *commands; /* ending in NULL; NULL: past the last topic */
} cli_topic;

struct cli_call;
typedef struct cli_command {
    const char *name, *summary; /* in the list of commands */
    const char *words;          /* its operands, as help shows them: "GAME BOT..." */
    /* The help text before the options and, after a \v, the text that follows them. */
    const char *about;
    const cli_option *options;   /* ending in {0} */
    const cli_operand *operands; /* likewise; options and operands NULL: none */
    const char *too_many;        /* a sentence on how many operands there may be, or NULL */
    size_t size;                 /* of the struct that options and operands fill */
    const void *defaults;        /* its initial contents; NULL: zeros */
    /* Checks that the arguments fit together; if not, reports it with cli_misuse and returns false. May be NULL. */
    bool (*check)(void *args, const struct cli_call *);
    int (*run)(void *args); /* returns the exit status */
    /* A group of commands has these, ending in {0}, and otherwise only name, summary and about. */
    const cli_topic *topics;
} cli_command;

/* Command number `index` of a group; NULL: past the last. */
const cli_command *cli_command_at(const cli_command *group, size_t index);

/* A call of a command: the name by which messages call it, and the struct to fill. */
typedef struct cli_call {
    const cli_command *command;
    const char *name; /* "alea run" */
    void *args;
} cli_call;

/* Reports a mistake in the options and operands, and how to get help. Returns false. */
__attribute__((format(printf, 2, 3))) bool cli_misuse(const cli_call *, const char *format, ...);

/* The option of that name, of `length` bytes; NULL: the command has none. */
const cli_option *cli_find_option(const cli_command *, const char *name, size_t length);
/* Puts the value of an option into its member of the struct; `text` is NULL for options that take none. The text must outlive the
   call. false: what is wrong has been reported; likewise cli_set_operands, which also checks that everything fits together. */
bool cli_set_option(const cli_call *, const cli_option *, const char *text);
bool cli_set_operands(const cli_call *, char **word, unsigned words);

/* Where a member of the struct `args` is; compiles only when the member has that type. */
#define CLI_AT(args, member, type) _Generic(((args *)0)->member, type: offsetof(args, member))
#define CLI_AT_INT(args, member) \
    _Generic(((args *)0)->member, int: offsetof(args, member), unsigned: offsetof(args, member))

/* The values of options and operands. */
#define CLI_FLAG(args, member)        {.kind = CLI_TAKES_NOTHING, .at = CLI_AT(args, member, bool)}
#define CLI_TEXT(args, member)        {.kind = CLI_TAKES_TEXT, .at = CLI_AT(args, member, const char *)}
#define CLI_OUTPUT(args, member)      {.kind = CLI_TAKES_OUTPUT, .at = CLI_AT(args, member, const char *)}
#define CLI_PAGE(args, member)        {.kind = CLI_TAKES_PAGE, .at = CLI_AT(args, member, const char *)}
#define CLI_STORE(args, member)       {.kind = CLI_TAKES_STORE, .at = CLI_AT(args, member, const char *)}
#define CLI_DATE(args, member)        {.kind = CLI_TAKES_DATE, .at = CLI_AT(args, member, int64_t)}
#define CLI_WORDS(args, member)       {.kind = CLI_TAKES_WORDS, .at = CLI_AT(args, member, cli_words)}
#define CLI_NAMES(args, member)       {.kind = CLI_TAKES_NAMES, .at = CLI_AT(args, member, cli_names)}
#define CLI_PAIRS(args, member)       {.kind = CLI_TAKES_PAIRS, .at = CLI_AT(args, member, cli_pairs)}
#define CLI_SETTING(args, member, to) {.kind = CLI_TAKES_SETTING, .at = CLI_AT_INT(args, member), .most = to}
#define CLI_CHOICE(args, member, from) \
    {.kind = CLI_TAKES_CHOICE, .at = CLI_AT_INT(args, member), .choices = from}
#define CLI_MODE(args, member, from) {.kind = CLI_TAKES_MODE, .at = CLI_AT_INT(args, member), .choices = from}
#define CLI_CHOICE_GIVEN(args, member, is_given, from) \
    {.kind = CLI_TAKES_CHOICE,                         \
     .at = CLI_AT_INT(args, member),                   \
     .given = CLI_AT(args, is_given, bool),            \
     .choices = from}
#define CLI_COUNT(args, member, low, high) \
    {.kind = CLI_TAKES_COUNT, .at = CLI_AT(args, member, uint64_t), .least = low, .most = high}
#define CLI_UNSIGNED(args, member, low, high) \
    {.kind = CLI_TAKES_UNSIGNED, .at = CLI_AT(args, member, unsigned), .least = low, .most = high}
#define CLI_UNSIGNED_GIVEN(args, member, is_given, low, high) \
    {.kind = CLI_TAKES_UNSIGNED,                              \
     .at = CLI_AT(args, member, unsigned),                    \
     .given = CLI_AT(args, is_given, bool),                   \
     .least = low,                                            \
     .most = high}
#define CLI_MEBIBYTES(args, member, high) \
    {.kind = CLI_TAKES_MEBIBYTES, .at = CLI_AT(args, member, uint64_t), .least = 1, .most = high}
#define CLI_NUMBER(args, member, high) \
    {.kind = CLI_TAKES_NUMBER, .at = CLI_AT(args, member, double), .most = high}
#define CLI_NUMBER_GIVEN(args, member, is_given, high) \
    {.kind = CLI_TAKES_NUMBER,                         \
     .at = CLI_AT(args, member, double),               \
     .given = CLI_AT(args, is_given, bool),            \
     .most = high}
/* Any whole number, such as a seed, and whether it was given. */
#define CLI_WHOLE(args, member, is_given)   \
    {.kind = CLI_TAKES_COUNT,               \
     .at = CLI_AT(args, member, uint64_t),  \
     .given = CLI_AT(args, is_given, bool), \
     .most = INT64_MAX}

/* Options and operands that commands share; their members have the same names everywhere. */
#define CLI_JSON(args)      {2, 'j', "json", NULL, CLI_FLAG(args, json), "Print one JSON object"}
#define CLI_OBJECTIVE(args) {1, 0, "for", "OBJECTIVE", CLI_TEXT(args, objective), CLI_HELP_FOR}
#define CLI_RANKING(args)   {1, 0, "for", "OBJECTIVE", CLI_TEXT(args, objective), CLI_HELP_RANKING}
#define CLI_THREADS(args, member, group)  \
    {group,                               \
     't',                                 \
     "threads",                           \
     "T",                                 \
     CLI_UNSIGNED(args, member, 1, 1024), \
     "Number of threads (default: all cores)"}
/* Of the sandbox, in the member `limits`. */
#define CLI_FUEL(args, group) \
    {group, 0, "fuel", "N", CLI_COUNT(args, limits.fuel, 1, 1000000000000), CLI_HELP_FUEL}
#define CLI_MEMORY(args, group) \
    {group, 0, "memory", "MIB", CLI_MEBIBYTES(args, limits.memory, 4096), CLI_HELP_MEMORY}
#define CLI_MAX_SIZE(args, group, help) \
    {group, 0, "max-size", "MIB", CLI_MEBIBYTES(args, limits.max_size, 64), help}
#define CLI_ISOLATION(args, group) \
    {group, 0, "no-isolation", NULL, CLI_FLAG(args, limits.no_isolation), CLI_HELP_ISOLATION}
/* Bots that remember nothing, in the member `pure`. */
#define CLI_PURE(args, group) {group, 0, "pure", "NAME", CLI_NAMES(args, pure), CLI_HELP_PURE}
#define CLI_STATES(group)                                                                                \
    {group,                                                                                              \
     0,                                                                                                  \
     "states",                                                                                           \
     "N",                                                                                                \
     {.kind = CLI_TAKES_STATES, .least = 1, .most = ALEA_MOST_STATES},                                   \
     "States that a game may have whose states are listed (default 5,000,000 in the family graph, else " \
     "2,000,000); first prints the memory required"}
#define CLI_GAME(args) {CLI_GAME_MISSING, CLI_TEXT(args, game)}

#define CLI_HELP_FOR \
    "win, money, score or turns (default: what the game is played for, as `alea games GAME` says)"
#define CLI_HELP_RANKING                                                                                    \
    "What `optimal` plays for and bots are ranked by: win or money (default: what the game is played for, " \
    "as `alea games GAME` says)"
#define CLI_HELP_FUEL     "Instructions that a bot may execute for one decision (default 20,000,000)"
#define CLI_HELP_MAX_SIZE "Mebibytes that a WebAssembly file may have (default 64, the maximum)"
#define CLI_HELP_MEMORY   "Mebibytes that a bot may use (default 256, at most 4096)"
#define CLI_HELP_PURE                                                                                     \
    "The bot NAME remembers nothing: it is restored before each question, so that its answer depends on " \
    "nothing else; may be given for several bots"
#define CLI_HELP_ISOLATION                                                                                   \
    "Run WebAssembly and Python in alea's own process, not in a process for each; use it only for programs " \
    "that you trust"

#endif
