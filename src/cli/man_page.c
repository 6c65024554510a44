/* Man pages, from the same tables as the help texts. The language is that of groff_man(7). */
#include "base/assert.h"
#include "cli/cli.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAN_NAME_SIZE = 64 };

/* Data of a page besides its command. */
typedef struct man_page {
    const cmd_table *command;
    char call[MAN_NAME_SIZE]; /* such as "alea bot check"; hyphenated as the name of the page */
} man_page;

/* ---- text ---- */

/* Prints `length` bytes; signs that groff would take for its own are escaped. */
static void man_put(const char *text, size_t length)
{
    if (length > 0 && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
    for (size_t i = 0; i < length; i++) switch (text[i]) {
        case '\\': fputs("\\e", stdout); break;
        case '-': fputs("\\-", stdout); break;
        case '`': fputs("\\(ga", stdout); break;
        case '\'': fputs("\\(aq", stdout); break;
        case '^': fputs("\\(ha", stdout); break;
        case '~': fputs("\\(ti", stdout); break;
        default: putchar(text[i]);
        }
}

static void man_put_line(const char *text)
{
    man_put(text, strlen(text));
    putchar('\n');
}

/* Prints paragraphs. Lines that begin with spaces are examples and are not filled. */
static void man_put_paragraphs(const char *text, size_t length)
{
    const char *end = text + length;
    bool example = false;
    for (const char *line = text; line < end;) {
        size_t size = strcspn(line, "\n");
        if (size > (size_t)(end - line)) size = (size_t)(end - line);
        bool indented = size > 0 && *line == ' ';
        if (indented != example) puts(indented ? ".RS 4\n.nf" : ".fi\n.RE");
        example = indented;
        size_t spaces = indented ? strspn(line, " ") : 0;
        if (size == 0)
            puts(".PP");
        else {
            man_put(line + spaces, size - spaces);
            putchar('\n');
        }
        line += size + 1;
    }
    if (example) puts(".fi\n.RE");
}

/* ---- sections ---- */

static void man_put_heading(const man_page *page)
{
    printf(".TH \"");
    for (const char *c = page->call; *c; c++) putchar(*c == ' ' ? '-' : toupper((unsigned char)*c));
    printf("\" 1 \"\" \"alea %s\" \"alea\"\n.nh\n.ad l\n.SH NAME\n", alea_version());
    for (const char *c = page->call; *c; c++) fputs(*c == ' ' || *c == '-' ? "\\-" : (char[]){*c, 0}, stdout);
    fputs(" \\- ", stdout);
    const char *summary = page->command->summary;
    man_put_line(summary ? summary : "a laboratory for dice games of risk");
}

/* A line for each way to call the command. */
static void man_put_synopsis(const man_page *page)
{
    const char *words = page->command->words ? page->command->words : "";
    puts(".SH SYNOPSIS");
    if (page->command->topics) words = "COMMAND [ARGUMENT...]";
    for (;;) {
        size_t size = strcspn(words, "\n");
        printf(".B %s\n", page->call);
        if (page->command->options) printf("[\\fIOPTION\\fR...]\n");
        man_put(words, size);
        puts("\n.br");
        if (!words[size]) return;
        words += size + 1;
    }
}

static void man_put_option(const cmd_option *o)
{
    fputs(".TP\n\\fB", stdout);
    if (o->key) printf("\\-%c\\fR, \\fB", o->key);
    fputs("\\-\\-", stdout);
    man_put(o->name, strlen(o->name));
    if (o->value) printf("\\fR=\\fI%s", o->value);
    if (o->into.kind == CMD_TAKES_MODE) fputs("\\fR[=\\fI" CMD_MODE_VALUE "\\fR]", stdout);
    puts("\\fR");
    man_put_line(o->help);
}

/* The options in the order of the help: by group, and within a group as in the table. */
static void man_put_options(const cmd_table *command)
{
    enum { MOST_GROUPS = 10 };
    if (!command->options) return;
    puts(".SH OPTIONS");
    for (int group = 0; group < MOST_GROUPS; group++)
        for (const cmd_option *o = command->options; o->name; o++)
            if (o->group == group && o->help) man_put_option(o);
    puts(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint a help text.");
}

/* The commands of a group, each topic under its heading. */
static void man_put_commands(const cmd_table *group)
{
    puts(".SH COMMANDS");
    for (const cmd_topic *t = group->topics; t->commands; t++) {
        if (t->reader) {
            fputs(".SS \"", stdout);
            man_put(t->reader, strlen(t->reader));
            fputs("\"\nStart with \\fB", stdout);
            man_put(t->example, strlen(t->example));
            puts("\\fR.");
        }
        for (const cmd_table *const *c = t->commands; *c; c++) {
            printf(".TP\n.B %s\n", (*c)->name);
            man_put_line((*c)->summary);
        }
    }
}

/* Prints the part common to all commands, on the page of alea. */
static void man_put_common(void)
{
    static const char *const variables[][2] = {
        {"ALEA_DATA",
         "The folder of records and of the notebook; otherwise the folder alea in $XDG_DATA_HOME "
         "or in ~/.local/share."},
        {"ALEA_CACHE", "The folder of compiled bots; otherwise the folder alea in $XDG_CACHE_HOME or in "
                       "~/.cache."},
        {"ALEA_CACHE_SIZE", "The most mebibytes that this folder may have (default 300)."},
        {"ALEA_PYTHON", "The file python.wasm, in which strategies in Python run; otherwise the installed "
                        "one."},
        {"COLUMNS", "The width of the text; otherwise that of the terminal, and 100 in a file."},
        {"NO_COLOR", "If it is set, the console prints no bold text."},
    };
    puts(".SH ENVIRONMENT");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        printf(".TP\n.B %s\n", variables[i][0]);
        man_put_line(variables[i][1]);
    }
}

static void man_put_end(const man_page *page)
{
    puts(".SH EXIT STATUS\n.TP\n.B 0\nsuccess\n.TP\n.B 1\nthe answer is no, or the work was stopped\n"
         ".TP\n.B 2\nbad usage or bad input\n.TP\n.B 3\nthe environment failed\n.SH SEE ALSO");
    if (strchr(page->call, ' ')) puts(".BR alea (1)\n.PP");
    puts("The manual:\n.I /usr/share/doc/alea/docs/README.md");
}

/* ---- the page ---- */

int cli_print_man_page(const char *prefix, const cmd_table *group, char *const *words, int count)
{
    man_page page = {.command = group};
    snprintf(page.call, sizeof page.call, "%s", prefix);
    for (int i = 0; i < count; i++) {
        size_t used = strlen(page.call);
        if (!page.command->topics) return cmd_complain(CMD_USAGE, CMD_NO_SUBCOMMAND, page.call);
        page.command = cli_find_command(page.call, page.command, words[i]);
        if (!page.command) return CMD_USAGE;
        snprintf(page.call + used, sizeof page.call - used, " %s", page.command->name);
    }
    const char *about = page.command->about;
    size_t front = strcspn(about, "\v");
    ALEA_ASSERT(front > 0);
    man_put_heading(&page);
    man_put_synopsis(&page);
    puts(".SH DESCRIPTION");
    man_put_paragraphs(about, front);
    man_put_options(page.command);
    if (page.command->topics) man_put_commands(page.command);
    if (about[front]) puts(".SH NOTES");
    if (about[front]) man_put_paragraphs(about + front + 1, strlen(about + front + 1));
    if (page.command->topics && !strchr(page.call, ' ')) man_put_common();
    man_put_end(&page);
    return CMD_DONE;
}
