#pragma once
/* A game between people and bots: cmd_play.c sets it up, table_game.c plays it, and prompt.c asks people. */
#include "base/assert.h"
#include "cli/play/console.h"
#include "command/coach.h"
#include "command/players.h"

/* The coach's remarks during play: only about mistakes, or about the luck of each roll and the best decisions too. */
typedef enum play_coaching { COACH_NOTHING, COACH_MISTAKES, COACH_ALL } play_coaching;

/* AUTO: large for people if the terminal has room, small for bots. */
typedef enum play_dice_size { DICE_AUTO, DICE_LARGE, DICE_SMALL } play_dice_size;

typedef struct table_game {
    console *console;
    const alea_game *game;
    alea_session *session;
    coach coach;
    play_player player[ALEA_MAX_SEATS];
    unsigned players;
    cmd_names *pure; /* bots that remember nothing */
    double tutor;    /* a move that costs more is warned of; negative: none */
    play_coaching coached;
    double pace;       /* seconds after each event of a bot */
    int dice_size;     /* enum play_dice_size */
    bool fold;         /* a bot's turn is one line */
    bool skips;        /* a key was pressed: no more pauses in this turn */
    bool said_skip;    /* that a key skips */
    char review[4096]; /* the record if the user wants a review at the end; else empty */
    char folded[400];  /* the bot's actions in this turn */
    bool by_lot;       /* the order of turns is rolled for */
    bool was_told;     /* the last event was described in words, so that the facts need not be shown again */
    bool said_trouble; /* the record cannot be written */
} table_game;

static inline play_player *play_in_seat(table_game *t, unsigned seat)
{
    ALEA_ASSERT(seat < t->players);
    return &t->player[alea_session_in_seat(t->session, seat)];
}

/* The number of the next event, from 0. */
static inline size_t play_event(const table_game *t)
{
    size_t count;
    alea_session_events(t->session, &count);
    return count;
}

static inline unsigned play_humans(const table_game *t)
{
    unsigned humans = 0;
    for (unsigned i = 0; i < t->players; i++) humans += t->player[i].kind == PLAY_HUMAN;
    return humans;
}

/* Prints the objective in a game with money; prints nothing in others. */
void play_say_objective(table_game *);

/* score_sheet.c: the attempts of a player, and a numbered list of moves. */
enum { PLAY_MOST_ROWS = 32 };
bool play_has_sheet(const table_game *);
void play_show_sheet(table_game *, unsigned seat);
void play_show_moves(table_game *, const uint32_t *move, unsigned count, bool remarks);

/* remarks.c: the coach's remarks, in a coached game, after a roll, after a decision, and at the end. */
void play_remark_roll(table_game *, unsigned seat);
void play_remark_move(table_game *, const alea_review_answer *before, uint32_t move);
void play_remark_end(table_game *);

/* How a question, a turn or the game ended. AGAIN: a decision was undone, so the position has changed. */
typedef enum play_end { PLAY_ON, PLAY_AGAIN, PLAY_OVER, PLAY_LEFT, PLAY_FAILED } play_end;

/* table_game.c: plays until the game is over or a player leaves. Before PLAY_FAILED it prints a message. */
play_end play_game(table_game *);

/* prompt.c: questions to people; commands such as help are handled on the way. */
play_end play_ask_move(table_game *, unsigned seat, uint32_t *move);
play_end play_ask_roll(table_game *, const char *why); /* Enter, or `roll` */
play_end play_ask_dice(table_game *, const char *why, unsigned count, uint32_t faces[16]); /* real ones */
/* Whether outcomes of chance have names here; if so, asks for one. */
bool play_names_chance(const table_game *);
play_end play_ask_chance(table_game *, const char *why, uint32_t *outcome);
