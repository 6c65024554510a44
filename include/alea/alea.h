#ifndef ALEA_ALEA_H
#define ALEA_ALEA_H
/** alea, the dice-game laboratory: all public headers. Each header documents its own module. */
#include <alea/arrays.h>
#include <alea/batch.h>
#include <alea/bot.h>
#include <alea/contest.h>
#include <alea/exact.h>
#include <alea/game.h>
#include <alea/learn.h>
#include <alea/notebook.h>
#include <alea/outside.h>
#include <alea/plot.h>
#include <alea/record.h>
#include <alea/review.h>
#include <alea/run.h>
#include <alea/session.h>
#include <alea/stats.h>
#include <alea/status.h>
#include <alea/submissions.h>
#include <alea/sweeps.h>
#include <alea/table.h>
#include <alea/tournament.h>
#include <alea/view.h>
#endif
