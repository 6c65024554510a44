/* alea bot …: the table of its commands. */
#include "cli/cli.h"

static const cli_command commands[] = {
    {"list", "the built-in bots, of all games or of one", cli_bot_list},
    {"check", "asks a bot in every state and says how it answers", cli_bot_check},
    {"build", "makes a WebAssembly bot from a source file", cli_bot_build},
    {"freeze", "writes a bot's answers as a table", cli_bot_freeze},
    {"template", "prints a bot to start from", cli_bot_template},
    {NULL, NULL, NULL},
};

int cli_bot(int argc, char **argv)
{
    return cli_dispatch("alea bot", "For people who write bots.", commands, argc, argv);
}
