#pragma once
/* Writes the lines of a record; docs/records.md describes them, and reader.h reads them. Each function adds one line
   with its newline. A failed allocation shows in the text. */
#include "base/text.h"
#include "bot/bot.h"

typedef struct alea__heading {
    const alea_game *game;
    uint64_t seed;
    bool run; /* bots keep their memory from game to game; else each decision is asked for alone */
    bool rotates, manual;
    const char *player[ALEA_MAX_SEATS];  /* as many as the game has */
    const alea_bot *bot[ALEA_MAX_SEATS]; /* NULL: somebody else decides */
    const char *salt;                    /* of a commitment; NULL: there is none */
} alea__heading;

/* `dice` only for real dice; `commitment` and `salt` only with a salt. */
void alea__line_heading(alea__text *, const alea__heading *);
void alea__line_order(alea__text *, unsigned player, unsigned face);
void alea__line_begin(alea__text *, uint64_t game, const unsigned *player_in_seat, unsigned players);
void alea__line_roll(alea__text *, const uint32_t *faces, unsigned count);
void alea__line_move(alea__text *, const alea_game *, unsigned seat, uint32_t move);
void alea__line_forfeit(alea__text *, unsigned seat, alea_failure, const char *text);
void alea__line_undo(alea__text *, uint64_t events);
void alea__line_end(alea__text *, const alea_outcome *, unsigned players);

enum {
    ALEA__RECORD_VERSION = 2, /* 1 lacks how the games were played, and the hashes of bots */
    ALEA__LINE_TEXT = 1024    /* names and reasons are cut to fewer bytes */
};
