#ifndef TESTS_SIGNATURE_SIGNATURE_H
#define TESTS_SIGNATURE_SIGNATURE_H
/* What the jobs of the signature share: lines of numbers, opening games and bots, and positions to ask about.
 *
 * The program uses the headers in include/alea and nothing else, so that it compiles and runs with every version of the
 * library. A job is one line of JSON; tools/signature says what its fields mean and how two lines are compared. */
#include <alea/bot.h>
#include <alea/contest.h>
#include <alea/exact.h>
#include <alea/game.h>
#include <alea/record.h>
#include <alea/review.h>
#include <alea/run.h>
#include <alea/session.h>
#include <alea/stats.h>
#include <alea/table.h>

#include <stdio.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/* ---- line.c: a job's line ---- */

/* Begins the job of this name. Returns false if it was not requested, or if it needs a part that --skip names (a line then
   reports that). `needs` lists parts, separated by commas: "slow", "wasm", "python", "tables" (table files), "store" (the
   contest database); NULL for none. After false, call neither a put_ function nor line_end. */
bool line_begin(const char *needs, const char *format, ...) __attribute__((format(printf, 2, 3)));
void line_end(void); /* prints it */

void put_count(int64_t);              /* stays equal to the bit */
void put_hash(uint64_t);              /* a count of 63 bits of it */
void put_value(alea_interval);        /* proved bounds */
void put_point(double);               /* a number without bounds */
void put_answer(const alea_answer *); /* a position's value, and those of its moves */
/* Points of this line may differ by so much, whatever they are; otherwise by 1e-12 of themselves. */
void put_within(double);
/* Whether a call worked. The first failure's status is part of the line. */
bool put_status(alea_status, const alea_error *);

/* Chooses jobs by --only PATTERN and --skip PART,PART…; NULL: all. */
void line_choose(const char *only, const char *skip, bool names_only);

/* ---- open.c: games, bots and files ---- */

/* Where files are: of the sources (rules, bots in Lua), of the build (bots in WebAssembly), and the cache of the sandbox. */
typedef struct folders {
    const char *source, *build, *cache;
} folders;
void open_begin(const folders *);
void open_end(void);

/* A path or a spec in which a leading "@" stands for the source folder and "%" for the build folder; good until the next
   four calls. */
const char *open_path(const char *);
alea_sandbox *open_sandbox(void); /* opened when it is first needed */

/* NULL if that failed; the line then has the status. */
alea_game *open_game(const char *spec, unsigned players);
alea_bot *open_bot(const alea_game *, const char *spec);

/* The bots of one table of players. */
typedef struct lineup {
    alea_bot *bot[ALEA_MAX_SEATS];
    unsigned count;
    bool complete;
} lineup;
lineup open_lineup(const alea_game *, const char *const *specs);
void close_lineup(lineup *);
unsigned count_specs(const char *const *specs);

void write_text(const char *path, const char *text);
uint64_t hash_numbers(const char *path); /* all whole numbers in a text file, whatever separates them */

/* ---- walk.c: random play ---- */

uint64_t mix(uint64_t hash, uint64_t number);

/* A random walk through a game: uniform over outcomes whatever their weights, and over moves except for a bias to the last
   of two. */
typedef struct walk {
    const alea_game *game;
    alea_state state;
    uint64_t random;
    unsigned bias; /* in 256ths */
    bool over;
} walk;
walk walk_begin(const alea_game *, uint64_t seed);
uint64_t walk_random(walk *);
bool walk_step(walk *); /* returns false when the game is over, or has taken too many steps */

/* Visits about `wanted` decision positions of random games (and a few in which dice are due); stops when `visit` returns
   false. */
typedef bool (*walk_visitor)(void *user, const alea_state *);
void walk_visit(const alea_game *, unsigned wanted, walk_visitor, void *user);

/* ---- the jobs ---- */

void referee_jobs(void);
void run_jobs(void);
void solve_jobs(void);
void policy_jobs(void);
void freeze_jobs(void);
void stats_jobs(void);
void review_jobs(void);
void session_jobs(void);
void contest_jobs(void);
void tournament_jobs(void);

/* Asks a table about positions and puts the answers. */
void put_answers(const alea_table *, unsigned positions);
void put_verdict(const alea_table *);
void put_run(const alea_run_result *);
#endif
