/* Games, bots and files. */
#include "signature.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static struct {
    folders at;
    alea_sandbox *sandbox;
    char path[4][1000];
    unsigned next;
} opened;

void open_begin(const folders *at)
{
    opened.at = *at;
}

void open_end(void)
{
    alea_sandbox_free(opened.sandbox);
    opened.sandbox = NULL;
}

const char *open_path(const char *path)
{
    static const char table[] = "table:";
    char *out = opened.path[opened.next++ % COUNT_OF(opened.path)];
    size_t prefix = strncmp(path, table, sizeof table - 1) == 0 ? sizeof table - 1 : 0;
    const char *file = path + prefix;
    const char *folder = *file == '@' ? opened.at.source : *file == '%' ? opened.at.build : NULL;
    snprintf(out, sizeof *opened.path, "%.*s%s%s%s", (int)prefix, path, folder ? folder : "",
             folder ? "/" : "", folder ? file + 1 : file);
    return out;
}

alea_sandbox *open_sandbox(void)
{
    alea_error error;
    char python[1000];
    if (opened.sandbox) return opened.sandbox;
    snprintf(python, sizeof python, "%s/python.wasm", opened.at.build);
    const alea_sandbox_options options = {
        .cache_folder = opened.at.cache, .python = python, .no_isolation = true};
    put_status(alea_sandbox_open(&options, &opened.sandbox, &error), &error);
    return opened.sandbox;
}

alea_game *open_game(const char *spec, unsigned players)
{
    alea_game *game = NULL;
    alea_error error;
    return put_status(alea_game_open_for(open_path(spec), players, &game, &error), &error) ? game : NULL;
}

static bool open_needs_sandbox(const char *spec)
{
    size_t length = strlen(spec);
    return length > 5 && strcmp(spec + length - 5, ".wasm") == 0;
}

alea_bot *open_bot(const alea_game *game, const char *spec)
{
    alea_bot *bot = NULL;
    alea_error error;
    alea_sandbox *sandbox = open_needs_sandbox(spec) ? open_sandbox() : NULL;
    return put_status(alea_bot_open(game, open_path(spec), sandbox, &bot, &error), &error) ? bot : NULL;
}

unsigned count_specs(const char *const *specs)
{
    unsigned count = 0;
    while (count < ALEA_MAX_SEATS && specs[count]) count++;
    return count;
}

lineup open_lineup(const alea_game *game, const char *const *specs)
{
    lineup all = {.count = count_specs(specs), .complete = true};
    for (unsigned i = 0; i < all.count; i++) {
        all.bot[i] = open_bot(game, specs[i]);
        all.complete = all.complete && all.bot[i];
    }
    return all;
}

void close_lineup(lineup *all)
{
    for (unsigned i = 0; i < all->count; i++) alea_bot_free(all->bot[i]);
}

void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(text, file) < 0 || fclose(file) != 0) {
        fprintf(stderr, "signature: %s cannot be written; run it in a folder of your own.\n", path);
        exit(2);
    }
}

uint64_t hash_numbers(const char *path)
{
    uint64_t hash = 0, number = 0;
    bool within = false;
    FILE *file = fopen(path, "rb");
    for (int c = file ? getc(file) : EOF; file; c = getc(file)) {
        if (c != EOF && isdigit(c)) {
            number = 10 * number + (unsigned)(c - '0');
            within = true;
        } else {
            if (within) hash = mix(hash, number);
            number = 0;
            within = false;
        }
        if (c == EOF) break;
    }
    if (file) fclose(file);
    return hash;
}
