#include "cli/play/line_editor.h"
#include "base/assert.h"

#include <ctype.h>
#include <histedit.h>
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { MOST_HISTORY = 500, MOST_INSERTED = 512 };

struct line_editor {
    EditLine *edit;
    locale_t users; /* for typing and showing characters; 0: the program's locale */
    History *history;
    line_editor_input input;
    char prompt[MOST_INSERTED];
    const char *const *words;
};

static line_editor *editor_of(EditLine *edit)
{
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static char *editor_prompt(EditLine *edit)
{
    static char none[] = "";
    line_editor *editor = editor_of(edit);
    return editor ? editor->prompt : none;
}

/* Callback of libedit: reads the next character; returns 1, or 0 at the end. */
static int editor_next_character(EditLine *edit, wchar_t *out)
{
    mbstate_t state = {0};
    const line_editor_input *input = &editor_of(edit)->input;
    for (;;) {
        int byte = input->next(input->user);
        if (byte == EOF) return 0;
        char one = (char)byte;
        bool begun = !mbsinit(&state);
        size_t used = mbrtowc(out, &one, 1, &state);
        if (used == (size_t)-2) continue;
        /* Ctrl-D that is typed before the editor has the terminal comes as a zero byte. */
        if (used == 0 && el_line(edit)->lastchar == el_line(edit)->buffer) return 0;
        if (used == (size_t)-1 || used == 0) *out = L'?';              /* no character: a sign for any */
        if (used == (size_t)-1 && begun) input->put_back(input->user); /* the byte begins another one */
        return 1;
    }
}

/* The length of the prefix that all words share which begin with the first `length` characters of `typed`; 0 if none
   does. *fits counts them, and *word is one of them. */
static size_t editor_common_part(const char *const *words, const char *typed, size_t length,
                                 const char **word, unsigned *fits)
{
    size_t shared = 0;
    *fits = 0;
    for (; words && *words; words++) {
        if (strncasecmp(*words, typed, length) != 0) continue;
        if ((*fits)++ == 0) {
            *word = *words;
            shared = strlen(*words);
        }
        size_t same = 0;
        while (same < shared &&
               tolower((unsigned char)(*word)[same]) == tolower((unsigned char)(*words)[same]))
            same++;
        shared = same;
    }
    ALEA_ASSERT(*fits == 0 || shared >= length);
    return shared;
}

/* Completes the whole line: moves are several words. */
static unsigned char editor_complete(EditLine *edit, int key)
{
    const LineInfo *info = el_line(edit);
    const line_editor *editor = editor_of(edit);
    size_t length = (size_t)(info->cursor - info->buffer);
    const char *word = NULL;
    unsigned fits;
    (void)key;
    size_t shared = editor_common_part(editor->words, info->buffer, length, &word, &fits);
    if (fits == 0) return CC_REFRESH_BEEP;
    if (shared == length && fits > 1) {
        putchar('\n');
        for (const char *const *w = editor->words; w && *w; w++)
            if (strncasecmp(*w, info->buffer, length) == 0) printf("  %s\n", *w);
        return CC_REDISPLAY;
    }
    char more[MOST_INSERTED];
    snprintf(more, sizeof more, "%.*s%s", (int)(shared - length), word + length, fits == 1 ? " " : "");
    if (*more && el_insertstr(edit, more) != 0) return CC_REFRESH_BEEP;
    return CC_REFRESH;
}

/* Sets libedit up with our prompt, input, completion and history. */
static void editor_set_up(line_editor *editor)
{
    HistEvent event;
    history(editor->history, &event, H_SETSIZE, MOST_HISTORY);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, editor_prompt);
    el_set(editor->edit, EL_GETCFN, editor_next_character);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_HIST, history, editor->history);
    el_set(editor->edit, EL_ADDFN, "alea-complete", "Completes a move", editor_complete);
    el_set(editor->edit, EL_BIND, "^I", "alea-complete", NULL);
    el_set(editor->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_source(editor->edit, NULL);
}

line_editor *line_editor_open(const line_editor_input *input)
{
    line_editor *editor = calloc(1, sizeof *editor);
    if (!editor) return NULL;
    editor->input = *input;
    editor->users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const locale_t before = uselocale(editor->users);
    editor->edit = el_init("alea", stdin, stdout, stderr);
    editor->history = history_init();
    const bool made = editor->edit && editor->history;
    if (made) editor_set_up(editor);
    uselocale(before);
    if (made) return editor;
    line_editor_close(editor);
    return NULL;
}

void line_editor_close(line_editor *editor)
{
    if (!editor) return;
    if (editor->edit) el_end(editor->edit);
    if (editor->history) history_end(editor->history);
    if (editor->users) freelocale(editor->users);
    free(editor);
}

void line_editor_release(line_editor *editor)
{
    el_set(editor->edit, EL_PREP_TERM, 0);
}

void line_editor_resume(line_editor *editor)
{
    const locale_t before = uselocale(editor->users);
    el_set(editor->edit, EL_PREP_TERM, 1);
    el_set(editor->edit, EL_REFRESH);
    uselocale(before);
}

const char *line_editor_read(line_editor *editor, const char *prompt, const char *const *words, int *length)
{
    snprintf(editor->prompt, sizeof editor->prompt, "%s", prompt);
    editor->words = words;
    const locale_t before = uselocale(editor->users);
    el_resize(editor->edit);
    el_set(editor->edit, EL_PREP_TERM, 1); /* el_gets does so after it has shown the prompt */
    const char *line = el_gets(editor->edit, length);
    uselocale(before);
    return line;
}

void line_editor_remember(line_editor *editor, const char *line)
{
    HistEvent event;
    history(editor->history, &event, H_ENTER, line);
}
