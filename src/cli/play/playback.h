#pragma once
/* Recorded games on the terminal, event by event. */
#include <alea/record.h>

/* Shows all games of the record; `pace` as for console_pace. Returns an exit status. */
int playback_record(const alea_record *, bool taken_back, double pace);
