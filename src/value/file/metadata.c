#include "value/file/metadata.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "value/file/format.h"
#include "value/file/lookup3.h"
#include "value/messages.h"

#include <string.h>

enum { CHECKSUM = 4 /* bytes */ };

uint64_t alea__h5_take(alea__h5_bytes *bytes, unsigned count)
{
    uint64_t number = 0;
    ALEA_ASSERT(count <= sizeof number);
    if (count > bytes->left) {
        *bytes = (alea__h5_bytes){bytes->at, 0, true};
        return 0;
    }
    for (unsigned i = 0; i < count; i++) number |= (uint64_t)bytes->at[i] << 8 * i;
    bytes->at += count;
    bytes->left -= count;
    return number;
}

void alea__h5_put(alea__text *out, uint64_t number, unsigned count)
{
    unsigned char byte[sizeof number];
    ALEA_ASSERT(count <= sizeof byte);
    for (unsigned i = 0; i < count; i++) byte[i] = (unsigned char)(number >> 8 * i);
    alea__text_add_bytes(out, byte, count);
}

alea__h5_bytes alea__h5_take_bytes(alea__h5_bytes *bytes, uint64_t count)
{
    if (count > bytes->left) *bytes = (alea__h5_bytes){bytes->at, 0, true};
    if (bytes->failed) return *bytes;
    const alea__h5_bytes taken = {bytes->at, (size_t)count, false};
    bytes->at += count;
    bytes->left -= (size_t)count;
    return taken;
}

alea_status alea__h5_refuse(const alea__h5 *h5, const char *what, uint64_t address, const char *why)
{
    const uint64_t most = UINT64_MAX - ALEA__USER_BLOCK;
    return alea__fail_at(h5->error, ALEA_E_FILE, h5->path, 0, VALUE_BAD_METADATA, what,
                         (address < most ? address : most) + ALEA__USER_BLOCK, why);
}

bool alea__h5_is_within(const alea__h5 *h5, uint64_t address, uint64_t size)
{
    const uint64_t end = alea__file_size(h5->file) - ALEA__USER_BLOCK;
    ALEA_ASSERT(alea__file_size(h5->file) >= ALEA__USER_BLOCK);
    return address <= end && size <= end - address;
}

alea_status alea__h5_get(const alea__h5 *h5, uint64_t address, void *out, size_t size)
{
    ALEA_ASSERT(alea__h5_is_within(h5, address, size));
    if (alea__file_get(h5->file, ALEA__USER_BLOCK + address, out, size)) return ALEA_OK;
    return alea__file_failure(h5->file, h5->error);
}

/* Whether the checksum is right; if it is within the block, it has become zeros. */
static bool metadata_checksum_is_right(const alea__h5_block *block)
{
    const size_t size = (size_t)block->size, at = (size_t)block->checksum_at;
    unsigned char *sum = block->data + (at > 0 ? at : size - CHECKSUM);
    alea__h5_bytes bytes = {sum, CHECKSUM, false};
    const uint64_t claimed = alea__h5_take(&bytes, CHECKSUM);
    if (at > 0) memset(sum, 0, CHECKSUM);
    return claimed == alea__lookup3(block->data, at > 0 ? size : size - CHECKSUM);
}

static alea_status metadata_check_block(const alea__h5 *h5, const alea__h5_block *block)
{
    if (memcmp(block->data, block->signature, strlen(block->signature)) != 0)
        return alea__h5_refuse(h5, block->what, block->address, VALUE_HAS_OTHER_SIGNATURE);
    if (!metadata_checksum_is_right(block))
        return alea__h5_refuse(h5, block->what, block->address, VALUE_HAS_OTHER_CHECKSUM);
    return ALEA_OK;
}

alea_status alea__h5_read_block(const alea__h5 *h5, alea__h5_block *block)
{
    ALEA_ASSERT(block->size >= strlen(block->signature) + CHECKSUM);
    block->data = NULL;
    if (!alea__h5_is_within(h5, block->address, block->size))
        return alea__h5_refuse(h5, block->what, block->address, VALUE_IS_OUTSIDE);
    if (block->size > ALEA__H5_MOST_METADATA)
        return alea__h5_refuse(h5, block->what, block->address, VALUE_IS_TOO_LARGE);
    block->data = alea__alloc_bare((size_t)block->size, 1);
    if (!block->data) return alea__out_of_memory(h5->error);
    alea_status status = alea__h5_get(h5, block->address, block->data, (size_t)block->size);
    if (status == ALEA_OK) status = metadata_check_block(h5, block);
    if (status == ALEA_OK) return status;
    alea__free(block->data);
    block->data = NULL;
    return status;
}

alea__h5_bytes alea__h5_inside(const alea__h5_block *block)
{
    const size_t signature = strlen(block->signature);
    return (alea__h5_bytes){block->data + signature, (size_t)block->size - signature - CHECKSUM, false};
}
