#ifndef ALEA_CONTEST_STORE_SETTINGS_H
#define ALEA_CONTEST_STORE_SETTINGS_H
/* The settings of a contest, and what its database keeps of each file. */
#include "game/family.h"

/* Under which files are judged and tables compared. */
typedef struct alea__contest_settings {
    const alea_game *game;
    const alea__family *family;
    alea_sandbox *sandbox; /* may be NULL */
    uint32_t side, most;
    size_t cells; /* side * side */
    uint64_t fuel;
    unsigned threads;
    alea_progress progress;
    const alea_progress *judging; /* counts the answers of a single file; NULL in a contest */
    const char *database;         /* NULL: nothing is stored */
    char rules[65];               /* SHA-256 of everything that a pair depends on besides its tables */
    char python[65];              /* of the component in which Python runs; empty until it is needed */
} alea__contest_settings;

/* The result of judging a file. */
typedef struct alea__judged {
    unsigned char *moves; /* NULL when disqualified */
    char *name, *printed; /* unchanged; NULL: none */
    char *text_name;      /* the name in the file's text, for programs that did not give theirs; or NULL */
    char *reason;         /* a sentence; NULL when ok */
    char failure_kind[16];
    uint32_t lines; /* that it printed; not kept in the store */
    uint64_t fuel;
    bool asked; /* it was run just now, not found in the store */
    /* SHA-256 of the file and of everything else that its table depends on; empty: it could not be read. */
    char key[65];
} alea__judged;
#endif
