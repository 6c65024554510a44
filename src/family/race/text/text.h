#pragma once
/* Race in words, for people and for bots that are programs; most are functions of alea__text_ops. */
#include "family/race/race.h"
#include "game/narration.h"

/* parse_state.c: the words of a position. */
alea_key race_key(const alea__rules *, size_t index);
alea_status race_parse_state(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                             alea_error *);
alea_status race_parse_any_state(const alea__rules *, const alea_setting *, size_t count, alea_state *out,
                                 alea_note *, alea_error *);
void race_position_line(const alea__rules *, const alea_state *, char *out, size_t size);

/* bot_view.c: the view that bots receive, and the meaning of their answers. */
void race_push_view(const alea__rules *, const alea_state *, lua_State *);
uint32_t race_lua_answer(const alea__rules *, const alea_state *, lua_State *, char *why, size_t size);
void race_scores(const alea__rules *, const alea_state *, alea__scores *);
uint32_t race_dice(const alea__rules *);
uint32_t race_should_roll_move(bool roll);

/* observe.c: positions as numbers, for alea__batch_ops. */
struct alea__feature;
uint32_t race_moves(const alea__rules *);
bool race_feature(const alea__rules *, uint32_t index, struct alea__feature *out);
void race_observe(const alea__rules *, const alea_state *, unsigned seat, int32_t *out);

/* sample_states.c: the states in which `alea bot check` asks bots. */
uint8_t race_leader(const race_rules *, const uint32_t score[RACE_SEATS], uint32_t mover);
bool race_sample_state(const alea__rules *, uint64_t index, alea_state *out, bool *sampled);

/* narrate.c: events in sentences. */
void race_narrate(alea__narration *);
extern const char *const race_events[];
bool race_words_fit(const alea__rules *, const char *key);
bool race_has_blank(const alea__rules *, const char *key, const char *blank);

/* explain.c: for reviews. */
void race_canonical(const alea__rules *, alea_state *);
void race_explain(const alea__rules *, const alea_state *, uint32_t move, char *out, size_t size);

extern const alea__plot_ops race_plot_ops; /* plot.c */
