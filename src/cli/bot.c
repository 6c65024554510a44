/* alea bot …: the table of its commands. */
#include "cli/cli.h"

static const cli_command *const bot_commands[] = {
    &cli_bot_list,
    &(const cli_command){.name = "check",
                         .summary = "asks a bot in every state and says how it answers",
                         .main = cli_bot_check},
    &(const cli_command){
        .name = "build", .summary = "makes a WebAssembly bot from a source file", .main = cli_bot_build},
    &cli_bot_freeze,
    &(const cli_command){
        .name = "template", .summary = "prints a bot to start from", .main = cli_bot_template},
    NULL,
};

const cli_command cli_bot = {
    .name = "bot",
    .summary = "for people who write bots: list, check, build, freeze, template",
    .about = "For people who write bots.",
    .commands = bot_commands,
};
