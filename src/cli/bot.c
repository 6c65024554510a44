/* alea bot …: the table of its commands. */
#include "cli/cli.h"

static const cmd_table *const bot_commands[] = {
    &cmd_bot_list, &cmd_bot_check, &cli_bot_build, &cmd_bot_freeze, &cli_bot_template, NULL,
};

static const cmd_topic bot_topics[] = {{.commands = bot_commands}, {0}};

const cmd_table cli_bot = {
    .name = "bot",
    .summary = "helps to write bots: list, check, build, freeze, template",
    .about = "Helps to write bots.",
    .topics = bot_topics,
};
