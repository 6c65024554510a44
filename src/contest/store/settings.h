#pragma once
/* The settings of a contest, and the data that its database stores about each file. */
#include "game/family.h"

/* The settings under which files are judged and tables are compared. */
typedef struct alea__contest_settings {
    const alea_game *game;
    const alea__family *family;
    alea_sandbox *sandbox; /* may be NULL */
    uint32_t side, most;
    size_t cells; /* side * side */
    uint64_t fuel;
    uint64_t seed; /* of the random numbers of strategies */
    unsigned threads;
    alea_progress progress;
    const alea_progress *judging; /* counts the answers of a single file; NULL in a contest */
    const char *database;         /* NULL: nothing is stored */
    char rules[65];               /* SHA-256 of everything that a pair depends on besides its tables */
    char python[65];              /* SHA-256 of the component that runs Python; empty until it is needed */
} alea__contest_settings;

/* The result of judging a file. */
typedef struct alea__judged {
    unsigned char *moves; /* NULL when disqualified */
    char *name, *printed; /* unchanged; NULL: none */
    char *text_name;      /* the name in the file's text, if the program did not give its name; or NULL */
    char *reason;         /* a sentence; NULL when ok */
    char failure_kind[16];
    uint32_t lines; /* lines that the program printed; not kept in the store */
    uint64_t fuel;
    bool asked; /* the program was run now; false: the result came from the store */
    /* SHA-256 of the file and of everything else that its table depends on; empty: it could not be read. */
    char key[65];
} alea__judged;
