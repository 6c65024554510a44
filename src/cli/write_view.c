/* A view into a file; the terminal and the page have one writer. */
#include "cli/cli.h"

int cli_view_write(alea_status made, cli_view *v, const char *path)
{
    if (made == ALEA_OK) made = alea_view_write(v->text, path, &v->error);
    alea_text_free(v->text);
    v->text = NULL;
    return made == ALEA_OK ? CLI_DONE : cli_report(&v->error);
}

int cli_view_write_run(const alea_view_run_facts *facts, const char *csv, const char *html)
{
    cli_view v = {0};
    int status = CLI_DONE;
    if (csv) status = cli_view_write(alea_view_run_csv(facts, &v.text, &v.error), &v, csv);
    if (html && status == CLI_DONE)
        status = cli_view_write(alea_view_run_html(facts, &v.text, &v.error), &v, html);
    return status;
}
