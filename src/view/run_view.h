#ifndef ALEA_VIEW_RUN_VIEW_H
#define ALEA_VIEW_RUN_VIEW_H
/* A run's result: the two ways of showing it, and the words that they share. */
#include <alea/view.h>

alea_status alea__run_text(const alea_run_result *, double seconds, const alea_view_options *, char **out,
                           alea_error *);
alea_status alea__run_json(const alea_run_result *, double seconds, char **out, alea_error *);

const char *alea__seats_name(alea_seats);                               /* "rotate", "fixed" */
const char *alea__path_name(alea_path);                                 /* "block", "step", "auto" */
bool alea__can_win(const alea_run_result *);                            /* false: alone, for points */
double alea__games_per_second(const alea_run_result *, double seconds); /* 0 when not known */
#endif
