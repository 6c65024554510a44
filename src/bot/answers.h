#ifndef ALEA_BOT_ANSWERS_H
#define ALEA_BOT_ANSWERS_H
/* Answers of programs that were frozen, kept by the sandbox beside compiled components, so that a program is asked once. They are
   kept under the hash of all that they depend on: what the bot plays by and its limits, the game's rules, how it is asked, and
   whether it was declared pure. */
#include "bot/bot.h"

/* What else was found out when the bot was asked. */
typedef struct alea__asked {
    alea_purity purity;
    uint64_t fuel; /* that all answers took */
} alea__asked;

/* Fills moves[count] with the answers of the bot, and *asked. False: there are none. */
bool alea__answers_find(const alea_bot *, uint64_t count, unsigned char *moves, alea__asked *asked);
/* If they cannot be kept, they are not; nothing depends on it. */
void alea__answers_keep(const alea_bot *, uint64_t count, const unsigned char *moves, const alea__asked *);
#endif
