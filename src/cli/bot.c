/* alea bot …: the table of its commands. */
#include "cli/cli.h"

static const cli_command *const bot_commands[] = {
    &cli_bot_list, &cli_bot_check, &cli_bot_build, &cli_bot_freeze, &cli_bot_template, NULL,
};

static const cli_topic bot_topics[] = {{.commands = bot_commands}, {0}};

const cli_command cli_bot = {
    .name = "bot",
    .summary = "helps to write bots: list, check, build, freeze, template",
    .about = "Helps to write bots.",
    .topics = bot_topics,
};
