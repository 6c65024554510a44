#ifndef ALEA_SUBMISSIONS_H
#define ALEA_SUBMISSIONS_H
/** The submissions of a class: files, folders and zip archives as downloaded from Canvas, Moodle and Gradescope, and
 *  which submission of each student counts.
 *
 *      alea_submissions *handed_in;
 *      alea_submissions_read(game, paths, count, sandbox, &(alea_submissions_options){.deadline = "2026-11-20 23:59 +01:00"},
 *                            &handed_in, &error);
 *      alea_contest_run(game, NULL, 0, sandbox, &(alea_contest_options){.submissions = handed_in}, &contest, &error);
 */

#include <alea/bot.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where a submission comes from, by the names of its files. */
typedef enum alea_lms { ALEA_NO_LMS, ALEA_CANVAS, ALEA_MOODLE, ALEA_GRADESCOPE } alea_lms;

typedef enum alea_submission_status {
    ALEA_SUBMISSION_COUNTS,   /**< it is an entry of the contest */
    ALEA_SUBMISSION_LATE,     /**< after the deadline */
    ALEA_SUBMISSION_REPLACED, /**< a later one of the same student counts */
    ALEA_SUBMISSION_EXTRA     /**< a file of a submission that is not its strategy */
} alea_submission_status;

typedef enum alea_time_source {
    ALEA_TIME_UNKNOWN,
    ALEA_TIME_LISTED,     /**< in the list of submissions */
    ALEA_TIME_GRADESCOPE, /**< in Gradescope's submission_metadata.yml */
    ALEA_TIME_ARCHIVE,    /**< in the zip archive: when the file was last changed, perhaps */
    ALEA_TIME_FILE        /**< of the file on the disk, likewise */
} alea_time_source;

/** A submission of one student; a file of several students has one entry for each. A file whose name is not that of
 *  a strategy is only listed if its student submitted nothing else. */
typedef struct alea_submission {
    const char *file;                 /**< as given or found; of an archive: ARCHIVE.zip/FILE */
    const char *student, *id, *email; /**< each NULL if not known */
    alea_lms lms;
    alea_submission_status status;
    bool staff;     /**< a bot of the game's own, not anybody's submission */
    bool late_mark; /**< Canvas put _LATE_ into the name */
    alea_time_source time_source;
    int64_t time; /**< seconds since 1970 (UTC); 0 if unknown */
    /** The same file as the submission before, of another student: they handed it in together. A contest has one entry for all. */
    bool shared;
    unsigned author;     /**< index of its student; of staff without meaning */
    const char *refusal; /**< why it will be disqualified unseen, as a clause; NULL: it will be judged */
} alea_submission;

/** A student with submissions. A submission without a known student gets its own. The same number with different
 *  names or addresses counts as several students. */
typedef struct alea_student {
    const char *name, *id, *email; /**< as in alea_submission */
    alea_lms lms;
    unsigned submission; /**< the one that counts; else the last one, which is late */
} alea_student;

typedef struct alea_submissions {
    unsigned count; /**< sorted by the bytes of their files */
    const alea_submission *submission;
    unsigned students; /**< sorted by their submissions */
    const alea_student *student;
    unsigned warnings;
    const char *const *warning; /**< whole sentences */
    uint64_t left_out;          /**< files that are not strategies by their names */
} alea_submissions;

/** Finds when the clocks of a zone, such as "Europe/Berlin", show a local time, which is given in seconds since 1970
 *  as if it were UTC. Returns the number of such moments, the earlier first: none in the hour that is skipped in
 *  spring, two in the hour that is repeated in autumn. -1 if there is no such zone. */
typedef int alea_zone_lookup(const char *zone, int64_t local, int64_t moment[2]);

/** Zero means the default for every field. */
typedef struct alea_submissions_options {
    size_t size; /**< set by ALEA_SUBMISSIONS_OPTIONS_INIT; see status.h */
    /** such as "2026-11-20 23:59 Europe/Berlin": later submissions do not count. A time without seconds includes its
     *  whole minute. "canvas": submissions that Canvas marked as late do not count. NULL: everything counts. */
    const char *deadline;
    /** A CSV file with the columns file, student and time, and if wanted zone, id and email. NULL: none. */
    const char *list;
    alea_zone_lookup *zone; /**< NULL: only UTC and zones such as +01:00 are known */
    bool
        single; /**< all files are of one student: without a strategy they are a submission all the same, which is disqualified */
} alea_submissions_options;
#define ALEA_SUBMISSIONS_OPTIONS_INIT {.size = sizeof(alea_submissions_options)}

/** Reads what `count` paths contain. A path is a strategy (.py, .lua, .wasm, .csv), a folder, a zip archive, or a bot of the
 *  game's own by its spec, such as `always(6)`. Archives are read in the sandbox, and nothing of them is written to a
 *  disk. A file of an archive that is a link, encrypted, damaged, too large, or named so that it leaves the archive, is an
 *  entry that the contest will disqualify.
 *
 *  The student and what else is known are taken from the list, else from the names that Canvas (`name_LATE_1_2_file.py`; if
 *  all files have such names, or most in a folder or archive), Moodle (`Name_1_assignsubmission_file_`) and Gradescope (`submission_1`, with its
 *  submission_metadata.yml) give. The latest submission in time counts. Times come from the list, else from Gradescope,
 *  else from the archive or the file, with a warning.
 *
 *  Fails with ALEA_E_FILE (no such path; nothing in a folder or archive; an archive that is broken or beyond the limits; a
 *  list that makes no sense), ALEA_E_USAGE (a path of another kind; an archive without a sandbox; a deadline that is no
 *  time), ALEA_E_REFUSED and ALEA_E_MEMORY. The caller frees `*out` with alea_submissions_free, after the contests that
 *  use it. */
ALEA_API alea_status alea_submissions_read(const alea_game *, const char *const *paths, size_t count,
                                           alea_sandbox *, const alea_submissions_options *,
                                           alea_submissions **out, alea_error *);
ALEA_API void alea_submissions_free(alea_submissions *); /**< accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
