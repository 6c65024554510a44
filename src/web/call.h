#pragma once
/* Requests that are not commands. Each sets the answer or the reason why there is none (answer.h). A request that is also a
   command may return WEB_LEFT; then the command answers. */
#include "command/host.h"

#include <jansson.h>

typedef int web_handler(const json_t *request);

enum { WEB_LEFT = -1 };

web_handler web_ask;                                /* web_ask.c */
web_handler web_catalogue, web_verify, web_version; /* proof.c */
web_handler web_play_open, web_play_restore, web_play_state, web_play_step, web_play_choose, web_play_undo,
    web_play_forfeit, web_play_hint, web_play_events, web_play_close; /* web_play.c */
web_handler web_bot, web_match_open, web_match_next, web_match_close; /* outside_match.c */
web_handler web_map;                                                  /* map.c */

/* The engine's implementation of the host of commands (web_commands.c). */
extern const cmd_host web_commands;
