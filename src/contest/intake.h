#pragma once
/* Turns paths into submissions. submissions.c calls, in this order, archive.c (zip), lms_names.c (students by file names),
   list.c and gradescope.c (other sources), not_accepted.c (files that are not strategies), times.c, identity.c (same
   student) and latest.c (which submission counts). */
#include "base/text.h"
#include "contest/contest.h"

/* A moment: seconds since 1970 (UTC), and the fraction that follows. */
typedef struct alea__instant {
    int64_t second;
    uint32_t nanosecond;
} alea__instant;

/* A file that may become an entry. It owns its texts. Students who submit together have one candidate each, with the same
   file; the first has the data. */
typedef struct alea__candidate {
    char *file, *student, *id, *email;
    size_t inner;    /* where in `file` the path within the given folder or archive begins */
    size_t zip;      /* length of the prefix of `file` that is a student's archive, with its slash; 0: none */
    uint32_t found;  /* how many were found before; the same for those with the same file */
    unsigned member; /* which of the students that handed it in together, from 0 */
    unsigned root;   /* which of the given paths it is from */
    unsigned char *data; /* of a file in an archive */
    size_t size;
    char *refusal;            /* why it is disqualified before it is judged */
    const char *refusal_kind; /* the word for that; static */
    bool staff, archive;      /* a bot's spec; a zip archive that a student handed in */
    bool unpacked;            /* files of the archive are candidates too */
    bool other; /* not a strategy by its name; it only counts if its student submitted no strategy */
    bool online, doubtful; /* as in alea__course_name */
    bool only;             /* the student of all files, who handed in no strategy */
    bool dropped;          /* alea__intake_sweep will remove it */
    alea_lms lms;
    bool late_mark, clock_unknown; /* the time zone of the clock is unknown */
    alea_time_source time_source;
    alea__instant when;
    uint64_t attempt, number; /* what an LMS counts: higher ones are later */
    size_t
        folder; /* length of the prefix of `file` that all files of a submission share; 0: it is a single file */
    size_t original; /* where in `file` the name begins that the student gave */
    alea_submission_status status;
    char *key;       /* common to the submissions of one student; NULL for staff */
    unsigned author; /* index of its student */
} alea__candidate;

typedef struct alea__intake {
    const alea_game *game;
    alea_sandbox *sandbox;
    alea_submissions_options options;
    const char *const *path; /* as given */
    size_t paths;
    alea__candidate *candidate;
    uint32_t count, capacity;
    uint64_t left_out;
    char **warning;
    uint32_t warnings, warning_capacity;
    alea__instant deadline;
    bool has_deadline, by_canvas; /* a time; Canvas' mark */
    char zone[64];                /* the deadline's, for times without a zone */
} alea__intake;

/* intake.c. Adds an empty candidate with this file. Returns NULL, with *error set, if memory runs out. */
alea__candidate *alea__intake_add(alea__intake *, unsigned root, const char *before, const char *name,
                                  alea_error *);
/* Adds another student to the file of candidate `index`: a copy without name, id and address, at index in->count -
   1. */
alea_status alea__intake_add_member(alea__intake *, uint32_t index, alea_error *);
/* For qsort, of pointers to candidates: by student, then as they stand. */
int alea__candidate_by_key(const void *, const void *);
/* Removes the candidates marked as dropped. */
void alea__intake_sweep(alea__intake *);
__attribute__((format(printf, 3, 4))) alea_status alea__intake_warn(alea__intake *, alea_error *,
                                                                    const char *format, ...);
/* Replaces an owned text by a copy of at most `length` bytes. */
alea_status alea__intake_set(char **text, const char *value, size_t length, alea_error *);

void alea__intake_clear(alea__intake *);

/* archive.c: adds the contents of a zip archive, and reads its metadata, if any. */
alea_status alea__intake_add_archive(alea__intake *, unsigned root, const char *path, alea_error *);

/* lms_names.c: fills student, id and the other data in names. */
alea_status alea__intake_identify(alea__intake *, alea_error *);
/* Whether a file is Gradescope's metadata and not part of a student's submission. The part of the path from `inner` on is
   below what was given. */
bool alea__intake_is_metadata(const char *path, size_t inner);

/* gradescope.c: reads submission_metadata.yml, called `name`, for the candidates of one path in the same folder. */
typedef struct alea__metadata_text {
    unsigned root;
    const char *name, *text;
    size_t size,
        inner; /* of the text; where in the name the path within the given folder or archive begins */
} alea__metadata_text;
alea_status alea__intake_read_metadata(alea__intake *, const alea__metadata_text *, alea_error *);

/* identity.c: fills the keys. Students who differ in name or address are never merged, even with the same number; a warning
   reports them. */
alea_status alea__intake_find_students(alea__intake *, alea_error *);

/* not_accepted.c: whether a file is no strategy by its name. */
bool alea__is_other(const char *path);
/* Says of the candidates that are no strategies why they will be disqualified. Drops those of students who handed
   in a strategy too, and those without a student. */
alea_status alea__intake_refuse_others(alea__intake *, alea_error *);

/* list.c: reads the CSV of submissions, if there is one. */
alea_status alea__intake_read_list(alea__intake *, alea_error *);

/* times.c: reads "2026-11-20 23:59:59.5 ZONE". `zone` (may be NULL) applies if the text has none. Sets whole_minute (may be
 *  NULL) if the text has no seconds. On failure returns false, with the reason as a clause in why. */
typedef struct alea__time_question {
    const char *text, *zone;
    alea_zone_lookup *lookup;
} alea__time_question;
bool alea__time_read(const alea__time_question *, alea__instant *out, bool *whole_minute, char why[200]);
/* A local time, in seconds as if it were UTC, in a zone. */
bool alea__time_in_zone(int64_t local, const char *zone, alea_zone_lookup *, int64_t *out, char why[200]);
alea_status alea__intake_set_deadline(alea__intake *, alea_error *);

/* latest.c: sorts the candidates by file, sets their status, and lists the students, which the caller frees. */
alea_status alea__intake_decide(alea__intake *, alea_student **students, unsigned *count, alea_error *);
