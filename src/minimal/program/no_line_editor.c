/* Replaces cli/play/line_editor.c: no editor can be opened, and lines are read without one. */
#include "cli/play/line_editor.h"

#include <stddef.h>

line_editor *line_editor_open(const line_editor_input *input)
{
    (void)input;
    return NULL;
}

void line_editor_close(line_editor *editor)
{
    (void)editor;
}

void line_editor_release(line_editor *editor)
{
    (void)editor;
}

void line_editor_resume(line_editor *editor)
{
    (void)editor;
}

const char *line_editor_read(line_editor *editor, const char *prompt, const char *const *words, int *length)
{
    (void)editor, (void)prompt, (void)words;
    *length = 0;
    return NULL;
}

void line_editor_remember(line_editor *editor, const char *line)
{
    (void)editor, (void)line;
}
