#ifndef ALEA_CONTEST_CONTEST_H
#define ALEA_CONTEST_CONTEST_H
/* What this floor's files share: from paths to files (find_files.c), from a file to a table (judge.c, ask_thrice.c, disqualify.c), all
   files (tabulate.c), all pairs of tables (pairs.c), and places (rank.c). run_contest.c puts them in order; store.h keeps what was
   worked out. */
#include "contest/store/settings.h"
#include "value/solver_ops.h"
#include <alea/contest.h>

/* ALEA_E_REFUSED for families without contests. `options` may be NULL. */
alea_status alea__contest_settings_make(const alea_game *, alea_sandbox *, const alea_contest_options *,
                                        alea__contest_settings *out, alea_error *); /* settings.c */
/* Fills `python`, once it is known that the contest has such files and a database; else nothing asks for it. */
alea_status alea__contest_settings_hash_python(alea__contest_settings *, alea_error *);

/* ---- find_files.c ---- */

typedef enum alea__language {
    ALEA__PYTHON,
    ALEA__LUA,
    ALEA__WASM,
    ALEA__CSV,
    ALEA__LANGUAGES
} alea__language;
/* By the ending, in capitals or not; ALEA__LANGUAGES: none of them. */
alea__language alea__language_of(const char *path);

/* The files of a contest, sorted by the bytes of their paths. */
typedef struct alea__files {
    char **path;
    size_t count;
    uint64_t left_out; /* files of folders that are no strategies by their names */
} alea__files;
alea_status alea__files_find(const char *const *paths, size_t count, alea__files *out, alea_error *);
void alea__files_clear(alea__files *);

/* ---- judge.c ---- */

/* disqualify.c: says why, as a sentence that begins with a capital letter and ends in a full stop. */
__attribute__((format(printf, 4, 5))) alea_status alea__disqualify(alea__judged *, const char *failure_kind,
                                                                   alea_error *, const char *format, ...);
/* Copies words that begin with "file:" or "file:12:" without it; the line is put as "line 12:". */
void alea__without_file(char *out, size_t size, const char *file, const char *text);
void alea__judged_clear(alea__judged *);

/* A file's key, which is quick. A file that cannot be read is judged by that already: it has no key but a reason. So is a
   link: it may show what somebody else has, or what is not for those who read the report. */
alea_status alea__judge_key(const alea__contest_settings *, const char *path, alea__judged *out,
                            alea_error *);
/* All of it; `follow`: also where the path is a link. Fails where the environment does. */
alea_status alea__judge_file(const alea__contest_settings *, const char *path, bool follow, alea__judged *out,
                             alea_error *);
/* What an entry is called, for the contest's owner to free. */
char *alea__entry_name(const alea__judged *, const char *path);

/* ask_thrice.c: the table of a bot that is a program, asked three times, in three orders and in fresh instances with other seeds. */
alea_status alea__ask_thrice(const alea__contest_settings *, alea_bot *, const char *file, alea__judged *out,
                             alea_error *);

/* ---- tabulate.c ---- */

struct alea__store;

/* Files that are the same share what came of them. */
typedef struct alea__entrants {
    alea__judged *judged; /* of different files */
    size_t judged_count;
    uint32_t *which; /* by entry: which of the above */
    uint64_t asked;
    bool stopped; /* some have neither moves nor a reason */
} alea__entrants;
alea_status alea__tabulate(alea__contest_settings *, const alea__files *, struct alea__store *,
                           alea__entrants *out, alea_error *);
void alea__entrants_clear(alea__entrants *);

/* ---- pairs.c, rank.c ---- */

/* Fills the rates and the counts of pairs. Entries, side and most are there. */
alea_status alea__pairs(const alea__contest_settings *, struct alea__store *, alea_contest *, alea_error *);
/* Fills everything that follows from the rates: matches, places, awards, means and the ranking, which has space for all. */
void alea__rank(alea_contest *);
#endif
