/* In the place of cli/play/playback.c: there is no terminal. */
#include "cli/cli.h"
#include "cli/play/playback.h"
#include "web/messages.h"

int playback_record(const alea_record *record, bool taken_back, double pace)
{
    (void)record, (void)taken_back, (void)pace;
    return cli_complain(CLI_USAGE, WEB_NO_TERMINAL);
}
