#pragma once
/* How likely each score is, by passing the probability of each state on to its successors. */
#include "bot/bot.h"
#include "exact/explicit.h"

/* The bot's decisions make a game of chance. Fills an array from alea__alloc with the probabilities of scores 0 … *scores - 1.
   ALEA_E_REFUSED if the states form cycles. */
alea_status crosscheck_forward(const alea__rules *listed, const alea__explicit *, alea_bot *,
                               double **probability, uint32_t *scores, alea_error *);
