#pragma once
/* Edits a line on a terminal: cursor keys, history, completion. The only user of libedit; a minimal build has no editor
   (minimal/program). */

typedef struct line_editor line_editor;

/* Where the bytes come from. */
typedef struct line_editor_input {
    void *user;
    int (*next)(void *user); /* EOF at the end */
    void (*put_back)(void *user);
} line_editor_input;

line_editor *
line_editor_open(const line_editor_input *); /* NULL if there is no editor; lines are then read without one */
void line_editor_close(line_editor *);       /* accepts NULL */

/* Restores the terminal's settings, and takes it again with the line that was being typed. */
void line_editor_release(line_editor *);
void line_editor_resume(line_editor *);

/* Reads a line, with its newline; NULL at the end of the input. `words`, ending in NULL, are the completions. The line is valid
   until the next call. */
const char *line_editor_read(line_editor *, const char *prompt, const char *const *words, int *length);
void line_editor_remember(line_editor *, const char *line); /* in the history */
