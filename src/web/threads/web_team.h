#ifndef ALEA_WEB_THREADS_WEB_TEAM_H
#define ALEA_WEB_THREADS_WEB_TEAM_H

/* Starts threads until there are that many, the caller's included, and returns how many there are. Once, before the first request. */
unsigned web_team_start(unsigned threads);
#endif
