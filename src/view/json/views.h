#pragma once
/* The views of alea/view.h as JSON; the views in text choose between these and themselves. */
#include "view/game_list.h"
#include <alea/view.h>

alea_status alea__solution_json(const alea_table *, const alea_view_work *, char **out, alea_error *);
alea_status alea__answer_json(const alea_table *, const alea_state *, const alea_answer *,
                              const alea_view_asked *, char **out, alea_error *);
alea_status alea__eval_json(const alea_view_match *, const alea_evaluation *, char **out, alea_error *);
alea_status alea__best_response_json(const alea_table *, const alea_best_response *, const alea_view_work *,
                                     char **out, alea_error *);
alea_status alea__verdict_json(const alea_table *, const alea_verdict *, const alea_view_work *, char **out,
                               alea_error *);
alea_status alea__game_check_json(const alea_game *, const alea_game_report *, const alea_view_work *,
                                  char **out, alea_error *);
alea_status alea__contest_json(const alea_contest *, const alea_view_work *, char **out, alea_error *);
alea_status alea__strategy_json(const alea_strategy *, const alea_view_strategy_facts *, char **out,
                                alea_error *);
alea_status alea__scores_only_json(const alea_game *, const char *against, const alea_scores_only *,
                                   const alea_view_work *, char **out, alea_error *);
alea_status alea__replay_json(const alea_record *, bool taken_back, char **out, alea_error *);
alea_status alea__reviews_json(const alea_view_reviewed *, char **out, alea_error *);
alea_status alea__notebook_json(const alea_notebook_history *, char **out, alea_error *);
alea_status alea__run_json(const alea_view_run_facts *, char **out, alea_error *);
alea_status alea__tournament_json(const alea_tournament_result *, char **out, alea_error *);
alea_status alea__compare_json(const alea_compare_result *, char **out, alea_error *);
alea_status alea__stats_json(const alea_view_distribution *, char **out, alea_error *);
alea_status alea__models_json(const alea_view_model *, size_t count, uint64_t seed, char **out, alea_error *);
alea_status alea__games_json(const alea__game_list *, char **out, alea_error *);
alea_status alea__game_json(const alea_game *, char **out, alea_error *);
alea_status alea__bots_json(alea__families, char **out, alea_error *);
alea_status alea__report_json(const char *bot, const char *game, const alea_bot_report *, char **out,
                              alea_error *);
