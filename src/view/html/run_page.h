#pragma once
/* Shared by the pages of runs and tournaments. */
#include "base/text.h"
#include <alea/run.h>

/* All of the analytics: who ends ahead, the numbers, and a chart for each distribution. */
void alea__page_add_analytics(alea__text *, const alea_run_result *, const alea_run_analytics *);
