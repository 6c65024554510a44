/* A view into a file; the terminal and the page have one writer. */
#include "cli/cli.h"

int cli_view_write(alea_status made, cli_view *v, const char *path)
{
    if (made == ALEA_OK) made = alea_view_write(v->text, path, &v->error);
    alea_text_free(v->text);
    v->text = NULL;
    return made == ALEA_OK ? CLI_DONE : cli_report(&v->error);
}
