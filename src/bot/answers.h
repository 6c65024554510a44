#pragma once
/* Answers of frozen programs. The sandbox stores them beside compiled components, so that a program is asked once. The key
   is a hash of everything they depend on: the bot's program and limits, the game's rules, the way of asking, and whether
   the bot was declared pure. */
#include "bot/bot.h"

/* Other findings from asking the bot. */
typedef struct alea__asked {
    alea_purity purity;
    uint64_t fuel; /* that all answers took */
} alea__asked;

/* Fills moves[count] with the bot's answers, and *asked. Returns false if there are none. */
bool alea__answers_find(const alea_bot *, uint64_t count, unsigned char *moves, alea__asked *asked);
/* If they cannot be kept, they are not; nothing depends on it. */
void alea__answers_keep(const alea_bot *, uint64_t count, const unsigned char *moves, const alea__asked *);
