#ifndef ALEA_WEB_PLAY_H
#define ALEA_WEB_PLAY_H
/* Games that people play in the page: what play.c opens and play_state.c shows. */
#include "command/coach.h"
#include "command/players.h"

#include <jansson.h>

typedef struct web_play {
    int64_t id;
    const alea_game *game; /* the session's, if that was resumed */
    alea_game *own;        /* what is freed, or NULL */
    alea_sandbox *sandbox;
    alea_session *session;
    char record[80]; /* its file */
    coach coach;
    bool coached;
    unsigned players;
    play_player player[ALEA_MAX_SEATS];
    json_t *events; /* what was said of each event */
} web_play;

static inline play_player *web_play_in_seat(web_play *p, unsigned seat)
{
    return &p->player[alea_session_in_seat(p->session, seat)];
}

/* Brings `events` up to the session's: forgets what was undone, and tells what is new. `extra`, which may be NULL, belongs to the
   newest event: its key and value, which it takes over. false: no memory. */
bool web_play_tell(web_play *, const char *extra, json_t *value);
/* The answer of most requests. */
int web_play_show(web_play *);
/* The value of a position to the seat that decides. */
int web_play_show_hint(web_play *);
json_t *web_play_cost(const alea_review_answer *, uint32_t move); /* of the move; null if unknown */
#endif
