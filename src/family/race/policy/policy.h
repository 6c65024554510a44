#pragma once
/* Policies of race: their decisions, their sources and their storage. */
#include "family/race/rules/layout.h"
#include "game/family.h"

/* bot.c: makes a table policy for the goal, with all entries `hold_at`; NULL if memory runs out. */
race_bot *race_table_new(const race_rules *, uint16_t hold_at);
/* Takes over a plan's arrays, which were made by alea__alloc; they are freed on failure. */
alea_status race_plan_wrap(race_plan, alea__policy **out, alea_error *);
void race_policy_free(alea__policy *); /* accepts NULL */

/* bitset_bytes.c: policies as bytes, for table files; unpacking looks at every byte. */
alea_status race_plan_pack(const alea__rules *, const alea__policy *, unsigned char **data, size_t *size,
                           alea_error *);
alea_status race_plan_unpack(const alea__rules *, const unsigned char *data, size_t size, alea__policy **out,
                             alea_error *);

/* policy.c. The probability that a policy rolls on, 0 … 1, exact as a double, a multiple of 2^-32; NaN where a frozen bot
   was never asked, and for policies that remember. `other` is the opponent's banked score; for one player the number of
   turns left, 0 without a limit (only plans use it). The caller handles forced rolls. */
double race_rolls_with(const race_rules *, const race_policy *, race_position);
/* Whether the policy is known to play a turn from `own` alike against two scores of an opponent who does not lead. */
bool race_plays_alike(const race_rules *, const race_policy *, uint32_t own, const uint32_t other[2]);
const char *race_inexact(const alea__rules *, const alea__policy *); /* as in alea__solver_ops */

/* builtin.c and table_csv.c: bots from specs and from CSV files; bitset_csv.c writes the latter. */
alea_builtin race_builtin(size_t index);
alea_status race_policy_open(const alea__rules *, const alea__spec *, alea__policy **out, alea_error *);
alea_status race_table_open(const alea__rules *, const alea__csv_text *, alea__policy **out, alea_error *);
alea_status race_plan_csv(const alea__rules *, const alea__policy *, char **text, alea_error *);

/* bitset_rows.c. Fails with ALEA_E_REFUSED, naming the size, if a plan of that many bytes is too large. */
alea_status race_check_plan_size(double bytes, alea_error *);
/* The bytes of a plan for two players in a game that ends by banking, or for one player; 0 if unknown. */
double race_plan_bytes(const race_rules *);

/* freeze.c: as in alea__freezing_ops. */
uint64_t race_freeze_count(const alea__rules *);
void race_freeze_state(const alea__rules *, uint64_t index, alea_state *out);
alea_status race_freeze(const alea__rules *, const unsigned char *moves, alea__policy **out, alea_error *);
/* The same for bots that see nothing but scores. */
uint64_t race_freeze_scores_count(const alea__rules *);
void race_freeze_scores_state(const alea__rules *, uint64_t index, alea_state *out);
alea_status race_freeze_scores(const alea__rules *, const unsigned char *moves, alea__policy **out,
                               alea_error *);

/* guest_pack.c: writes a match as bytes, see guest_pack.h. */
alea_status race_pack(const alea__policy_match *, unsigned char **data, size_t *size, alea_error *);
