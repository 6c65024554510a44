#pragma once
/* The user's folders. Data: $ALEA_DATA, $XDG_DATA_HOME/alea or ~/.local/share/alea. Played games are in its folder games. */
#include "cli/cli.h"
#include "cli/process.h"

/* The folder of compiled bots: $ALEA_CACHE, $XDG_CACHE_HOME/alea or ~/.cache/alea. Returns false if there is none. */
bool cli_cache_folder(char out[CMD_PATH_SIZE]);
/* Its maximum size in bytes: $ALEA_CACHE_SIZE, in MiB; 0: the default. Returns CMD_DONE, or prints a message. */
int cli_cache_size(uint64_t *out);

/* Adds the fonts that the program was unpacked with (share/alea/fonts), if any, to the system's for pictures. */
void cli_use_own_fonts(void);

/* Makes the folders that will contain the file `path`. On failure returns false and sets errno. */
bool cli_make_folders_of(char *path);
/* `name` within the data folder, which is created if it is missing. Returns CMD_DONE, or prints a message. */
int cli_user_path(const char *name, char out[CMD_PATH_SIZE]);

/* Chooses a name for a new game's record that no file has yet. */
int cli_new_record(const alea_game *, char out[CMD_PATH_SIZE]);
/* The latest records with unfinished games, at most `most`, the latest first. Returns their number; 0 after a message. */
unsigned cli_find_unfinished(char (*out)[CMD_PATH_SIZE], unsigned most);
/* The latest record of a finished game. Returns CMD_DONE, or prints a message. */
int cli_find_last_game(char out[CMD_PATH_SIZE]);
