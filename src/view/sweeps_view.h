#pragma once
/* Shared by text, JSON and pictures of value iteration. */
#include <alea/sweeps.h>

/* The sweep that a map shows, of that many maps: 1, 2, 4, …, and the last one. */
unsigned alea__sweep_shown(const alea_sweeps *, unsigned map, unsigned maps);
alea_status alea__sweeps_json(const alea_sweeps *, char **out, alea_error *);
