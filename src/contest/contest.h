#pragma once
/* What the files of this layer share. submissions.c goes from paths to submissions (intake.h), with find_files.c; judge.c,
   ask_thrice.c and disqualify.c from a file to a table; tabulate.c does so for all files; pairs.c computes all pairs of tables,
   and rank.c the places. run_contest.c calls them in this order; store.h keeps the results. */
#include "contest/store/settings.h"
#include "value/solver_ops.h"
#include <alea/contest.h>

/* ALEA_E_REFUSED for families without contests. `options` may be NULL. */
alea_status alea__contest_settings_make(const alea_game *, alea_sandbox *, const alea_contest_options *,
                                        alea__contest_settings *out, alea_error *); /* settings.c */
/* Fills `python`. Only needed if the contest has files in Python and a database. */
alea_status alea__contest_settings_hash_python(alea__contest_settings *, alea_error *);

/* ---- find_files.c ---- */

typedef enum alea__language {
    ALEA__PYTHON,
    ALEA__LUA,
    ALEA__WASM,
    ALEA__CSV,
    ALEA__LANGUAGES
} alea__language;
/* By the file's ending, ignoring case; ALEA__LANGUAGES for other files. */
alea__language alea__language_of(const char *path);

/* The files of a contest, sorted by the bytes of their paths. */
typedef struct alea__files {
    char **path;
    size_t count;
    char **other; /* also files in folders whose names are not those of strategies */
    size_t others;
    char **bare; /* also given folders that contain only such files */
    size_t bares;
} alea__files;
alea_status alea__files_find(const char *const *paths, size_t count, alea__files *out, alea_error *);
void alea__files_clear(alea__files *);

/* ---- submissions.c ---- */

struct alea__candidate; /* intake.h */
/* Where submission `index` came from. */
const struct alea__candidate *alea__submission_source(const alea_submissions *, unsigned index);

/* ---- judge.c ---- */

/* The source of an entry: a file on disk, bytes of an archive, or a built-in bot of the game. */
typedef struct alea__entry_file {
    const char *path;          /* displayed path; of a bot, its spec */
    const unsigned char *data; /* contents, for a file of an archive; NULL: it is on disk, at `path` */
    size_t size;
    const char *refusal,
        *refusal_kind; /* reason and kind of a disqualification before it is judged; NULL: none */
    bool staff;
} alea__entry_file;

/* disqualify.c: sets the reason, as a sentence with a capital letter and a full stop. */
__attribute__((format(printf, 4, 5))) alea_status alea__disqualify(alea__judged *, const char *failure_kind,
                                                                   alea_error *, const char *format, ...);
/* Copies a message without "file:" at its beginning; "file:12:" becomes "line 12:". */
void alea__without_file(char *out, size_t size, const char *file, const char *text);
void alea__judged_clear(alea__judged *);

/* Computes the key of a file, which is quick. A file that cannot be read is disqualified immediately, with a reason and no
   key. So is a symbolic link, which could run or reveal another user's file. */
alea_status alea__judge_key(const alea__contest_settings *, const alea__entry_file *, alea__judged *out,
                            alea_error *);
/* Judges a file completely. `follow`: the path may be a symbolic link. Fails only for reasons outside the
   file. */
alea_status alea__judge_file(const alea__contest_settings *, const alea__entry_file *, bool follow,
                             alea__judged *out, alea_error *);
/* name_in_text.c: the name that a Python or Lua program gives itself, read from its text; NULL if none is found. The caller
   frees it. */
alea_status alea__name_in_text(alea__language, const char *text, size_t size, char **out, alea_error *);
/* An entry's name, which the caller frees. */
char *alea__entry_name(const alea__judged *, const alea__entry_file *);

/* ask_thrice.c: makes the table of a program by asking it three times: in three orders, and in fresh
   instances with other seeds. */
alea_status alea__ask_thrice(const alea__contest_settings *, alea_bot *, const char *file, alea__judged *out,
                             alea_error *);

/* ---- tabulate.c ---- */

struct alea__store;

/* Identical files share one result. */
typedef struct alea__entrants {
    alea__judged *judged; /* of different files */
    size_t judged_count;
    uint32_t *which; /* by entry: its index in `judged` */
    uint64_t asked;
    bool stopped; /* some have neither moves nor a reason */
} alea__entrants;
alea_status alea__tabulate(alea__contest_settings *, const alea__entry_file *, size_t count,
                           struct alea__store *, alea__entrants *out, alea_error *);
void alea__entrants_clear(alea__entrants *);

/* ---- pairs.c, rank.c ---- */

/* Fills the rates and the counts of pairs. Entries, side and most must be filled in. */
alea_status alea__pairs(const alea__contest_settings *, struct alea__store *, alea_contest *, alea_error *);
/* Fills everything that follows from the rates: matches, places, awards, means and the ranking, which has space for all. */
void alea__rank(alea_contest *);
