#pragma once
/* Games of people in the page: play.c opens them, and play_state.c shows them. */
#include "command/coach.h"
#include "command/players.h"

#include <jansson.h>

typedef struct web_play {
    int64_t id;
    const alea_game *game; /* the session's, if that was resumed */
    alea_game *own;        /* game to free, or NULL */
    alea_sandbox *sandbox;
    alea_session *session;
    char record[80]; /* its file */
    coach coach;
    bool coached;
    unsigned players;
    play_player player[ALEA_MAX_SEATS];
    json_t *events; /* sentences about each event */
} web_play;

static inline play_player *web_play_in_seat(web_play *p, unsigned seat)
{
    return &p->player[alea_session_in_seat(p->session, seat)];
}

/* Updates `events` to the session's: removes undone events and adds new ones. `extra`, which may be NULL, is a key of the
   newest event with `value`, which it takes over. Returns false if memory runs out. */
bool web_play_tell(web_play *, const char *extra, json_t *value);
/* The answer of most requests. */
int web_play_show(web_play *);
/* The value of a position to the seat that decides. */
int web_play_show_hint(web_play *);
json_t *web_play_cost(const alea_review_answer *, uint32_t move); /* of the move; null if unknown */
