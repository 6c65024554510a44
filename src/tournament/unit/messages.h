#pragma once
/* What this room reports. */
#define TOURNAMENT_STOPPED "The tournament was stopped."
