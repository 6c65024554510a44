#pragma once
/* Proved values in their stored form: intervals for every position in which a turn begins. Each family defines the meaning
   of rows and columns; files, certificates and the public table are the same for all. */
#include <alea/table.h>

/* Bounds of one kind of position. NaN for impossible positions, and in an unfinished table for unsolved ones. */
typedef struct alea__matrix {
    char *name; /* in files: "mover", "used-3"; small letters, digits and `-`; owned, as the next two are */
    char *row, *column; /* meaning of rows and columns, such as "own" and "other" */
    uint32_t rows, columns;
    double *lower, *upper; /* [row * columns + column], owned */
} alea__matrix;

static inline alea_interval alea__matrix_at(const alea__matrix *m, size_t place)
{
    return (alea_interval){m->lower[place], m->upper[place]};
}

enum { ALEA__MOST_MATRICES = 16 };

typedef struct alea__values {
    alea_objective objective;
    unsigned count; /* of matrices */
    alea__matrix matrix[ALEA__MOST_MATRICES];
    uint64_t states;             /* positions of the player to move, those within turns included */
    double tolerance;            /* requested tolerance */
    alea_interval start, second; /* see alea_table_facts */
    unsigned seats;              /* for three players and more: how many; else 0 */
    alea_interval seat[ALEA_MAX_SEATS];
    double epsilon;
    double width;
    uint64_t samples, seed; /* more than 0 samples: a sampled model, whose bounds are equal and not proved */
    uint64_t layers, layers_done; /* equal: complete. Layers are the family's; done from the last one on */
    char *against;                /* for a best response: the spec of the opponent, else NULL; owned */
    unsigned char *opponent;      /* and its policy as pack_policy gives it; owned */
    size_t opponent_size;
    struct alea_game *retold; /* the same game in another family, where the values are of that one; owned */
} alea__values;

/* A matrix without its bounds; see alea__matrix. */
typedef struct alea__matrix_shape {
    const char *name, *row, *column;
    uint32_t rows, columns;
} alea__matrix_shape;

/* All NULL and zero except for the objective. A matrix is added with all bounds NaN, and its names are copied. NULL or
   ALEA_E_MEMORY if memory runs out. */
alea__values *alea__values_new(alea_objective);
alea_status alea__values_add(alea__values *, const alea__matrix_shape *, alea_error *);
void alea__values_free(alea__values *); /* accepts NULL */

/* Whether all layers are done; unfinished values prove nothing. */
bool alea__values_complete(const alea__values *);

/* Whether every lower bound is at most its upper bound, or both are NaN; if not, `why` is a sentence with the place. Values
   from a file may be anything: call this function before any other use. */
bool alea__values_in_order(const alea__values *, char *why, size_t size);

/* The first words of a table file. */
#define ALEA__MAGIC "alea table "

/* Fails with ALEA_E_FILE: the values do not have the layout for this game. `what` ends the sentence, such as "there must be
   one column". */
alea_status alea__values_misfit(const char *what, alea_error *);

/* The contents of a table file (value/file/ reads it, value/hdf5/ writes it; docs/tables.md): either values or a frozen
   bot. After alea__values_read it owns all of them; for writing it owns nothing. */
typedef struct alea__values_file {
    char *game; /* canonical spec */
    char rules_sha256[65];
    alea__values *values;  /* kind "values"; else NULL */
    unsigned char *policy; /* kind "policy": as the family packs it */
    size_t policy_size;
    char *bot; /* and the name of the bot */
} alea__values_file;
alea_status alea__values_write(const char *path, const alea__values_file *, alea_error *);
/* Checks everything about the file, and nothing about the numbers of the matrices. */
alea_status alea__values_read(const char *path, alea__values_file *out, alea_error *);
void alea__values_file_clear(alea__values_file *); /* frees its contents */
/* Whether the data begin like such a file or like another HDF5 file, which may still be damaged. 16 bytes are enough. */
bool alea__values_recognised(const void *data, size_t size);

/* Whether two games are one: of the same rule file with the same parameters. */
bool alea__same_game(const alea_game *, const alea_game *);

/* Whether one can play by the file: where players only compare scores (alea__solitary_ops), also by one that was made for
   another number of them. */
alea_status alea__values_play_in(const alea_game *, const char *path, const alea__values_file *,
                                 alea_error *);

/* A table, as the rooms above make one: takes the values over, and `owned_game`, which is `game` or NULL; on
   failure too. */
alea_status alea__table_make(const alea_game *game, alea_game *owned_game, alea__values *, alea_table **out,
                             alea_error *);
const alea__values *alea__table_values(const alea_table *);

/* alea_table_open, with a way to open the game that the file names. */
struct alea__expected_rules; /* game/family.h */
typedef alea_status alea__open_game(const char *spec, struct alea__expected_rules *, alea_game **out,
                                    alea_error *);
alea_status alea__table_open(const alea_game *, alea__open_game *, const char *path, alea_table **out,
                             alea_error *);
