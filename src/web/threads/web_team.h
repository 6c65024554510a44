#pragma once

/* Starts threads until there are that many, the caller's included, and returns how many there are. Once, before the first request. */
unsigned web_team_start(unsigned threads);
