/* A parser for words that request.c has put together; see argp/argp.h. */
#include "base/assert.h"
#include "cli/cli.h"
#include "web/answer.h"
#include "web/messages.h"

#include <argp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void argp_error(const struct argp_state *state, const char *format, ...)
{
    char said[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    web_answer_misuse("%s: %s", state->argv[0], said);
}

void argp_state_help(const struct argp_state *state, FILE *file, unsigned flags)
{
    (void)state, (void)file, (void)flags;
}

/* Hands one option on. */
static error_t argp_take(const struct argp *argp, struct argp_state *state, char *word)
{
    const struct argp_option *o = argp->options;
    char *equals = strchr(word, '=');
    const size_t length = strcspn(word + 2, "=");
    ALEA_ASSERT(strncmp(word, "--", 2) == 0);
    while (o->name && (strlen(o->name) != length || strncmp(o->name, word + 2, length) != 0)) o++;
    if (!o->name) {
        if (equals) *equals = 0;
        web_answer_misuse(WEB_KEY_UNKNOWN, state->argv[0], cli_show(word + 2).text);
        return EINVAL;
    }
    if (!o->arg == !equals) return argp->parser(o->key, equals ? equals + 1 : NULL, state);
    web_answer_misuse(WEB_KEY_TYPE, o->name, o->arg ? "a text or a number" : "true or false");
    return EINVAL;
}

error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index, void *input)
{
    (void)flags, (void)index;
    struct argp_state state = {.argc = argc, .next = 1, .argv = argv, .input = input};
    error_t failure = 0;
    while (!failure && state.next < argc && strcmp(argv[state.next], "--") != 0)
        failure = argp_take(argp, &state, argv[state.next++]);
    if (failure) return failure;
    if (state.next < argc) state.next++;
    failure = argp->parser(state.next < argc ? ARGP_KEY_ARGS : ARGP_KEY_NO_ARGS, NULL, &state);
    return failure ? failure : argp->parser(ARGP_KEY_END, NULL, &state);
}
