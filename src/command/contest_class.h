#pragma once
/* Features for teachers besides the ranking: time zones, points, feedback files. */
#include "command/command.h"

/* An alea_zone_lookup with the system's time zones. Changes the environment for a moment, so no other thread may run. */
int cmd_zone_lookup(const char *zone, int64_t local, int64_t moment[2]);

/* Reads "VALID,FIRST,SECOND,THIRD"; NULL: 0,3,2,1. Returns CMD_DONE, or prints a message. */
int cmd_read_points(const char *text, alea_points *out);

/* Checks before long work that feedback can be written to the folder, which is made. Returns CMD_DONE, or prints a message. */
int cmd_check_folder(const char *path);
/* Writes a file for each student. */
int cmd_write_feedback(const alea_contest *, const alea_points *, const char *folder);
