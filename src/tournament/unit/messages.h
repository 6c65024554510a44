#ifndef ALEA_TOURNAMENT_UNIT_MESSAGES_H
#define ALEA_TOURNAMENT_UNIT_MESSAGES_H
/* What this room reports. */
#define TOURNAMENT_STOPPED "The tournament was stopped."
#endif
