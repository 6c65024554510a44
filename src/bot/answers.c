#include "bot/answers.h"
#include "base/assert.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* Raise it whenever a family asks other states, and when the file changes. How programs are asked is in their identity. */
#define ANSWERS_VERSION 4

/* A file is the purity, the bits of each answer, the fuel in eight bytes, and the answers, the first in the lowest bits. */
enum { ANSWERS_FUEL = 2, ANSWERS_HEAD = 10 };

static unsigned answers_bits(const unsigned char *moves, uint64_t count)
{
    unsigned bits = 1;
    for (uint64_t i = 0; i < count; i++)
        while (moves[i] >> bits != 0) bits++;
    return bits;
}

static size_t answers_size(unsigned bits, uint64_t count)
{
    return ANSWERS_HEAD + (size_t)((count * bits + 7) / 8);
}

/* Computes the key of the stored answers. Returns false if memory runs out. */
static bool answers_key(const alea_bot *bot, uint64_t count, char key[65])
{
    const alea_game *game = bot->game;
    alea__text all = {0};
    ALEA_ASSERT(strlen(bot->identity) == 64);
    alea__text_add(&all, "answers %d of alea %s\n%s\n%s\n%s\n%s %d %" PRIu64 "\n", ANSWERS_VERSION,
                   alea_version(), bot->identity, game->spec, game->sha256, bot->ops->kind,
                   bot->purity == ALEA_DECLARED_PURE, count);
    if (!all.failed) alea__sha256_hex(all.data, all.size, key);
    alea__text_free(&all);
    return !all.failed;
}

/* Fills moves[count]. Returns false if the bytes are not answers of this form. */
static bool answers_unpack(const unsigned char *data, size_t size, uint64_t count, unsigned char *moves)
{
    const unsigned bits = size >= ANSWERS_HEAD ? data[1] : 0;
    if (bits < 1 || bits > 8 || size != answers_size(bits, count) || data[0] > ALEA_DECLARED_PURE)
        return false;
    const unsigned char *at = data + ANSWERS_HEAD;
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t first = i * bits;
        const unsigned low = at[first / 8], high = first % 8 + bits > 8 ? at[first / 8 + 1] : 0;
        moves[i] = (unsigned char)((low | high << 8) >> first % 8 & ((1u << bits) - 1));
    }
    return true;
}

bool alea__answers_find(const alea_bot *bot, uint64_t count, unsigned char *moves, alea__asked *asked)
{
    unsigned char *data;
    size_t size;
    char key[65];
    alea_sandbox *sandbox = bot->sandbox;
    if (!sandbox || !sandbox->find_kept || !answers_key(bot, count, key)) return false;
    if (!sandbox->find_kept(sandbox, key, &data, &size)) return false;
    const bool right = answers_unpack(data, size, count, moves);
    if (right) {
        asked->purity = (alea_purity)data[0];
        memcpy(&asked->fuel, data + ANSWERS_FUEL, sizeof asked->fuel);
    }
    alea__free(data);
    return right;
}

void alea__answers_keep(const alea_bot *bot, uint64_t count, const unsigned char *moves,
                        const alea__asked *asked)
{
    char key[65];
    const unsigned bits = answers_bits(moves, count);
    const size_t size = answers_size(bits, count);
    alea_sandbox *sandbox = bot->sandbox;
    if (!sandbox || !sandbox->keep || !answers_key(bot, count, key)) return;
    unsigned char *data = alea__alloc(size + 1);
    if (!data) return;
    data[0] = (unsigned char)asked->purity;
    data[1] = (unsigned char)bits;
    memcpy(data + ANSWERS_FUEL, &asked->fuel, sizeof asked->fuel);
    for (uint64_t i = 0; i < count; i++) {
        const unsigned word = (unsigned)moves[i] << i * bits % 8;
        data[ANSWERS_HEAD + i * bits / 8] |= (unsigned char)word;
        if (word > 0xFF) data[ANSWERS_HEAD + i * bits / 8 + 1] |= (unsigned char)(word >> 8);
    }
    sandbox->keep(sandbox, key, data, size);
    alea__free(data);
}
