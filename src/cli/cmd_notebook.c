/* alea notebook list|export|delete, and opening the notebook. */
#include "cli/terminal.h"
#include "cli/user_dirs.h"
#include "command/notebook.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

int terminal_open_notebook(cmd_notebook_args *a, alea_notebook **out)
{
    alea_error error;
    char path[CMD_PATH_SIZE];
    int status = a->file ? CMD_DONE : cli_user_path("notebook.db", path);
    if (status != CMD_DONE) return status;
    if (a->now == 0) a->now = (int64_t)time(NULL);
    if (alea_notebook_open(a->file ? a->file : path, out, &error) != ALEA_OK) return cmd_report(&error);
    return CMD_DONE;
}

/* The three commands fill the same struct. */
typedef struct notebook_args {
    alea_notebook_filter part;
    cmd_notebook_args notebook;
    uint64_t batch;
    const char *out;
    bool json, all;
} notebook_args;

static const cmd_operand notebook_operands[] = {{NULL, CMD_TEXT(notebook_args, part.game)}, {0}};

/* ---- list ---- */

static const cmd_option notebook_list_options[] = {
    CMD_PLAYER(notebook_args),
    {1, 0, "batch", "N", CMD_COUNT(notebook_args, batch, 1, 1000000),
     "Group trends by N games instead of by week"},
    CMD_JSON(notebook_args),
    CMD_NOTEBOOK(notebook_args),
    CMD_TODAY(notebook_args),
    {0},
};

/* Prints the history of the part of the notebook that was asked for. */
static int notebook_list(void *args)
{
    notebook_args *a = args;
    alea_notebook *notebook;
    alea_notebook_history *history;
    cmd_view v = cmd_view_start(a->json);
    int status = cmd_open_notebook(&a->notebook, &notebook);
    if (status != CMD_DONE) return status;
    alea_status done =
        alea_notebook_read(notebook, &a->part, (unsigned)a->batch, a->notebook.now, &history, &v.error);
    if (done == ALEA_OK) {
        done = alea_view_notebook(history, (unsigned)a->batch, &v.how, &v.text, &v.error);
        alea_notebook_history_free(history);
    }
    alea_notebook_free(notebook);
    return cmd_view_print(done, &v);
}

static const cmd_table notebook_list_command = {
    .name = "list",
    .summary = "shows mistakes over time, the latest games, and what is due",
    .words = "[GAME]",
    .about = "Shows the contents of the notebook: the average cost of a decision, week by week, with its "
             "standard error; the latest games; and how many cards `alea drill` has.",
    .options = notebook_list_options,
    .operands = notebook_operands,
    .size = sizeof(notebook_args),
    .run = notebook_list,
};

/* ---- export ---- */

static const cmd_option notebook_export_options[] = {
    CMD_PLAYER(notebook_args),
    {2, 'o', "out", "FILE", CMD_OUTPUT(notebook_args, out), "Write to FILE instead of standard output"},
    CMD_NOTEBOOK(notebook_args),
    CMD_TODAY(notebook_args),
    {0},
};

/* Writes that part as JSON to --out, else to standard output. */
static int notebook_export(void *args)
{
    notebook_args *a = args;
    alea_error error;
    alea_notebook *notebook;
    char *text;
    int status = cmd_open_notebook(&a->notebook, &notebook);
    if (status != CMD_DONE) return status;
    alea_status done = alea_notebook_export(notebook, &a->part, &text, &error);
    alea_notebook_free(notebook);
    if (done != ALEA_OK) return cmd_report(&error);
    if (!a->out)
        fputs(text, stdout); /* main.c sees whether it arrived */
    else if (alea_view_write(text, a->out, &error) != ALEA_OK)
        status = cmd_report(&error);
    alea_text_free(text);
    return status;
}

static const cmd_table notebook_export_command = {
    .name = "export",
    .summary = "exports everything as JSON",
    .words = "[GAME]",
    .about = "Writes the contents of the notebook as one JSON object.",
    .options = notebook_export_options,
    .operands = notebook_operands,
    .size = sizeof(notebook_args),
    .run = notebook_export,
};

/* ---- delete ---- */

static const cmd_option notebook_delete_options[] = {
    CMD_PLAYER(notebook_args),
    {1, 0, "all", NULL, CMD_FLAG(notebook_args, all), "Delete everything"},
    CMD_NOTEBOOK(notebook_args),
    CMD_TODAY(notebook_args),
    {0},
};

/* Deletes the selected part. Refuses if neither a part nor --all was given. */
static int notebook_delete(void *args)
{
    notebook_args *a = args;
    alea_error error;
    alea_notebook *notebook;
    uint64_t games;
    if (a->all == (a->part.game || a->part.player)) return cmd_complain(CMD_USAGE, CMD_DELETE_WHAT);
    int status = cmd_open_notebook(&a->notebook, &notebook);
    if (status != CMD_DONE) return status;
    alea_status done = alea_notebook_delete(notebook, &a->part, &games, &error);
    alea_notebook_free(notebook);
    if (done != ALEA_OK) return cmd_report(&error);
    printf(CMD_DELETED "\n", games, games == 1 ? "" : "s");
    return CMD_DONE;
}

static const cmd_table notebook_delete_command = {
    .name = "delete",
    .summary = "permanently deletes games and their cards",
    .words = "[GAME]",
    .about = "Permanently deletes all games, those of GAME or those of a player, together with their cards.",
    .options = notebook_delete_options,
    .operands = notebook_operands,
    .size = sizeof(notebook_args),
    .run = notebook_delete,
};

static const cmd_table *const notebook_commands[] = {&notebook_list_command, &notebook_export_command,
                                                     &notebook_delete_command, NULL};

static const cmd_topic notebook_topics[] = {{.commands = notebook_commands}, {0}};

const cmd_table cli_notebook = {
    .name = "notebook",
    .summary = "shows, exports or deletes the games that reviews have saved",
    .about = "Manages the games that `alea review` saved.",
    .topics = notebook_topics,
};
