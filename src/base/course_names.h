#pragma once
/* Splits the names that Canvas, Moodle and Gradescope give to the files and folders of a download. They identify the
   student a file belongs to, and so the files in an archive that belong to the same student (unzip.c). The part that the
   student chose comes last and is ignored. */
#include <alea/submissions.h>

#include <stddef.h>

/* Parts of the given path. Lengths are 0 for parts that the name does not have. */
typedef struct alea__course_name {
    alea_lms lms;
    size_t begin; /* start of the name given by the course system */
    size_t student, student_length;
    size_t id, id_length;
    size_t number, number_length; /* Canvas' number of the file, Gradescope's of the submission */
    size_t folder;   /* length of the prefix that all files of a submission share; 0: it is a single file */
    size_t original; /* start of the name given by the student */
    bool late;       /* Canvas' mark */
    bool online;     /* no file, but a text or an address that was typed into the course system */
    bool doubtful;   /* it can be read as the name of another student, too */
} alea__course_name;

/* Splits the path from `inner` to `end`, the end of the student's archive or file. With `canvas`, names may be Canvas names. If
   names of several systems occur, the first counts, because students choose what comes later. Returns false if there is none. */
bool alea__course_name_of(const char *path, size_t inner, size_t end, bool canvas, alea__course_name *out);

/* Whether a name begins as Canvas or Moodle name files, before any backslash, which is then the student's. */
bool alea__course_name_begins(const char *name);
