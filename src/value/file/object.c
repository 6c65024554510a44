#include "value/file/object.h"
#include "base/assert.h"
#include "base/memory.h"
#include "value/file/format.h"
#include "value/messages.h"

#include <string.h>

/* ---- the start of the file ---- */

enum { SUPERBLOCK_SIZE = 48, ADDRESS_BYTES = 8 };

/* The superblock must be that of a file which alea writes: version 2, addresses and sizes of eight bytes, the user block in
   front, no extension, and an end that is the end of the file. */
alea_status alea__h5_find_root(const alea__h5 *h5, uint64_t *address)
{
    alea__h5_block block = {.what = "superblock", .signature = "\x89HDF\r\n\x1a\n", .size = SUPERBLOCK_SIZE};
    alea_status status = alea__h5_read_block(h5, &block);
    if (status != ALEA_OK) return status;
    alea__h5_bytes bytes = alea__h5_inside(&block);
    const uint64_t version = alea__h5_take(&bytes, 1), address_bytes = alea__h5_take(&bytes, 1),
                   size_bytes = alea__h5_take(&bytes, 1), flags = alea__h5_take(&bytes, 1),
                   base = alea__h5_take(&bytes, ADDRESS_BYTES),
                   extension = alea__h5_take(&bytes, ADDRESS_BYTES),
                   end = alea__h5_take(&bytes, ADDRESS_BYTES);
    *address = alea__h5_take(&bytes, ADDRESS_BYTES);
    ALEA_ASSERT(!bytes.failed && bytes.left == 0);
    alea__free(block.data);
    if (version == 2 && address_bytes == ADDRESS_BYTES && size_bytes == ADDRESS_BYTES && flags == 0 &&
        base == ALEA__USER_BLOCK && extension == ALEA__H5_NOWHERE && end == alea__file_size(h5->file))
        return ALEA_OK;
    return alea__h5_refuse(h5, block.what, 0, VALUE_IS_UNKNOWN);
}

/* ---- the blocks of an object ---- */

enum {
    HEADER_VERSION = 2,
    WIDTH_OF_SIZE = 0x03, /* flags of a header: the logarithm of the width of a size */
    HAS_PHASES = 0x10,
    HAS_TIMES = 0x20,
    LONGEST_PREFIX = 4 + 1 + 1 + 16 + 4 + 8, /* signature, version, flags, times, phases, size */
    CHECKSUM_BYTES = 4,
    MESSAGE_PREFIX = 4, /* its kind, size and flags */
    IS_CONSTANT = 0x01,
    IS_OWN = 0x04, /* flags of a message */
};

/* The header before the messages in the first block, and how long they are. */
typedef struct object_prefix {
    uint64_t length, messages;
} object_prefix;

static alea_status object_refuse(const alea__h5 *h5, uint64_t address, const char *why)
{
    return alea__h5_refuse(h5, "object header", address, why);
}

/* Reads the beginning of an object, before its checksum is known. */
static alea_status object_read_prefix(const alea__h5 *h5, uint64_t address, object_prefix *out)
{
    unsigned char data[LONGEST_PREFIX] = {0};
    size_t there = sizeof data;
    while (there > 0 && !alea__h5_is_within(h5, address, there)) there--;
    alea__h5_bytes bytes = {data, there, false};
    alea_status status = alea__h5_get(h5, there > 0 ? address : 0, data, there);
    if (status != ALEA_OK) return status;
    alea__h5_take(&bytes, 4); /* the signature, which is checked with the whole block */
    const uint64_t version = alea__h5_take(&bytes, 1), flags = alea__h5_take(&bytes, 1);
    if (bytes.failed) return object_refuse(h5, address, VALUE_IS_OUTSIDE);
    if (version != HEADER_VERSION || (flags & ~(uint64_t)(WIDTH_OF_SIZE | HAS_PHASES | HAS_TIMES)) != 0)
        return object_refuse(h5, address, VALUE_IS_UNKNOWN);
    alea__h5_take_bytes(&bytes, (flags & HAS_TIMES ? 16 : 0) + (flags & HAS_PHASES ? 4 : 0));
    out->messages = alea__h5_take(&bytes, 1u << (flags & WIDTH_OF_SIZE));
    out->length = (uint64_t)(bytes.at - data);
    if (bytes.failed || !alea__h5_is_within(h5, address, out->messages))
        return object_refuse(h5, address, VALUE_IS_OUTSIDE);
    return ALEA_OK;
}

/* Reads the block at the object's address. On failure the object has no block. */
static alea_status object_read_first_block(const alea__h5 *h5, alea__h5_object *object)
{
    object_prefix prefix = {0};
    alea_status status = object_read_prefix(h5, object->address, &prefix);
    if (status != ALEA_OK) return status;
    alea__h5_block block = {.what = "object header",
                            .signature = "OHDR",
                            .address = object->address,
                            .size = prefix.length + prefix.messages + CHECKSUM_BYTES};
    status = alea__h5_read_block(h5, &block);
    if (status != ALEA_OK) return status;
    object->block[0] = block;
    object->messages[0] = (alea__h5_bytes){block.data + prefix.length, (size_t)prefix.messages, false};
    object->count = 1;
    object->size = block.size;
    return ALEA_OK;
}

/* Adds the block that a continuation message names. */
static alea_status object_read_continuation(const alea__h5 *h5, alea__h5_object *object,
                                            alea__h5_bytes message)
{
    alea__h5_block block = {.what = "object header's continuation", .signature = "OCHK"};
    block.address = alea__h5_take(&message, ADDRESS_BYTES);
    block.size = alea__h5_take(&message, ADDRESS_BYTES);
    if (message.failed || block.size < 4 + CHECKSUM_BYTES || object->count == ALEA__H5_MOST_BLOCKS ||
        block.size > ALEA__H5_MOST_METADATA - object->size)
        return object_refuse(h5, object->address, VALUE_HAS_BAD_BLOCKS);
    alea_status status = alea__h5_read_block(h5, &block);
    if (status != ALEA_OK) return status;
    object->size += block.size;
    object->messages[object->count] = alea__h5_inside(&block);
    object->block[object->count++] = block;
    return ALEA_OK;
}

/* ---- messages ---- */

/* Takes a message from the front; at most three bytes without a message may be left at the end. */
static bool object_take_message(alea__h5_bytes *bytes, alea__h5_message *out, uint64_t *flags)
{
    out->kind = (alea__h5_kind)alea__h5_take(bytes, 1);
    const uint64_t size = alea__h5_take(bytes, 2);
    *flags = alea__h5_take(bytes, 1);
    out->data = alea__h5_take_bytes(bytes, size);
    return !bytes->failed;
}

/* Whether the files that alea writes have messages of this kind. */
static bool object_knows(alea__h5_kind kind)
{
    switch (kind) {
    case ALEA__H5_NOTHING:
    case ALEA__H5_DATASPACE:
    case ALEA__H5_LINK_INFO:
    case ALEA__H5_DATATYPE:
    case ALEA__H5_FILL_VALUE:
    case ALEA__H5_LINK:
    case ALEA__H5_EXTERNAL_FILES:
    case ALEA__H5_LAYOUT:
    case ALEA__H5_GROUP_INFO:
    case ALEA__H5_FILTERS:
    case ALEA__H5_ATTRIBUTE:
    case ALEA__H5_CONTINUATION:
    case ALEA__H5_ATTRIBUTE_INFO: return true;
    }
    return false;
}

/* Looks at all messages of a block, and adds the blocks in which the object continues. */
static alea_status object_read_messages(const alea__h5 *h5, alea__h5_object *object, unsigned i)
{
    alea__h5_bytes rest = object->messages[i];
    alea_status status = ALEA_OK;
    while (rest.left >= MESSAGE_PREFIX && status == ALEA_OK) {
        alea__h5_message message;
        uint64_t flags;
        if (!object_take_message(&rest, &message, &flags))
            return object_refuse(h5, object->address, VALUE_HAS_CUT_MESSAGE);
        if (!object_knows(message.kind) || (flags & ~(uint64_t)(IS_CONSTANT | IS_OWN)) != 0)
            return object_refuse(h5, object->address, VALUE_HAS_UNKNOWN_MESSAGE);
        if (message.kind == ALEA__H5_CONTINUATION)
            status = object_read_continuation(h5, object, message.data);
    }
    return status;
}

alea_status alea__h5_open_object(const alea__h5 *h5, uint64_t address, alea__h5_object *out)
{
    *out = (alea__h5_object){.address = address};
    alea_status status = object_read_first_block(h5, out);
    for (unsigned i = 0; i < out->count && status == ALEA_OK; i++) status = object_read_messages(h5, out, i);
    return status;
}

void alea__h5_close_object(alea__h5_object *object)
{
    for (unsigned i = 0; i < object->count; i++) alea__free(object->block[i].data);
    object->count = 0;
}

bool alea__h5_next_message(const alea__h5_object *object, alea__h5_message *message)
{
    uint64_t flags;
    if (message->rest.at == NULL && object->count > 0) message->rest = object->messages[0];
    while (message->rest.left < MESSAGE_PREFIX) {
        if (message->block + 1 >= object->count) return false;
        message->rest = object->messages[++message->block];
    }
    return object_take_message(&message->rest, message, &flags);
}

bool alea__h5_find_message(const alea__h5_object *object, alea__h5_kind kind, alea__h5_bytes *data)
{
    alea__h5_message message = {0};
    while (alea__h5_next_message(object, &message)) {
        if (message.kind != kind) continue;
        *data = message.data;
        return true;
    }
    return false;
}
