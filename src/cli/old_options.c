/* Options that commands share. */
#include "cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { KEY_HELP = 'h', KEY_USAGE = 0x100 };

static const struct argp_option help_options[] = {
    {"help", KEY_HELP, NULL, 0, "This help", -1},
    {"usage", KEY_USAGE, NULL, 0, "A short one", -1},
    {0},
};

/* argp's own --help would end the program. */
static error_t parse_help(int key, char *value, struct argp_state *state)
{
    (void)value;
    if (key != KEY_HELP && key != KEY_USAGE) return ARGP_ERR_UNKNOWN;
    argp_state_help(state, stdout, key == KEY_HELP ? ARGP_HELP_STD_HELP : ARGP_HELP_USAGE);
    return ECANCELED;
}

static const struct argp help_argp = {.options = help_options, .parser = parse_help};
const struct argp_child cli_help_options[] = {{.argp = &help_argp}, {0}};

int cli_parse_argp(const struct argp *argp, int argc, char **argv, void *input)
{
    error_t failure = argp_parse(argp, argc, argv, ARGP_NO_EXIT | ARGP_NO_HELP, NULL, input);
    return failure == 0           ? CLI_GO_ON
           : failure == ECANCELED ? CLI_DONE
           : failure == ENOMEM    ? CLI_FAILED
                                  : CLI_USAGE;
}

/* ---- numbers and choices ---- */

/* Reads digits, with an underline between any two, and adds them to *value. NULL when there are none or too
   many. */
static const char *read_digits(const char *text, uint64_t *value)
{
    const char *at = text;
    while (isdigit((unsigned char)*at) || (*at == '_' && at > text && isdigit((unsigned char)at[1]))) {
        if (*at != '_') {
            uint64_t digit = (uint64_t)(*at - '0');
            if (*value > (UINT64_MAX - digit) / 10) return NULL;
            *value = 10 * *value + digit;
        }
        at++;
    }
    return at > text ? at : NULL;
}

static bool read_count(const char *text, uint64_t *out)
{
    uint64_t value = 0, exponent = 0;
    const char *end = read_digits(text, &value);
    if (end && (*end == 'e' || *end == 'E')) end = read_digits(end + 1, &exponent);
    if (!end || *end) return false;
    for (; exponent > 0 && value > 0; exponent--) {
        if (value > UINT64_MAX / 10) return false;
        value *= 10;
    }
    *out = value;
    return true;
}

/* A bound as one would type it: 1e12, but 4096. */
static const char *write_count(uint64_t count, char out[32])
{
    unsigned zeros = 0;
    uint64_t rest = count;
    for (; rest > 0 && rest % 10 == 0; zeros++) rest /= 10;
    if (zeros >= 6)
        snprintf(out, 32, "%" PRIu64 "e%u", rest, zeros);
    else
        snprintf(out, 32, "%" PRIu64, count);
    return out;
}

error_t cli_parse_count(const struct argp_state *state, const char *option, const char *text, uint64_t least,
                        uint64_t most, uint64_t *out)
{
    uint64_t value;
    if (read_count(text, &value) && value >= least && value <= most) {
        *out = value;
        return 0;
    }
    char low[32], high[32];
    argp_error(state,
               "%s takes a whole number from %s to %s, written like 1000000, 1_000_000 or 1e6; `%s` is none",
               option, write_count(least, low), write_count(most, high), cli_show(text).text);
    return EINVAL;
}

error_t cli_parse_choice(const struct argp_state *state, const char *option, const char *text,
                         const char *const *names, int *out)
{
    char choices[128] = "";
    for (int i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0) {
            *out = i;
            return 0;
        }
        size_t used = strlen(choices);
        snprintf(choices + used, sizeof choices - used, "%s%s",
                 i == 0         ? ""
                 : names[i + 1] ? ", "
                                : " or ",
                 names[i]);
    }
    argp_error(state, "%s takes %s; `%s` is none of them", option, choices, cli_show(text).text);
    return EINVAL;
}

char *cli_take_words(const struct argp_state *state, char *const **rest, unsigned *count)
{
    *rest = state->argv + state->next + 1;
    *count = (unsigned)(state->argc - state->next - 1);
    return state->argv[state->next];
}

error_t cli_parse_threads(const struct argp_state *state, const char *text, unsigned *out)
{
    const uint64_t most_threads = 1024;
    uint64_t threads = 0;
    error_t failure = cli_parse_count(state, "--threads", text, 1, most_threads, &threads);
    if (!failure) *out = (unsigned)threads;
    return failure;
}

error_t cli_parse_limits(int key, const char *text, const struct argp_state *state,
                         alea_sandbox_options *options)
{
    const uint64_t most_fuel = UINT64_C(1000000000000), most_memory = 4096;
    if (key == CLI_KEY_FUEL) return cli_parse_count(state, "--fuel", text, 1, most_fuel, &options->fuel);
    if (key != CLI_KEY_MEMORY) return ARGP_ERR_UNKNOWN;
    error_t failure = cli_parse_count(state, "--memory", text, 1, most_memory, &options->memory);
    options->memory <<= 20;
    return failure;
}
