#ifndef ALEA_VIEW_EXACT_VIEW_H
#define ALEA_VIEW_EXACT_VIEW_H
/* Exact results: the ways of showing them (exact_view.c, eval_view.c, exact_json.c), and what they share (exact_parts.c). */
#include "view/table.h"
#include <alea/view.h>

enum { ALEA__STATE_WORDS = 256 };

/* The first turn total at which a solved table holds when nothing is banked yet; 0: there is none. */
uint64_t alea__first_hold(const alea_table *);
/* A position in words, such as "scores 22,0 turn 0, seat 0 to move". */
char *alea__state_words(const alea_game *, const alea_state *, char out[ALEA__STATE_WORDS]);

/* "GAME, played to win". */
void alea__add_played(alea__text *, const char *game, alea_objective);
void alea__add_number(alea__text *, uint64_t);
void alea__add_seconds(alea__text *, double seconds); /* a sentence; nothing when not known */
/* A line on how many positions there are, how long they took, and where they are. */
void alea__add_size(alea__text *, alea_table_facts, const alea_view_work *);

/* Four columns: what it is, its value, and both bounds. */
void alea__value_columns(alea__table *, const char *title, alea_objective);
void alea__value_cells(alea__table *, const char *label, alea_interval);
/* What a sampled model claims: no bounds. */
void alea__claim_cells(alea__table *, const char *label, alea_interval);
void alea__finish_table(alea__table *, const alea_view_options *, alea__text *out);

alea_status alea__solution_json(const alea_table *, const alea_view_work *, char **out, alea_error *);
alea_status alea__answer_json(const alea_table *, const alea_state *, const alea_answer *, char **out,
                              alea_error *);
alea_status alea__eval_json(const alea_view_match *, const alea_eval *, char **out, alea_error *);
alea_status alea__reply_json(const alea_table *, const alea_reply *, const alea_view_work *, char **out,
                             alea_error *);
alea_status alea__verdict_json(const alea_table *, const alea_verdict *, const alea_view_work *, char **out,
                               alea_error *);
#endif
