#ifndef ALEA_WEB_ARGP_H
#define ALEA_WEB_ARGP_H
/* What cli/options.c uses of glibc's <argp.h>, which Emscripten's C library does not have: options are words --NAME or
   --NAME=VALUE, operands follow "--", and there is no request for help. See web/web_argp.c. */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>

#define OPTION_ARG_OPTIONAL         1
#define ARGP_ERR_UNKNOWN            E2BIG
#define ARGP_KEY_ARGS               0x1000006
#define ARGP_KEY_NO_ARGS            0x1000002
#define ARGP_KEY_END                0x1000001
#define ARGP_KEY_HELP_DUP_ARGS_NOTE 0x2000005
#define ARGP_NO_EXIT                0x20
#define ARGP_NO_HELP                0x10
#define ARGP_HELP_STD_HELP          0
#define ARGP_HELP_USAGE             0

typedef int error_t;

struct argp_option {
    const char *name;
    int key;
    const char *arg;
    int flags;
    const char *doc;
    int group;
};

struct argp;
struct argp_state {
    int argc, next;
    char **argv;
    void *input;
};

struct argp_child {
    const struct argp *argp;
};

struct argp {
    const struct argp_option *options;
    error_t (*parser)(int key, char *value, struct argp_state *);
    const char *args_doc, *doc;
    const struct argp_child *children;
    char *(*help_filter)(int key, const char *text, void *input);
};

error_t argp_parse(const struct argp *, int argc, char **argv, unsigned flags, int *index, void *input);
__attribute__((format(printf, 2, 3))) void argp_error(const struct argp_state *, const char *format, ...);
void argp_state_help(const struct argp_state *, FILE *, unsigned flags);
#endif
